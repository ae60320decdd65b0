import { useTranslation } from 'react-i18next';
import { CANVAS_ACTIONS } from '../../../actions';
import type { Editor } from '../../../engine';
import { useEditorValue } from '../useEditorValue';
import { ariaKeys, shownKeys } from '../tool/actionKeys';
import styles from './ViewCorner.module.css';

/** Nobody reads a number that changes more often, and each change is a layout of its own. */
const READABLE_MS = 100;
const percentOf = ({ viewport }: Editor): number => Math.round(viewport.camera.zoom * 100);

/** How near the view is, and the way back to 100 %. By itself, since it changes all through a zoom. */
export function ZoomPercent({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const percent = useEditorValue(editor, 'camera', percentOf, READABLE_MS);
  const label = t('canvas.zoomReset', { percent });
  return (
    <button
      type="button"
      className={styles.percent}
      aria-label={label}
      aria-keyshortcuts={ariaKeys(CANVAS_ACTIONS.zoomReset)}
      title={`${label} (${shownKeys(CANVAS_ACTIONS.zoomReset)})`}
      data-testid="zoom-percent"
      onClick={() => CANVAS_ACTIONS.zoomReset.run(editor)}
    >
      {percent}%
    </button>
  );
}
