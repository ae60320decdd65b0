import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CANVAS_ACTIONS } from '../../../actions';
import type { PaintTheme } from '../../../engine';
import { MinimapCanvas } from '../../../engine/konva';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { IconButton } from '../../../ui/IconButton';
import { ActionTool } from '../tool/ActionTool';
import { isNarrowWindow } from './isNarrowWindow';
import styles from './ViewCorner.module.css';
import { ZoomPercent } from './ZoomPercent';

interface ViewCornerProps {
  readonly flow: FlowStore;
  readonly theme: PaintTheme;
}

/** The minimap and the zoom controls, one object at the bottom right. A narrow window has no room to spare: there the map is folded away at first. */
export function ViewCorner({ flow, theme }: ViewCornerProps) {
  const { editor } = flow;
  const { t } = useTranslation();
  const [isMapShown, setIsMapShown] = useState(() => !isNarrowWindow());
  const corner = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      editor.view.coverBy(() => {
        const own = corner.current?.getBoundingClientRect();
        const stage = corner.current?.closest('[data-stage-area]')?.getBoundingClientRect();
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
        <ActionTool flow={flow} action={CANVAS_ACTIONS.zoomOut} icon="minus" />
        <ZoomPercent flow={flow} />
        <ActionTool flow={flow} action={CANVAS_ACTIONS.zoomIn} icon="plus" />
        <ActionTool flow={flow} action={CANVAS_ACTIONS.fit} icon="fit" />
        <ActionTool flow={flow} action={CANVAS_ACTIONS.fitSelection} icon="fitSelection" />
      </div>
    </div>
  );
}
