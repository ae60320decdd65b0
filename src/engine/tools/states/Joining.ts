import type { Refolded } from '../../scene/Folds';
import type { FlowNode } from '../../document/FlowNode';
import { type HandleRef, fittingHandle } from '../../scene/connectionRule';
import type { PointerInput } from '../input';
import { PendingConnection } from '../PendingConnection';
import type { ToolContext, ToolState } from '../ToolState';

/** An edge is drawn from card to card: of both the handles that fit best, what the first one gives before what it takes. */
export class Joining implements ToolState {
  readonly name = 'joining';
  readonly autoPans = true;
  readonly #context: ToolContext;
  readonly #nodeId: string;
  #connection: PendingConnection | null = null;

  constructor(context: ToolContext, nodeId: string) {
    this.#context = context;
    this.#nodeId = nodeId;
  }

  onPointerMove(input: PointerInput): void {
    const { editor } = this.#context;
    const hit = editor.hit(input.point);
    const anchor = this.#anchorFor('node' in hit ? hit.node : null);
    if (!anchor) {
      this.#context.enter({ name: 'idle' });
      return;
    }
    // A stroke over several cards stays with the handle that the first of them took.
    if (!this.#connection?.isSweeping && this.#connection?.anchor.handleId !== anchor.handleId)
      this.#connection = new PendingConnection(this.#context, anchor);
    this.#connection.follow(input.point, input.shift);
  }

  onPointerUp(): void {
    if (this.#connection) this.#connection.letGo(null);
    else this.#context.enter({ name: 'idle' });
  }

  onDocumentChange(folded: Refolded): void {
    this.#connection?.leaveFolded(folded);
  }

  onExit(): void {
    this.#context.gesture.setPreview({ connection: null });
  }

  /** The card's first handle that the other card fits, outputs first; over the pane the first one that takes an edge. */
  #anchorFor(other: FlowNode | null): HandleRef | null {
    const { document } = this.#context.editor;
    const node = document.node(this.#nodeId);
    if (!node) return null;
    const handles = document.kinds.handlesOf(node).filter(({ isConnectable }) => isConnectable);
    const refs = handles
      .toSorted((one, two) => Number(one.side === 'input') - Number(two.side === 'input'))
      .map(({ id }): HandleRef => ({ nodeId: node.id, handleId: id }));
    const fits = other && refs.find((ref) => fittingHandle(document, ref, other));
    return fits ?? refs[0] ?? null;
  }
}
