import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { Editor } from '../../Editor';
import { describeView, type DescribedView, type DescribedNode } from './describeView';

/** Nodes laid out at a time: with more, the page would miss its next frame. */
export const NODES_A_STEP = 40;

export interface LaidOutView {
  readonly view: DescribedView;
  /** True when nothing of the wanted view is left for another step. */
  readonly isWhole: boolean;
}

const NOTHING_LAID: LaidOutView = { view: { nodes: [], edges: [], otherEdges: [] }, isWhole: true };

/**
 * One step from the shown view to the wanted one: nodes that are gone go at once, changed and new ones come in parts,
 * the focused one before all others. An unchanged node keeps its place and its element.
 */
function layNext({ view: shown }: LaidOutView, wanted: DescribedView, focusedId: string | null): LaidOutView {
  const known = new Map(shown.nodes.map((each) => [each.node.id, each]));
  const nodes: DescribedNode[] = [];
  let left = NODES_A_STEP;
  let isWhole = true;
  for (const next of wanted.nodes) {
    const before = known.get(next.node.id);
    if (before && isSame(before, next)) nodes.push(before);
    else if (next.node.id === focusedId) nodes.push(next);
    else if (left > 0) {
      left--;
      nodes.push(next);
    } else {
      isWhole = false;
      if (before) nodes.push(before);
    }
  }
  const { edges } = wanted;
  const otherEdges = isWhole ? wanted.otherEdges : shown.otherEdges.filter((edge) => wanted.otherEdges.includes(edge));
  return { view: { nodes, edges, otherEdges }, isWhole };
}

const isSame = (a: DescribedNode, b: DescribedNode): boolean =>
  a.node === b.node &&
  a.stacking === b.stacking &&
  a.covered === b.covered &&
  a.isSelected === b.isSelected &&
  a.isAlone === b.isAlone &&
  a.deleteRadius === b.deleteRadius &&
  a.canRun === b.canRun &&
  a.takes === b.takes &&
  a.prompt === b.prompt;

/**
 * Time for which the viewport must be still before the layer is laid out again. ACCESS-8 requires at most 100 ms, which must include the
 * steps for the most nodes.
 */
const REST_MS = 50;
/** Pause between two steps, for a due frame and for what the person does meanwhile. */
const STEP_MS = 4;
/** Selecting more than this costs enough already: the layer follows in a task of its own. */
const SELECTED_AT_ONCE_MAX = 20;

/**
 * The view as the accessible layer shows it: updated at once after an edit or when the keyboard reaches another node,
 * and after the viewport has come to rest. A large update comes in steps, each a task of its own.
 */
export function useDescribedView(editor: Editor, focusedId: string | null): DescribedView {
  const [version, layAnew] = useReducer((count: number) => count + 1, 0);
  const shown = useRef(NOTHING_LAID);

  useEffect(() => {
    let timer: number | undefined;
    const layIn = (delay: number): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        timer = undefined;
        layAnew();
      }, delay);
    };
    // The stage may have told the editor its size before this listens.
    layAnew();
    const layNow = (): void => {
      const { nodes, edges } = editor.selection;
      if (nodes.size + edges.size > SELECTED_AT_ONCE_MAX) layIn(0);
      else layAnew();
    };
    const unsubscribe = editor.subscribe((event) => {
      const isOfTheView = event.type === 'invalidate' && (event.reason === 'size' || event.reason === 'takes');
      if (event.type === 'viewport' || isOfTheView) layIn(REST_MS);
      else if (event.type === 'selection' || (event.type === 'document' && timer === undefined)) layNow();
    });
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
    };
  }, [editor]);

  const laid = useMemo(
    () => layNext(shown.current, describeView(editor, focusedId), focusedId),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for everything the editor changed
    [editor, focusedId, version],
  );

  useEffect(() => {
    shown.current = laid;
    if (laid.isWhole) return undefined;
    const timer = window.setTimeout(layAnew, STEP_MS);
    return () => window.clearTimeout(timer);
  }, [laid]);

  return laid.view;
}
