import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { LazyPart } from '../../../ui/LazyPart';
import { useMediaQuery } from '../view/useMediaQuery';
import styles from './EmptyCanvas.module.css';

const loadExamples = () => import('./ExampleCards');

interface EmptyCanvasProps {
  readonly flow: FlowStore;
  /** Gives the focus to the canvas. */
  readonly onAdded: () => void;
}

/** Help on an empty canvas: one line with an arrow to the rail, or example flows that one press adds. */
export const EmptyCanvas = observer(function EmptyCanvas({ flow, onAdded }: EmptyCanvasProps) {
  const { t } = useTranslation();
  const isTouched = useMediaQuery('(pointer: coarse)');
  if (flow.nodeCount > 0) return null;
  return (
    <div className={styles.empty}>
      <div className={styles.help}>
        <p className={styles.hint}>
          <svg className={styles.arrow} viewBox="0 0 56 20" width="56" height="20" aria-hidden="true">
            <path d="M54 10H4M11 3l-7 7 7 7" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
          {t(isTouched ? 'canvas.emptyTouch' : 'canvas.empty')}
        </p>
        <LazyPart
          load={loadExamples}
          props={{ editor: flow.editor, onAdded }}
          // The canvas works without the examples.
          onMissing={() => undefined}
        />
      </div>
    </div>
  );
});
