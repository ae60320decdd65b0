import { observer } from 'mobx-react-lite';
import { bindAction, ONE_TAKE_ACTIONS, type TakeTarget } from '../../../actions';
import type { Rating } from '../../../stores/takes/RatingSender';
import { Stars } from './Stars';
import styles from './TakeTools.module.css';
import { ActionTool } from '../../../ui/ActionTool';

interface TakeToolsProps {
  readonly target: Omit<TakeTarget, 'goTo'>;
  readonly onRate: (rating: Rating) => void;
}

/** The actions on the take that is shown. */
export const TakeTools = observer(function TakeTools({ target, onRate }: TakeToolsProps) {
  const { choose, mark, useSettings, putText, branch, copy, copyText, download, downloadText, remove } =
    ONE_TAKE_ACTIONS;
  const { take, isChosen, isMarked } = target;
  const isText = take.text !== undefined;
  return (
    <div className={styles.tools}>
      <Stars rating={take.rating} onRate={onRate} />
      <span className={styles.buttons}>
        <ActionTool action={bindAction(choose, target)} icon="check" className={isChosen ? styles.isOn : undefined} />
        <ActionTool action={bindAction(mark, target)} icon="compare" className={isMarked ? styles.isOn : undefined} />
        {isText ? (
          <ActionTool action={bindAction(putText, target)} icon="plus" />
        ) : (
          <ActionTool action={bindAction(useSettings, target)} icon="settings" />
        )}
        <ActionTool action={bindAction(branch, target)} icon="branch" />
        <ActionTool action={bindAction(isText ? copyText : copy, target)} icon="copy" />
        <ActionTool action={bindAction(isText ? downloadText : download, target)} icon="download" />
        <ActionTool action={bindAction(remove, target)} icon="trash" />
      </span>
    </div>
  );
});
