import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ZOOM_STEP, type Editor, type PaintTheme } from '../../../engine';
import { MinimapCanvas } from '../../../engine/konva';
import { IconButton } from '../../../ui/IconButton';
import { useEditorValue } from '../useEditorValue';
import { isNarrowWindow } from './isNarrowWindow';
import styles from './ViewCorner.module.css';

interface ViewCornerProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
}

/** The minimap and the zoom controls, one object at the bottom right. A narrow window has no room to spare: there the map is folded away at first. */
export function ViewCorner({ editor, theme }: ViewCornerProps) {
  const { t } = useTranslation();
  const percent = useEditorValue(editor, 'camera', ({ camera }) => Math.round(camera.zoom * 100));
  const [isMapShown, setIsMapShown] = useState(() => !isNarrowWindow());
  return (
    <div className={styles.corner} data-testid="view-corner">
      {isMapShown && <MinimapCanvas editor={editor} theme={theme} label={t('canvas.minimap')} />}
      <div className={styles.controls}>
        <IconButton
          className={styles.fold}
          icon="chevron"
          label={t('canvas.minimap')}
          aria-expanded={isMapShown}
          onClick={() => setIsMapShown((isShown) => !isShown)}
        />
        <IconButton icon="minus" label={t('canvas.zoomOut')} onClick={() => editor.zoomBy(1 / ZOOM_STEP)} />
        <button
          type="button"
          className={styles.percent}
          aria-label={t('canvas.zoomReset', { percent })}
          title={t('canvas.zoomReset', { percent })}
          data-testid="zoom-percent"
          onClick={() => editor.zoomTo(1)}
        >
          {percent}%
        </button>
        <IconButton icon="plus" label={t('canvas.zoomIn')} onClick={() => editor.zoomBy(ZOOM_STEP)} />
        <IconButton icon="fit" label={t('canvas.fit')} onClick={() => editor.fit()} />
      </div>
    </div>
  );
}
