import type { FlowEdge, FlowNode, Snapshot } from '../../../src/engine';
import { art, canvas, pipe, prompt } from './snapshots';

/** This many nodes in a square, prompts and pictures in turn, with about two edges a node. */
export function largeCanvas(count: number): Snapshot {
  const columns = Math.ceil(Math.sqrt(count));
  const nodes: FlowNode[] = [];
  const edges: FlowEdge[] = [];
  for (let index = 0; index < count; index += 1) {
    const node = index % 2 === 0 ? prompt(`prompt${index}`, `강가의 작은 집 ${index}`) : art(`art${index}`);
    nodes.push({ ...node, position: { x: (index % columns) * 315, y: Math.floor(index / columns) * 270 } });
    if (index % 2 === 0) continue;
    for (const back of [1, 3]) if (index >= back) edges.push(pipe(`prompt${index - back}`, `art${index}`));
    for (const back of [2, 4]) if (index >= back) edges.push(pipe(`art${index - back}`, `art${index}`, 'image'));
  }
  return canvas(nodes, edges);
}
