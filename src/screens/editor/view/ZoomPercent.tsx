import { useTranslation } from 'react-i18next';
import { SHORTCUTS, type Editor } from '../../../engine';
import { useEditorValue } from '../useEditorValue';
import { ariaKeys, shownKeys } from './shortcutWords';
import styles from './ViewCorner.module.css';

/** How near the view is, and the way back to 100 %. By itself, since it changes in every frame of a zoom. */
export function ZoomPercent({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const percent = useEditorValue(editor, 'camera', ({ viewport }) => Math.round(viewport.camera.zoom * 100));
  const label = t('canvas.zoomReset', { percent });
  return (
    <button
      type="button"
      className={styles.percent}
      aria-label={label}
      aria-keyshortcuts={ariaKeys(SHORTCUTS.zoomReset)}
      title={`${label} (${shownKeys(SHORTCUTS.zoomReset)})`}
      data-testid="zoom-percent"
      onClick={() => SHORTCUTS.zoomReset.run(editor)}
    >
      {percent}%
    </button>
  );
}
