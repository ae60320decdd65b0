import type { Camera, Size } from '../geometry/camera';
import type { Box } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { CardAction } from '../model/cardLayout';
import type { Change } from '../model/Change';
import type { Flow } from '../model/FlowEdge';
import type { GraphDocument } from '../model/GraphDocument';
import type { HandleRef } from '../scene/connectionRule';
import type { Hit, Selection } from '../scene/hitTest';
import type { Offer } from '../scene/offer';
import type { Scene } from '../scene/Scene';
import type { PointerInput } from './input';

/** The pipe that follows the pointer or the keys. */
export interface PipePreview {
  readonly anchor: HandleRef;
  /** The edge of the document that is led elsewhere; null while a new one is drawn. */
  readonly movedEdgeId: string | null;
  /** World points, in the direction of the flow. */
  readonly from: Vector;
  readonly to: Vector;
  readonly colour: Flow;
  /** 'none' over the floor; 'invalid' over a handle that cannot take it. */
  readonly verdict: 'none' | 'valid' | 'invalid';
  readonly target: HandleRef | null;
}

/** What is shown of a gesture before it is committed. */
export interface Preview {
  readonly pipe: PipePreview | null;
  readonly marquee: Box | null;
  /** The node that would take in what is dragged. */
  readonly dropTargetId: string | null;
  /** A category row on its way out, at this world point. */
  readonly item: { readonly nodeId: string; readonly itemId: string; readonly at: Vector } | null;
  /** A pipe was let go over the floor; the same value for as long as it waits for an answer. */
  readonly offer: Offer | null;
}

export const NO_PREVIEW: Preview = { pipe: null, marquee: null, dropTargetId: null, item: null, offer: null };

/** How a state is entered: its name and what it starts from. */
export type Start =
  | { readonly name: 'idle' }
  | { readonly name: 'panning'; readonly from: Vector; readonly input: PointerInput }
  | { readonly name: 'pressing'; readonly input: PointerInput; readonly hit: Hit }
  | { readonly name: 'dragging'; readonly from: Vector; readonly input: PointerInput; readonly grabbedId: string }
  | { readonly name: 'connecting'; readonly input: PointerInput; readonly anchor: HandleRef }
  | {
      readonly name: 'reconnecting';
      readonly input: PointerInput;
      readonly edgeId: string;
      readonly holder: HandleRef;
    }
  | { readonly name: 'leading'; readonly anchor: HandleRef }
  | { readonly name: 'offering'; readonly from: HandleRef; readonly at: Vector }
  | { readonly name: 'brushing'; readonly from: Vector; readonly input: PointerInput }
  | { readonly name: 'placingItem'; readonly input: PointerInput; readonly nodeId: string; readonly itemId: string }
  | { readonly name: 'pinching'; readonly first: PointerInput; readonly second: PointerInput };

/** What a state may ask of the editor. */
export interface ToolContext {
  readonly document: GraphDocument;
  readonly scene: Scene;
  camera(): Camera;
  /** Of the stage, in screen pixels. */
  size(): Size;
  selection(): Selection;
  isSpaceHeld(): boolean;
  toWorld(screen: Vector): Vector;
  hit(screen: Vector): Hit;
  enter(start: Start): void;
  setCamera(camera: Camera): void;
  select(selection: Partial<Selection>): void;
  setHover(nodeId: string | null): void;
  setPreview(preview: Partial<Preview>): void;
  startDrag(nodeIds: ReadonlySet<string>): void;
  moveDrag(delta: Vector): void;
  endDrag(): void;
  run(changes: readonly Change[]): void;
  act(nodeId: string, action: CardAction): void;
  refuseConnection(): void;
  /** For a row or an item node whose own id is taken. */
  readonly freshItemId: () => string;
}

/**
 * One state of the tool. A state lives from `enter` to the next `enter`; its constructor has no effects, since
 * `onEnter` may already lead on to another state; `onExit` clears what it showed.
 */
export interface ToolState {
  readonly name: Start['name'];
  /** It holds something at a place of the world: the view follows it over the edge of the stage. */
  readonly isHolding?: true;
  /** No hand holds anything: the other keys mean what they mean at rest. */
  readonly leavesKeys?: true;
  onEnter?(): void;
  onPointerDown?(input: PointerInput): void;
  onPointerMove?(input: PointerInput): void;
  onPointerUp?(input: PointerInput): void;
  /** The keys point at this handle, or at none. */
  onAim?(target: HandleRef | null): void;
  /** The keys let go what they lead. */
  onLetGo?(): void;
  /** Escape, capture lost, window blurred: the document stays as it was. */
  onCancel?(): void;
  /** Somebody else changed the document in the middle of the gesture; what it holds on to may be gone. */
  onDocumentChange?(): void;
  onExit?(): void;
}
