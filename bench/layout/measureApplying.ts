import { Editor, gatherTidy, layeredLayout, type FlowEdge, type FlowNode } from '../../src/engine';
import { anyLayoutGraph } from '../../tests/engine/support/layoutFlows';

/** The cost of tidying up for the page itself. */
export interface Applying {
  readonly nodes: number;
  /** The steps that gather; the page runs them in tasks of half a frame. */
  readonly longestStepMs: number;
  readonly gatherMs: number;
  /** The one step that moves all, and the next read of the view. */
  readonly movesMs: number;
  readonly runMs: number;
  readonly lookMs: number;
}

export function measureApplying(nodeCount: number): Applying {
  const flow = anyLayoutGraph(nodeCount, 1);
  const nodes = Array.from(flow.x, (x, index): FlowNode => {
    return { id: `image_node_${index}`, type: 'image', position: { x, y: flow.y[index] ?? 0 }, data: {} };
  });
  const edges = Array.from(flow.source, (from, edge): FlowEdge => {
    const [source, target] = [`image_node_${from}`, `image_node_${flow.target[edge] ?? 0}`];
    return { id: `${source}-${target}`, source, target, sourceHandle: 'image-right', targetHandle: 'image-left' };
  });
  const editor = new Editor({ snapshot: { nodes, edges, viewport: { x: 0, y: 0, zoom: 0.5 } }, uniqueId: () => 'new' });
  editor.view.setSize({ width: 1440, height: 900 });
  while (editor.scene.settle());

  const steps = gatherTidy(editor.document, editor.scene, editor.document.nodeIds);
  const began = performance.now();
  let longestStepMs = 0;
  for (;;) {
    const start = performance.now();
    const { done, value } = steps.next();
    longestStepMs = Math.max(longestStepMs, performance.now() - start);
    if (done !== true) continue;
    const gathered = performance.now();
    const places = layeredLayout(value.graph);
    const laidOut = performance.now();
    const moves = value.moves(places);
    const moved = performance.now();
    editor.apply(moves);
    const run = performance.now();
    editor.scene.nodesIn(editor.view.visibleBox());
    return {
      nodes: nodeCount,
      longestStepMs,
      gatherMs: gathered - began,
      movesMs: moved - laidOut,
      runMs: run - moved,
      lookMs: performance.now() - run,
    };
  }
}
