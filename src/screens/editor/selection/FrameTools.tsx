import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { COLOUR_ACTIONS, FRAME_ACTIONS } from '../../../actions';
import { frameColour } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import styles from './FrameTools.module.css';
import { ActionTool } from '../../../ui/ActionTool';

interface FrameToolsProps {
  readonly flow: FlowStore;
  readonly frameId: string;
}

/** Tools for a frame that is selected alone: its colour, and folding it. */
export const FrameTools = observer(function FrameTools({ flow, frameId }: FrameToolsProps) {
  const { t } = useTranslation();
  const frame = flow.node(frameId);
  if (!frame) return null;
  const own = frameColour(frame);
  return (
    <>
      <div role="group" aria-label={t('frames.colour')} className={styles.colours}>
        {COLOUR_ACTIONS.map(({ id, words, colour, run }) => (
          <button
            key={id}
            type="button"
            aria-label={t(words)}
            aria-pressed={colour === own}
            title={t(words)}
            className={styles.colour}
            data-colour={colour}
            onClick={() => run(flow.editor)}
          />
        ))}
      </div>
      <ActionTool flow={flow} action={FRAME_ACTIONS.fold} icon="fold" />
    </>
  );
});
