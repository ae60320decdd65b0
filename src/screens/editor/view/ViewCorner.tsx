import { observer } from 'mobx-react-lite';
import { reaction } from 'mobx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, CANVAS_ACTIONS, WORKSPACE_ACTIONS, type Dialogs } from '../../../actions';
import type { PaintTheme } from '../../../engine';
import { MinimapCanvas } from '../../../engine/konva';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { ariaKeys, shownKeys } from '../../../ui/actionKeys';
import { ActionTool } from '../../../ui/ActionTool';
import styles from './ViewCorner.module.css';

/** Nobody can read a number that changes more often, and each change costs a layout. */
const READABLE_MS = 100;
const percentOf = ({ viewport }: FlowStore): number => Math.round(viewport.zoom * 100);

/** The zoom in percent, and a button back to 100 %. A component of its own, since it changes all through a zoom. */
export function ZoomPercent({ flow }: { readonly flow: FlowStore }) {
  const { t } = useTranslation();
  const [percent, setPercent] = useState(() => percentOf(flow));
  useEffect(() => reaction(() => percentOf(flow), setPercent, { delay: READABLE_MS, fireImmediately: true }), [flow]);
  const label = t('canvas.zoomReset', { percent });
  return (
    <button
      type="button"
      className={styles.percent}
      aria-label={label}
      aria-keyshortcuts={ariaKeys(CANVAS_ACTIONS.zoomReset)}
      title={`${label} (${shownKeys(CANVAS_ACTIONS.zoomReset)})`}
      data-testid="zoom-percent"
      onClick={() => CANVAS_ACTIONS.zoomReset.run(flow.editor)}
    >
      {percent}%
    </button>
  );
}

interface ViewCornerProps {
  readonly flow: FlowStore;
  readonly theme: PaintTheme;
  readonly dialogs: Dialogs;
  readonly isMapShown: boolean;
}

/** The minimap and the zoom controls, one object at the bottom right. */
export const ViewCorner = observer(function ViewCorner({ flow, theme, dialogs, isMapShown }: ViewCornerProps) {
  const { editor } = flow;
  const { t } = useTranslation();
  const fold = useMemo(() => bindAction(WORKSPACE_ACTIONS.minimap, dialogs), [dialogs]);
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
    <div
      ref={corner}
      className={styles.corner}
      data-writing={flow.editing !== null || undefined}
      data-testid="view-corner"
    >
      {isMapShown && <MinimapCanvas editor={editor} theme={theme} label={t('canvas.minimap')} />}
      <div className={styles.controls}>
        <ActionTool
          flow={flow}
          action={fold}
          className={styles.fold}
          icon="chevron"
          label={t('canvas.minimap')}
          aria-expanded={isMapShown}
        />
        <ActionTool flow={flow} action={CANVAS_ACTIONS.zoomOut} icon="minus" />
        <ZoomPercent flow={flow} />
        <ActionTool flow={flow} action={CANVAS_ACTIONS.zoomIn} icon="plus" />
        <ActionTool flow={flow} action={CANVAS_ACTIONS.fit} icon="fit" />
        <ActionTool flow={flow} action={CANVAS_ACTIONS.fitSelection} icon="fitSelection" />
      </div>
    </div>
  );
});
