import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHORTCUTS, type Editor, type PaintTheme } from '../../../engine';
import { MinimapCanvas } from '../../../engine/konva';
import { IconButton } from '../../../ui/IconButton';
import { useEditorValue } from '../useEditorValue';
import { isNarrowWindow } from './isNarrowWindow';
import { ariaKeys, shownKeys } from './shortcutWords';
import { ViewButton } from './ViewButton';
import styles from './ViewCorner.module.css';

interface ViewCornerProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
}

/** The minimap and the zoom controls, one object at the bottom right. A narrow window has no room to spare: there the map is folded away at first. */
export function ViewCorner({ editor, theme }: ViewCornerProps) {
  const { t } = useTranslation();
  const percent = useEditorValue(editor, 'camera', ({ camera }) => Math.round(camera.zoom * 100));
  const hasSelection = useEditorValue(
    editor,
    'selection',
    ({ selection: { nodes, edges } }) => nodes.size + edges.size > 0,
  );
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
        <ViewButton editor={editor} shortcut={SHORTCUTS.zoomOut} icon="minus" label={t('canvas.zoomOut')} />
        <button
          type="button"
          className={styles.percent}
          aria-label={t('canvas.zoomReset', { percent })}
          aria-keyshortcuts={ariaKeys(SHORTCUTS.zoomReset)}
          title={`${t('canvas.zoomReset', { percent })} (${shownKeys(SHORTCUTS.zoomReset)})`}
          data-testid="zoom-percent"
          onClick={() => SHORTCUTS.zoomReset.run(editor)}
        >
          {percent}%
        </button>
        <ViewButton editor={editor} shortcut={SHORTCUTS.zoomIn} icon="plus" label={t('canvas.zoomIn')} />
        <ViewButton editor={editor} shortcut={SHORTCUTS.fit} icon="fit" label={t('canvas.fit')} />
        <ViewButton
          editor={editor}
          shortcut={SHORTCUTS.fitSelection}
          icon="fitSelection"
          label={t('canvas.fitSelection')}
          isOff={!hasSelection}
        />
      </div>
    </div>
  );
}
