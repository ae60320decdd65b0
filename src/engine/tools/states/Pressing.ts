import { toggleListMode } from '../../edits/toggleListMode';
import { removeSelection } from '../../edits/removeSelection';
import type { Vector } from '../../geometry/vector';
import { holderOf } from '../../scene/edgeAt';
import { hasSubject, type Hit } from '../../scene/hitTest';
import { toggledIn } from '../../scene/selection';
import { type PointerInput, isBeyondSlop } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

/** Time that a finger or a pen rests until it is a long press; milliseconds. */
const LONG_PRESS_MS = 500;
/** Longest frame that counts: one that comes late (a busy page) makes no long press of a tap; milliseconds. */
const STEP_MAX_MS = 100;

/** Pressed, not moved yet: it becomes a click or one of the gestures. */
export class Pressing implements ToolState {
  readonly name = 'pressing';
  readonly #context: ToolContext;
  readonly #start: PointerInput;
  readonly #hit: Hit;
  /** World point of the press: a wheel may move the view before the pointer moves. */
  readonly #from: Vector;
  readonly #isAgain: boolean;
  #restedMs = 0;

  constructor(context: ToolContext, input: PointerInput, hit: Hit, isAgain: boolean) {
    this.#context = context;
    this.#start = input;
    this.#hit = hit;
    this.#isAgain = isAgain;
    this.#from = context.editor.view.toWorld(input.point);
  }

  get wantsTicks(): boolean {
    return this.#start.pointerType !== 'mouse' && takesLongPress(this.#hit);
  }

  onTick(elapsedMs: number): void {
    this.#restedMs += Math.min(STEP_MAX_MS, elapsedMs);
    if (this.#restedMs >= LONG_PRESS_MS)
      this.#context.enter({ name: 'longPressing', from: this.#from, input: this.#start, hit: this.#hit });
  }

  onPointerMove(input: PointerInput): void {
    if (!isBeyondSlop(this.#start, input)) return;
    const hit = this.#hit;
    const from = this.#from;
    if (hit.type === 'handle' && hit.handle.isConnectable) {
      this.#context.enter({ name: 'connecting', input, anchor: { nodeId: hit.node.id, handleId: hit.handle.id } });
      return;
    }
    const holder = hit.type === 'edgeEnd' ? holderOf(this.#context.editor.document, hit.edge, hit.end) : null;
    if (hit.type === 'edgeEnd' && holder) {
      this.#context.enter({ name: 'reconnecting', input, edgeId: hit.edge.id, holder });
      return;
    }
    switch (hit.type) {
      case 'grip':
        this.#context.enter({ name: 'draggingRow', input, nodeId: hit.node.id, rowId: hit.rowId });
        break;
      case 'corner':
        this.#context.enter({ name: 'resizing', from, input, nodeId: hit.node.id });
        break;
      case 'node':
      case 'fold':
      case 'action':
      case 'list':
      case 'handle':
        this.#context.enter({
          name: 'dragging',
          from,
          input,
          grabbedId: hit.node.id,
          along: this.#context.editor.heldTool,
        });
        break;
      case 'deleteNode':
      case 'deleteEdge':
        break;
      default:
        // An edge cannot be dragged, so a press on one moves the pane like any other press.
        if (this.#start.shift) this.#context.enter({ name: 'marqueeSelecting', from, input });
        else this.#context.enter({ name: 'panning', from: this.#start.point, input });
    }
  }

  onPointerUp(input: PointerInput): void {
    this.#context.enter({ name: 'idle', clicked: this.#hit });
    this.#click(input);
  }

  onDocumentChange(): void {
    const { document, scene } = this.#context.editor;
    if (!hasSubject(document, scene, this.#hit)) this.#context.enter({ name: 'idle' });
  }

  #click(input: PointerInput): void {
    const { editor } = this.#context;
    const { selection } = editor;
    const isAdding = input.shift || input.primary;
    const hit = this.#hit;
    switch (hit.type) {
      case 'pane':
        if (!isAdding) editor.select({});
        break;
      case 'deleteNode':
      case 'deleteEdge':
        this.#pressDelete(input);
        break;
      case 'edge':
      case 'edgeEnd':
        editor.select(isAdding ? toggledIn(selection, hit) : { edges: new Set([hit.edge.id]) });
        break;
      default:
        editor.select(isAdding ? toggledIn(selection, hit) : { nodes: new Set([hit.node.id]) });
        // The second half of a double click would take back what the first did, such as begin a run.
        if (this.#isAgain) break;
        if (hit.type === 'fold') editor.frames.toggleFold([hit.node.id]);
        if (hit.type === 'action') editor.act(hit.node.id, hit.action);
        if (hit.type === 'list') editor.apply(toggleListMode(editor.document, { ...hit, nodeId: hit.node.id }));
    }
  }

  /** Releases the delete button. Sliding off it before takes the press back, as with every button; it deletes its own thing only. */
  #pressDelete(input: PointerInput): void {
    const { editor } = this.#context;
    const end = editor.hit(input.point);
    const hit = this.#hit;
    if (hit.type === 'deleteNode' && end.type === 'deleteNode' && end.node.id === hit.node.id)
      editor.apply(removeSelection({ nodes: editor.frames.withHidden(new Set([hit.node.id])), edges: new Set() }));
    if (hit.type === 'deleteEdge' && end.type === 'deleteEdge' && end.edge.id === hit.edge.id)
      editor.apply(removeSelection({ nodes: new Set(), edges: new Set([hit.edge.id]) }));
  }
}

/** Card, edge and pane; a button is pressed and a handle, a grip or an edge's end is pulled, however slowly. */
const takesLongPress = (hit: Hit): boolean =>
  hit.type === 'node' ||
  hit.type === 'edge' ||
  hit.type === 'pane' ||
  (hit.type === 'handle' && !hit.handle.isConnectable);
