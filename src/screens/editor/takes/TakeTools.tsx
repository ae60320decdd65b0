import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { Recipe, Take } from '../../../api/contractTakes';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { Rating } from '../../../stores/takes/RatingSender';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { putTakeInView } from '../../library/putTake';
import { Stars } from './Stars';
import styles from './TakeTools.module.css';
import { useTakeFiles } from './useTakeFiles';

interface TakeToolsProps {
  readonly flow: FlowStore;
  readonly take: Take;
  readonly isChosen: boolean;
  /** True when it is marked for comparison. */
  readonly isMarked: boolean;
  readonly onMark: () => void;
  readonly onChoose: () => void;
  readonly onRate: (rating: Rating) => void;
  readonly onUseSettings: () => void;
  readonly onBranch: () => void;
  readonly onRemove: () => void;
}

/** True when a node's settings equal a recipe's; settings of another version count as none. */
function sameSettings(data: unknown, { aspectRatio, count }: Recipe['settings']): boolean {
  const own: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {};
  return own.aspectRatio === aspectRatio && own.count === count;
}

/** The actions on the take that is shown. */
export const TakeTools = observer(function TakeTools(props: TakeToolsProps) {
  const { flow, take, isChosen, isMarked, onMark, onChoose, onRate, onUseSettings, onBranch, onRemove } = props;
  const { t } = useTranslation();
  const files = useTakeFiles();
  const data = flow.node(take.nodeId)?.data;
  const { recipe, text } = take;
  const isSame = recipe !== null && data?.model === recipe.model && sameSettings(data.settings, recipe.settings);
  const whyNoSettings = recipe === null ? 'takes.noRecipe' : isSame ? 'takes.sameSettings' : null;
  return (
    <div className={styles.tools}>
      <Stars rating={take.rating} onRate={onRate} />
      <span className={styles.buttons}>
        <IconButton
          icon="check"
          label={t('takes.choose')}
          aria-pressed={isChosen}
          className={isChosen ? styles.isOn : undefined}
          onClick={onChoose}
        />
        <IconButton
          icon="compare"
          label={t('compare.mark')}
          aria-keyshortcuts="C"
          aria-pressed={isMarked}
          className={isMarked ? styles.isOn : undefined}
          onClick={onMark}
        />
        {text === undefined ? (
          <IconButton
            icon="settings"
            label={t('takes.useSettings')}
            title={whyNoSettings === null ? t('takes.useSettings') : t(whyNoSettings)}
            aria-description={whyNoSettings === null ? undefined : t(whyNoSettings)}
            aria-disabled={whyNoSettings !== null || undefined}
            onClick={() => {
              if (whyNoSettings === null) onUseSettings();
              else notify({ variant: 'info', titleKey: whyNoSettings });
            }}
          />
        ) : (
          <IconButton icon="plus" label={t('writing.addText')} onClick={() => putTakeInView(flow.editor, take)} />
        )}
        <IconButton
          icon="branch"
          label={t('library.branch')}
          title={t(recipe === null ? 'takes.noRecipe' : 'library.branch')}
          aria-description={recipe === null ? t('takes.noRecipe') : undefined}
          aria-disabled={recipe === null || undefined}
          onClick={() => {
            if (recipe === null) notify({ variant: 'info', titleKey: 'takes.noRecipe' });
            else onBranch();
          }}
        />
        <IconButton
          icon="copy"
          label={t(text === undefined ? 'takes.copy' : 'takes.copyText')}
          onClick={() => void files.copy(take)}
        />
        <IconButton
          icon="download"
          label={t(text === undefined ? 'takes.download' : 'takes.downloadText')}
          onClick={() => void files.download(take)}
        />
        <IconButton icon="trash" label={t('takes.delete')} onClick={onRemove} />
      </span>
    </div>
  );
});
