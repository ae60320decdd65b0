import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHORTCUTS, type Editor, type PaintTheme } from '../../../engine';
import { MinimapCanvas } from '../../../engine/konva';
import { IconButton } from '../../../ui/IconButton';
import { useEditorValue } from '../useEditorValue';
import { isNarrowWindow } from './isNarrowWindow';
import { ViewButton } from './ViewButton';
import styles from './ViewCorner.module.css';
import { ZoomPercent } from './ZoomPercent';

interface ViewCornerProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
}

/** The minimap and the zoom controls, one object at the bottom right. A narrow window has no room to spare: there the map is folded away at first. */
export function ViewCorner({ editor, theme }: ViewCornerProps) {
  const { t } = useTranslation();
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
        <ZoomPercent editor={editor} />
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
