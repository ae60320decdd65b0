import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CANVAS_ACTIONS } from '../../../actions';
import type { Editor, PaintTheme } from '../../../engine';
import { MinimapCanvas } from '../../../engine/konva';
import { IconButton } from '../../../ui/IconButton';
import { ActionTool } from '../tool/ActionTool';
import { isNarrowWindow } from './isNarrowWindow';
import styles from './ViewCorner.module.css';
import { ZoomPercent } from './ZoomPercent';

interface ViewCornerProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
}

/** The minimap and the zoom controls, one object at the bottom right. A narrow window has no room to spare: there the map is folded away at first. */
export function ViewCorner({ editor, theme }: ViewCornerProps) {
  const { t } = useTranslation();
  const [isMapShown, setIsMapShown] = useState(() => !isNarrowWindow());
  const corner = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      editor.viewport.coverBy(() => {
        const own = corner.current?.getBoundingClientRect();
        const stage = corner.current?.parentElement?.getBoundingClientRect();
        return own && stage
          ? { x: own.left - stage.left, y: own.top - stage.top, width: own.width, height: own.height }
          : null;
      }),
    [editor],
  );
  return (
    <div ref={corner} className={styles.corner} data-testid="view-corner">
      {isMapShown && <MinimapCanvas editor={editor} theme={theme} label={t('canvas.minimap')} />}
      <div className={styles.controls}>
        <IconButton
          className={styles.fold}
          icon="chevron"
          label={t('canvas.minimap')}
          aria-expanded={isMapShown}
          onClick={() => setIsMapShown((isShown) => !isShown)}
        />
        <ActionTool editor={editor} action={CANVAS_ACTIONS.zoomOut} icon="minus" />
        <ZoomPercent editor={editor} />
        <ActionTool editor={editor} action={CANVAS_ACTIONS.zoomIn} icon="plus" />
        <ActionTool editor={editor} action={CANVAS_ACTIONS.fit} icon="fit" />
        <ActionTool editor={editor} action={CANVAS_ACTIONS.fitSelection} icon="fitSelection" />
      </div>
    </div>
  );
}
