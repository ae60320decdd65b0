import type { FlowNode } from '../document/FlowNode';

/** Cards whose tops differ by less than this are in one row for a reader; world pixels. */
const ROW_TOLERANCE = 100;

/** The nodes from top to bottom, and from left to right within a row. */
export function readingOrder(nodes: readonly FlowNode[]): FlowNode[] {
  const rows: FlowNode[][] = [];
  for (const node of nodes.toSorted((a, b) => a.position.y - b.position.y)) {
    const row = rows.at(-1);
    const top = row?.[0]?.position.y ?? -Infinity;
    if (row && node.position.y - top < ROW_TOLERANCE) row.push(node);
    else rows.push([node]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.position.x - b.position.x));
}
