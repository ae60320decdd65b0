import type { Box, Editor } from '../../../engine';

/** No box is computed for more than this: it would cost what is selected, and reach beyond any view. */
const MANY = 500;

/** The box around the selection, with pipes by the cards they join; null for none and for very many. */
export function selectionBounds({ document, scene, selection: { nodes, edges } }: Editor): Box | null {
  if (nodes.size > MANY && nodes.size === document.nodeCount && nodes === document.nodeIds) return scene.bounds();
  if (nodes.size + edges.size > MANY) return null;
  const ends = Array.from(edges).flatMap((id) => document.edge(id) ?? []);
  return scene.bounds(new Set([...nodes, ...ends.flatMap(({ source, target }) => [source, target])]));
}
