import { BOTH_LAYERS, type EditorEvent, type LayerName } from '../EditorEvent';
import type { DirtyRegion } from '../render/frame/repaintPlan';
import type { Vector } from '../geometry/vector';
import type { IdSet } from '../collections/IdSet';
import type { HandleRef } from '../scene/connectionRule';
import type { Scene } from '../scene/Scene';
import { NO_PREVIEW, type Preview } from './ToolState';

/** What the pointer shows and the document does not have: what it hovers, what it drags, what would come of it. */
export class GestureView {
  readonly #scene: Scene;
  readonly #emit: (event: EditorEvent) => void;
  #preview: Preview = NO_PREVIEW;
  #hoverId: string | null = null;
  #hoverHandle: HandleRef | null = null;

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

  setHover(nodeId: string | null, handleId: string | null = null): void {
    const before = this.#hoverId;
    if (nodeId === before && handleId === (this.#hoverHandle?.handleId ?? null)) return;
    this.#hoverId = nodeId;
    this.#hoverHandle = nodeId !== null && handleId !== null ? { nodeId, handleId } : null;
    this.#emit({ type: 'hover' });
    if (nodeId !== before) this.#invalidate(['world'], 'hover', this.#areaOf([before, nodeId]));
  }

  setPreview(preview: Partial<Preview>): void {
    const before = this.#preview;
    const next = { ...before, ...preview };
    if (PREVIEW_PARTS.every((part) => next[part] === before[part])) return;
    this.#preview = next;
    this.#emit({ type: 'preview' });
    const area = this.#areaBetween(before, next);
    this.#invalidate(area.length > 0 ? BOTH_LAYERS : ['overlay'], 'preview', area);
  }

  startDrag(nodeIds: IdSet): void {
    this.#scene.startDrag(nodeIds);
    this.#invalidate(BOTH_LAYERS, 'drag', this.#scene.areaAround(nodeIds));
  }

  moveDrag(delta: Vector): void {
    this.#scene.moveDrag(delta);
    this.#invalidate(['overlay'], 'drag', []);
  }

  endDrag(): void {
    const { drag } = this.#scene;
    if (!drag) return;
    this.#scene.endDrag();
    this.#invalidate(BOTH_LAYERS, 'drag', this.#scene.areaAround(drag.nodeIds));
  }

  /** An edge was let go over a handle or a card that cannot take it. */
  refuse(): void {
    this.#emit({ type: 'refused' });
  }

  /** Cards that look different under another preview; while an edge is in the hand every handle does. */
  #areaBetween(one: Preview, other: Preview): DirtyRegion {
    if ((one.connection === null) !== (other.connection === null)) return 'all';
    return isSameAim(one, other) ? [] : this.#areaOf([...aimsOf(one), ...aimsOf(other)]);
  }

  #areaOf(ids: readonly (string | null | undefined)[]): DirtyRegion {
    return this.#scene.areaOf([new Set(ids.filter((id) => typeof id === 'string'))]);
  }

  #invalidate(layers: readonly LayerName[], reason: string, area: DirtyRegion): void {
    this.#emit({ type: 'invalidate', layers, reason, area });
  }
}

const PREVIEW_PARTS = ['connection', 'marquee', 'dropTargetId', 'item', 'addMenu'] as const;

/** The cards that a gesture points at. */
const aimsOf = (preview: Preview) => [preview.dropTargetId, preview.connection?.target?.nodeId];

const isSameAim = (one: Preview, other: Preview): boolean =>
  one.dropTargetId === other.dropTargetId &&
  one.connection?.target?.nodeId === other.connection?.target?.nodeId &&
  one.connection?.target?.handleId === other.connection?.target?.handleId;
