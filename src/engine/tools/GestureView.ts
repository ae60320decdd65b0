import { BOTH_LAYERS, type EditorEvent, type LayerName } from '../EditorEvent';
import type { DirtyRegion } from '../geometry/box';
import type { FlowEdge } from '../document/FlowEdge';
import type { GraphDocument } from '../document/GraphDocument';
import { isLongEdge } from '../geometry/edgeFade';
import type { Vector } from '../geometry/vector';
import type { IdSet } from '../collections/IdSet';
import type { HandleRef } from '../scene/connectionRule';
import { partsOfRoute } from '../scene/edgeGeometry';
import type { Scene } from '../scene/Scene';
import { NO_PREVIEW, type Preview } from './ToolState';

/** View state of the pointer, which the document does not have: the hovered and dragged things, and the preview of the gesture. */
export class GestureView {
  readonly #scene: Scene;
  readonly #emit: (event: EditorEvent) => void;
  #preview: Preview = NO_PREVIEW;
  #hoverId: string | null = null;
  #hoverHandle: HandleRef | null = null;
  #hoverEdge: FlowEdge | null = null;

  constructor(scene: Scene, emit: (event: EditorEvent) => void) {
    this.#scene = scene;
    this.#emit = emit;
  }

  get preview(): Preview {
    return this.#preview;
  }

  get hoverId(): string | null {
    return this.#hoverId;
  }

  /** The handle of the hovered node that is under the pointer itself. */
  get hoverHandle(): HandleRef | null {
    return this.#hoverHandle;
  }

  get hoverEdgeId(): string | null {
    return this.#hoverEdge?.id ?? null;
  }

  setHover(nodeId: string | null, handleId: string | null = null): void {
    const before = this.#hoverId;
    if (nodeId === before && handleId === (this.#hoverHandle?.handleId ?? null)) return;
    this.#hoverId = nodeId;
    this.#hoverHandle = nodeId !== null && handleId !== null ? { nodeId, handleId } : null;
    this.#emit({ type: 'hover' });
    if (nodeId !== before) this.#invalidate(['world'], 'hover', this.#areaOf([before, nodeId]));
  }

  /** An edge under the pointer is shown in full; only a long one looks different for that. */
  setHoverEdge(edge: FlowEdge | null, zoom: number): void {
    const before = this.#hoverEdge;
    if (edge?.id === before?.id) return;
    this.#hoverEdge = edge;
    const routes = [before, edge].map((one) => (one ? this.#scene.routeOf(one) : []));
    const area = routes.flatMap((route) => (isLongEdge(route, zoom) ? partsOfRoute(route) : []));
    if (area.length > 0) this.#invalidate(['world'], 'hover', area);
  }

  /** The hovered node or edge may have been removed or folded away. */
  documentChanged(document: GraphDocument): void {
    const { folds } = this.#scene;
    const id = this.#hoverId;
    if (id !== null && (!document.node(id) || folds.isHidden(id))) this.setHover(null);
    if (this.#hoverEdge && !folds.showsEdge(this.#hoverEdge.id)) this.#hoverEdge = null;
  }

  setPreview(preview: Partial<Preview>): void {
    const before = this.#preview;
    const next = { ...before, ...preview };
    if (PREVIEW_PARTS.every((part) => next[part] === before[part])) return;
    this.#preview = next;
    this.#emit({ type: 'preview' });
    // While a connection is pending every handle looks different; everything else of a preview is on the overlay.
    const isBegunOrEnded = (before.connection === null) !== (next.connection === null);
    this.#invalidate(isBegunOrEnded ? BOTH_LAYERS : ['overlay'], 'preview', isBegunOrEnded ? 'all' : []);
  }

  startDrag(nodeIds: IdSet): void {
    this.#scene.startDrag(nodeIds);
    this.#invalidate(BOTH_LAYERS, 'drag', this.#scene.areaAround(nodeIds));
  }

  /** Reports a step once, with its alignments. */
  moveDrag(delta: Vector, guides: Preview['guides']): void {
    this.#scene.moveDrag(delta);
    if (guides !== null || this.#preview.guides !== null) {
      this.#preview = { ...this.#preview, guides };
      this.#emit({ type: 'preview' });
    }
    this.#invalidate(['overlay'], 'drag', []);
  }

  endDrag(): void {
    const { drag } = this.#scene;
    if (!drag) return;
    this.#scene.endDrag();
    this.#invalidate(BOTH_LAYERS, 'drag', this.#scene.areaAround(drag.nodeIds));
  }

  /** An edge was dropped on a handle or a card that cannot take it, or not from these nodes of several. */
  refuse(nodeIds: readonly string[] = []): void {
    this.#emit({ type: 'refused', nodeIds });
  }

  #areaOf(ids: readonly (string | null | undefined)[]): DirtyRegion {
    return this.#scene.areaOf([new Set(ids.filter((id) => typeof id === 'string'))]);
  }

  #invalidate(layers: readonly LayerName[], reason: string, area: DirtyRegion): void {
    this.#emit({ type: 'invalidate', layers, reason, area });
  }
}

const PREVIEW_PARTS = [
  'connection',
  'marquee',
  'dropTargetId',
  'insertEdgeId',
  'cut',
  'item',
  'addMenu',
  'guides',
] as const;
