import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { TAKE_ACTIONS } from '../../../actions';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import styles from './RemovedTakes.module.css';
import { ActionButton } from '../../../ui/ActionButton';

interface RemovedTakesProps {
  readonly takes: Pick<TakesStore, 'removed' | 'restore'>;
  /** Only the takes of this node count; those of all nodes when absent. */
  readonly nodeId?: string;
  /** Called when the button is pressed, which may be gone soon: takes the focus. */
  readonly onPress: () => void;
}

/** The number of takes deleted here, and the way to bring back the last of them; nothing without any. */
export const RemovedTakes = observer(function RemovedTakes({ takes, nodeId, onPress }: RemovedTakesProps) {
  const { t } = useTranslation();
  const removed = takes.removed.filter((take) => nodeId === undefined || take.nodeId === nodeId);
  if (removed.length === 0) return null;
  const restore = (): Promise<void> => {
    onPress();
    return takes.restore(removed.at(-1));
  };
  return (
    <p className={styles.removed}>
      {t('takes.deleted', { count: removed.length })}
      <ActionButton look="quiet" action={TAKE_ACTIONS.restore} target={{ takes: { removed, restore } }}>
        {t('takes.undoDelete')}
      </ActionButton>
    </p>
  );
});
