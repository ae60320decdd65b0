import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  bindAction,
  CANVAS_ACTIONS,
  FRAME_ACTIONS,
  RUN_ACTIONS,
  WORKSPACE_ACTIONS,
  type RunTarget,
} from '../../../actions';
import type { Editor, Vector, Box } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { ActionTool } from '../../../ui/ActionTool';
import { IconButton } from '../../../ui/IconButton';
import { clamp } from '../../../ui/clamp';
import { freeElement } from '../view/freeStage';
import { FrameTools } from './FrameTools';
import { RunSelected } from './RunSelected';
import styles from './SelectionBar.module.css';

/** Most things whose box is computed, as many as are counted for Run (SELECTED_RUNS_MAX): of more it would reach beyond any view. */
const BOUNDED_MAX = 500;

/** The box around the selection, with pipes by the cards they join; null for none and for very many. */
export function selectionBounds({ document, scene, selection: { nodes, edges } }: Editor): Box | null {
  if (nodes.size > BOUNDED_MAX && nodes.size === document.nodeCount && nodes === document.nodeIds)
    return scene.bounds();
  if (nodes.size + edges.size > BOUNDED_MAX) return null;
  const ends = Array.from(edges).flatMap((id) => document.edge(id) ?? []);
  return scene.bounds(new Set([...nodes, ...ends.flatMap(({ source, target }) => [source, target])]));
}

/** Gap from the bar to the selection, and to the stage's edge; screen pixels. */
const GAP = 14;
const EDGE = 10;

/**
 * Places the bar above the selection, or below where it would lie over it, whole in the free part of the stage; for very
 * many nodes in the middle of its top.
 */
function placeBar(bar: HTMLElement, { view }: Editor, bounds: ReturnType<typeof selectionBounds>, free: Box): void {
  const corner = bounds && view.toScreen(bounds);
  const middle = corner && bounds ? corner.x + (bounds.width * view.viewport.zoom) / 2 : free.x + free.width / 2;
  const rightmost = free.x + free.width - bar.offsetWidth - EDGE;
  // A bar that is wider than what upright tools leave lies over them rather than beyond the stage.
  const left = clamp(middle - bar.offsetWidth / 2, Math.min(free.x + EDGE, rightmost), rightmost);
  const highest = free.y + EDGE;
  const lowest = free.y + free.height - bar.offsetHeight - EDGE;
  const above = corner ? corner.y - GAP - bar.offsetHeight : highest;
  const below = corner && bounds ? corner.y + bounds.height * view.viewport.zoom + GAP : highest;
  const top = clamp(above < highest && below <= lowest ? below : above, highest, lowest);
  bar.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

/** Point below a button, in pixels from the stage's corner, where the bar's origin lies. */
function below(button: HTMLElement): Vector {
  const stage = button.closest('[role="toolbar"]')?.parentElement?.getBoundingClientRect();
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left - (stage?.left ?? 0), y: bottom + EDGE - (stage?.top ?? 0) };
}

interface SelectionBarProps {
  readonly target: RunTarget;
  /** Called when the bar goes with its selection: the canvas takes the focus. */
  readonly onClosed: (nodeId: null) => void;
  /** Ends the run or the wait at a node; never begins one. */
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
    /** The page is not asked at each step of a pan: the room changes with the sizes that are observed. */
    let free: Box | null = null;
    const place = (): void => {
      frame = 0;
      free ??= editor.view.free;
      placeBar(element, editor, bounds, free);
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
    // It tells once before the first frame, when the layout is known without asking for it, and when the bar widens by a button.
    const observer = new ResizeObserver(() => {
      free = null;
      place();
    });
    observer.observe(element);
    // It follows a panel that opens or closes beside it.
    const room = freeElement();
    if (room) observer.observe(room);
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

/** The numbers of selected nodes and of selected connections, apart, since a copy and an undo speak of nodes alone. */
const SelectedCount = observer(function SelectedCount({ flow }: { readonly flow: FlowStore }) {
  const { t } = useTranslation();
  const { nodes, edges } = flow.selection;
  const counts = [
    nodes.size > 0 && t('canvas.selectedNodes', { count: nodes.size }),
    edges.size > 0 && t('canvas.selectedEdges', { count: edges.size }),
  ];
  return <span className={styles.count}>{counts.filter(Boolean).join(', ')}</span>;
});

const SeveralTools = observer(function SeveralTools({ target, onClosed, onStop, onArrange }: SelectionBarProps) {
  const { t } = useTranslation();
  const { flow } = target;
  const close = (): void => onClosed(null);
  return (
    <>
      <SelectedCount flow={flow} />
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
      <ActionTool flow={flow} action={CANVAS_ACTIONS.deselect} icon="close" className={styles.close} onRun={close} />
    </>
  );
});

/** Runs what leads to the selection, or what follows from it. */
function RunTools({ target }: { readonly target: RunTarget }) {
  const [upTo, from] = useMemo(
    () => [bindAction(RUN_ACTIONS.upTo, target), bindAction(RUN_ACTIONS.from, target)] as const,
    [target],
  );
  return (
    <>
      <ActionTool flow={target.flow} action={upTo} icon="runUpTo" />
      <ActionTool flow={target.flow} action={from} icon="runFrom" />
    </>
  );
}

/** True when one frame is selected, alone. */
function isFrame(flow: FlowStore): boolean {
  const node = flow.node(flow.soleNodeId ?? '');
  return flow.editor.document.kinds.of(node?.type ?? '')?.isFrame === true;
}

/** True when one image node is selected that is connected to other image nodes. */
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
 * One toolbar above the selection: for several nodes, for a frame, and for running one image node among others. Hidden
 * during a gesture and while a text is edited.
 */
export const SelectionBar = observer(function SelectionBar(props: SelectionBarProps) {
  const { flow } = props.target;
  if (!flow.isAtRest || flow.editing) return null;
  return flow.selectedCount > 1 || isFrame(flow) || isInChain(flow) ? <OpenBar {...props} /> : null;
});
