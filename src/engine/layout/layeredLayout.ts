import { componentsOf, type Component } from './components';
import type { LayoutGraph, LayoutPlaces } from './LayoutGraph';
import { layersOf } from './Layers';
import { orderLayers } from './orderLayers';
import { NODE_GAP, placeLayers, placesAsNow, roundedUp } from './placeLayers';
import { ranksOf } from './ranks';

/** Gap between two connected components; world pixels. */
const PART_GAP = 90;
/** Ratio of width to height of the packed parts: about a screen's. */
const ASPECT = 1.6;
/** Nodes after which progress is reported. */
const TELL_EACH = 2_000;
/** Progress of a large part, from 0 to 1: after its nodes have got their layers, and after the layers have got their order. */
const RANKED = 0.2;
const ORDERED = 0.7;

/**
 * Lays a flow out from left to right: layers by longest paths, ordered by medians so that few edges cross, nodes of their own sizes, and
 * unconnected parts packed side by side. No two nodes overlap, edges of a graph without cycles lead to the right, and the same graph has
 * the same result. All places are on the grid, from 0, 0 on.
 * @param onProgress is called from time to time with the finished share, from 0 to 1.
 */
export function layeredLayout(graph: LayoutGraph, onProgress: (share: number) => void = () => undefined): LayoutPlaces {
  const count = graph.x.length;
  const places: LayoutPlaces = { x: new Float64Array(count), y: new Float64Array(count) };
  const boxes: SizedPart[] = [];
  let done = 0;
  let told = 0;
  for (const part of componentsOf(graph)) {
    const size = part.nodes.length;
    const before = done;
    const tell = (share: number): void => (size < TELL_EACH ? undefined : onProgress((before + share * size) / count));
    boxes.push(placePart(part, places, tell));
    done += part.nodes.length;
    if (done - told < TELL_EACH) continue;
    told = done;
    onProgress(done / count);
  }
  const linked = boxes.filter(({ part }) => part.nodes.length > 1);
  const single = boxes.filter(({ part }) => part.nodes.length === 1);
  const { height } = pack(linked, PART_GAP, 0, places);
  pack(single, NODE_GAP, linked.length > 0 ? roundedUp(height + PART_GAP) : 0, places);
  return places;
}

interface SizedPart {
  readonly part: Component;
  readonly width: number;
  readonly height: number;
}

/** Lays one part out by itself, from 0, 0 on. */
function placePart(part: Component, places: LayoutPlaces, tell: (share: number) => void): SizedPart {
  const { graph, nodes } = part;
  if (nodes.length === 1) return { part, width: graph.width[0]!, height: graph.height[0]! };
  const ranks = ranksOf(graph);
  const layers = layersOf(graph, ranks);
  tell(RANKED);
  const { order, isOrdered } = orderLayers(layers);
  tell(ORDERED);
  const own = (isOrdered && placesAsNow(graph, ranks, order)) || placeLayers(graph, ranks, layers, order);
  let width = 0;
  let height = 0;
  for (let at = 0; at < nodes.length; at += 1) {
    places.x[nodes[at]!] = own.x[at]!;
    places.y[nodes[at]!] = own.y[at]!;
    width = Math.max(width, own.x[at]! + graph.width[at]!);
    height = Math.max(height, own.y[at]! + graph.height[at]!);
  }
  return { part, width, height };
}

/** Puts boxes into rows, in their order, so that one that comes or goes leaves those before it where they are. */
function pack(boxes: readonly SizedPart[], gap: number, top: number, { x, y }: LayoutPlaces): { height: number } {
  const area = boxes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = boxes.reduce((most, { width }) => Math.max(most, width), 0);
  const rowWidth = Math.max(widest, Math.sqrt(area * ASPECT));
  let left = 0;
  let rowTop = top;
  let bottom = top;
  for (const { part, width, height } of boxes) {
    if (left > 0 && left + width > rowWidth) {
      left = 0;
      rowTop = roundedUp(bottom + gap);
    }
    for (const node of part.nodes) {
      x[node]! += left;
      y[node]! += rowTop;
    }
    left = roundedUp(left + width + gap);
    bottom = Math.max(bottom, rowTop + height);
  }
  return { height: bottom - top };
}
