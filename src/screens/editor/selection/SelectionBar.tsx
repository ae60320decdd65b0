import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CANVAS_ACTIONS, FRAME_ACTIONS, WORKSPACE_ACTIONS, type RunTarget } from '../../../actions';
import type { Editor, Vector } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { IconButton } from '../../../ui/IconButton';
import { RunTools } from '../runs/RunTools';
import { ActionTool } from '../tool/ActionTool';
import { FrameTools } from './FrameTools';
import { RunSelected } from './RunSelected';
import styles from './SelectionBar.module.css';
import { selectionBounds } from './selectionBounds';

/** Between the bar and what it stands for, and between it and the stage's edge; screen pixels. */
const GAP = 14;
const EDGE = 10;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** Above the selection, and whole on the stage; of very many things in the middle of its top. */
function placeBar(bar: HTMLElement, { view }: Editor, bounds: ReturnType<typeof selectionBounds>): void {
  const { width } = view.size;
  const corner = bounds && view.toScreen(bounds);
  const middle = corner && bounds ? corner.x + (bounds.width * view.viewport.zoom) / 2 : width / 2;
  const left = between(EDGE, middle - bar.offsetWidth / 2, width - bar.offsetWidth - EDGE);
  const lowest = view.size.height - bar.offsetHeight - EDGE;
  const top = between(EDGE, corner ? corner.y - GAP - bar.offsetHeight : EDGE, lowest);
  bar.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

/** Pixels from the stage's corner, which the bar lies at the origin of. */
function below(button: HTMLElement): Vector {
  const stage = button.closest('[role="toolbar"]')?.parentElement?.getBoundingClientRect();
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left - (stage?.left ?? 0), y: bottom + EDGE - (stage?.top ?? 0) };
}

interface SelectionBarProps {
  readonly target: RunTarget;
  /** It has gone with what it stood for: the canvas has the focus. */
  readonly onClosed: (nodeId: null) => void;
  /** Ends what runs or waits at a node; never begins anything. */
  readonly onStop: (nodeId: string) => void;
  /** Opens the menu of arranging at a point of the stage. */
  readonly onArrange: (at: Vector) => void;
}

const OpenBar = observer(function OpenBar(props: SelectionBarProps) {
  const { target } = props;
  const { flow } = target;
  const { editor } = flow;
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    let frame = 0;
    let bounds = selectionBounds(editor);
    placeBar(element, editor, bounds);
    const place = (): void => {
      frame = 0;
      placeBar(element, editor, bounds);
    };
    const placeSoon = (): void => {
      if (frame === 0) frame = window.requestAnimationFrame(place);
    };
    const stopBounds = reaction(
      () => [flow.version, flow.selection],
      () => {
        bounds = selectionBounds(editor);
        placeSoon();
      },
    );
    const stopViewport = reaction(() => flow.viewport, placeSoon);
    // It widens by a button while something runs, and stays whole on the stage.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => {
      stopBounds();
      stopViewport();
      observer.disconnect();
      window.cancelAnimationFrame(frame);
    };
  }, [flow, editor]);

  return (
    <div ref={bar} role="toolbar" aria-label={t('canvas.selection')} className={styles.bar} data-testid="selection-bar">
      {flow.soleNodeId === null && <SeveralTools {...props} />}
      {flow.soleNodeId !== null &&
        (isFrame(flow) ? <FrameTools flow={flow} frameId={flow.soleNodeId} /> : <RunTools target={target} />)}
    </div>
  );
});

const SeveralTools = observer(function SeveralTools({ target, onClosed, onStop, onArrange }: SelectionBarProps) {
  const { t } = useTranslation();
  const { flow } = target;
  const close = (): void => onClosed(null);
  return (
    <>
      <span className={styles.count}>{t('canvas.selected', { count: flow.selectedCount })}</span>
      <RunSelected target={target} onStop={onStop} />
      {flow.selectedRuns?.images !== 0 && <RunTools target={target} />}
      <ActionTool flow={flow} action={FRAME_ACTIONS.frame} icon="frame" />
      {flow.selection.nodes.size > 1 && (
        <IconButton
          icon="arrange"
          label={t(WORKSPACE_ACTIONS.arrange.words)}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onArrange(below(currentTarget))}
        />
      )}
      <ActionTool flow={flow} action={CANVAS_ACTIONS.fitSelection} icon="fitSelection" />
      <ActionTool flow={flow} action={CANVAS_ACTIONS.remove} icon="trash" className={styles.remove} onRun={close} />
      <ActionTool flow={flow} action={CANVAS_ACTIONS.deselect} icon="close" onRun={close} />
    </>
  );
});

/** Whether one frame is selected, alone. */
function isFrame(flow: FlowStore): boolean {
  const node = flow.node(flow.soleNodeId ?? '');
  return flow.editor.document.kinds.of(node?.type ?? '')?.isFrame === true;
}

/** Whether one image node is selected that others lead to or follow from. */
function isInChain(flow: FlowStore): boolean {
  const { soleNodeId: id } = flow;
  const { document } = flow.editor;
  const isImage = (nodeId: string): boolean =>
    document.kinds.of(flow.node(nodeId)?.type ?? '')?.run?.isGeneration === true;
  if (id === null || !isImage(id)) return false;
  return flow.edgesAt(id).some((edgeId) => {
    const edge = document.edge(edgeId);
    return edge !== undefined && isImage(edge.source) && isImage(edge.target);
  });
}

/**
 * One toolbar for what is selected, above it: for several things, for a frame, and for one image node among others what runs those. Nothing while
 * something is in the hand or written.
 */
export const SelectionBar = observer(function SelectionBar(props: SelectionBarProps) {
  const { flow } = props.target;
  if (!flow.isAtRest || flow.editing) return null;
  return flow.selectedCount > 1 || isFrame(flow) || isInChain(flow) ? <OpenBar {...props} /> : null;
});
