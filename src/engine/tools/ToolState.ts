import type { Editor } from '../Editor';
import type { Refolded } from '../scene/Folds';
import type { Box } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { Flow } from '../nodes/flows';
import type { HandleRef, RefusalReason } from '../scene/connectionRule';
import type { Hit } from '../scene/hitTest';
import type { AddMenu } from '../scene/addMenu';
import type { Selection } from '../scene/selection';
import type { Guide } from '../scene/guides';
import type { GestureView } from './GestureView';
import type { HeldTool } from './heldTool';
import type { PointerInput } from './input';

/** A card, or a handle of it, that cannot take the edge over it. */
export interface Refusal {
  readonly nodeId: string;
  readonly reason: RefusalReason;
  /** World point of the edge's loose end. */
  readonly at: Vector;
}

/** An edge on its way; world points, in the direction of the flow. */
export interface PendingEdge {
  readonly from: Vector;
  readonly to: Vector;
  readonly flow: Flow;
  /** The handle or card under it does not take it. */
  readonly isRefused: boolean;
}

/** The edge that follows the pointer or the keys. */
export interface ConnectionPreview {
  readonly anchor: HandleRef;
  /** The edge of the document that is being reconnected; null while a new one is drawn. */
  readonly movedEdgeId: string | null;
  /** World points, in the direction of the flow. */
  readonly from: Vector;
  readonly to: Vector;
  readonly flow: Flow;
  /** 'none' over the pane; 'invalid' over a handle or a card that cannot take it. */
  readonly verdict: 'none' | 'valid' | 'invalid';
  readonly target: HandleRef | null;
  /** Why not, while it is invalid. */
  readonly refusal: Refusal | null;
  /** Pending connections of the other selected nodes, which follow it; of very many only the first. */
  readonly beside: readonly PendingEdge[];
}

export interface ItemPreview {
  /** The category it comes from. */
  readonly nodeId: string;
  readonly rowId: string;
  readonly at: Vector;
  /** Its slot among the rows of its own category (see RowSlot); null elsewhere. */
  readonly slot: number | null;
}

/** A stroke that cuts edges; world points. */
export interface CutPreview {
  readonly path: readonly Vector[];
  /** Points at which it crosses the edges that would go, once each. */
  readonly crossings: readonly Vector[];
}

/** The preview of a gesture before it is committed. */
export interface Preview {
  readonly connection: ConnectionPreview | null;
  readonly marquee: Box | null;
  /** The node that would take in what is dragged. */
  readonly dropTargetId: string | null;
  /** The edge that the dragged node would be put into. */
  readonly insertEdgeId: string | null;
  readonly cut: CutPreview | null;
  /** A dragged row of a category, at this world point. */
  readonly item: ItemPreview | null;
  /** An edge was dropped on the pane; the same value for as long as the add menu is open. */
  readonly addMenu: AddMenu | null;
  /** Guides that the dragged card aligns with; null for none. */
  readonly guides: readonly Guide[] | null;
}

export const NO_PREVIEW: Preview = {
  connection: null,
  marquee: null,
  dropTargetId: null,
  insertEdgeId: null,
  cut: null,
  item: null,
  addMenu: null,
  guides: null,
};

/** How a state is entered: its name and what it starts from. `from` is a world point, for `panning` one of the screen. */
export type Start =
  /** `clicked`: the thing that was clicked just before. */
  | { readonly name: 'idle'; readonly clicked?: Hit }
  | { readonly name: 'panning'; readonly from: Vector; readonly input: PointerInput }
  /** `isAgain`: the press soon follows a click on the same thing. */
  | { readonly name: 'pressing'; readonly input: PointerInput; readonly hit: Hit; readonly isAgain: boolean }
  | { readonly name: 'longPressing'; readonly from: Vector; readonly input: PointerInput; readonly hit: Hit }
  | { readonly name: 'resizing'; readonly from: Vector; readonly input: PointerInput; readonly nodeId: string }
  | {
      readonly name: 'dragging';
      readonly from: Vector;
      readonly input: PointerInput;
      readonly grabbedId: string;
      readonly along?: HeldTool | null;
    }
  | { readonly name: 'cutting'; readonly from: Vector; readonly input: PointerInput }
  | { readonly name: 'joining'; readonly input: PointerInput; readonly nodeId: string }
  | { readonly name: 'connecting'; readonly input: PointerInput; readonly anchor: HandleRef }
  | {
      readonly name: 'reconnecting';
      readonly input: PointerInput;
      readonly edgeId: string;
      readonly holder: HandleRef;
    }
  | { readonly name: 'keyboardConnecting'; readonly anchor: HandleRef; readonly movedEdgeId: string | null }
  | { readonly name: 'addMenuOpen'; readonly from: HandleRef; readonly at: Vector }
  | { readonly name: 'marqueeSelecting'; readonly from: Vector; readonly input: PointerInput }
  | { readonly name: 'draggingRow'; readonly input: PointerInput; readonly nodeId: string; readonly rowId: string }
  | { readonly name: 'pinching'; readonly first: PointerInput; readonly second: PointerInput };

/** The things that a state works with. */
export interface ToolContext {
  readonly editor: Editor;
  readonly gesture: GestureView;
  /** Returns a function that brings a selection back as a cancelled gesture has to, see `Focus.remember`. */
  remember(): (selection: Selection) => void;
  enter(start: Start): void;
}

/**
 * One state of the tool. A state lives from `enter` to the next `enter`; its constructor has no effects, since
 * `onEnter` may already lead on to another state; `onExit` clears what it showed.
 */
export interface ToolState {
  readonly name: Start['name'];
  /** It holds something at a place of the world: the view follows it over the edge of the stage. */
  readonly autoPans?: true;
  /** The gesture holds nothing: the other keys mean what they mean at rest. */
  readonly leavesKeys?: true;
  /** Whether it waits for time to pass, which `onTick` reports. */
  readonly wantsTicks?: boolean;
  onEnter?(): void;
  onPointerDown?(input: PointerInput): void;
  /**
   * The input that the state was entered with is its first move; while it lasts, the last one comes again when the
   * view or the document has changed under it.
   */
  onPointerMove?(input: PointerInput): void;
  onPointerUp?(input: PointerInput): void;
  /** Tells the milliseconds since the last tick. */
  onTick?(elapsedMs: number): void;
  /** The keys point at this handle, or at none. */
  onAim?(target: HandleRef | null): void;
  /** The keys drop the pending connection. */
  onLetGo?(): void;
  /** Escape, capture lost, window blurred: it undoes its changes; the next state is 'idle'. */
  onCancel?(): void;
  /**
   * The document was changed by somebody else in the middle of the gesture; nodes of the gesture may be gone. `folded`: the nodes
   * that another card is shown for now, folded away or unfolded.
   */
  onDocumentChange?(folded: Refolded): void;
  onExit?(): void;
}
