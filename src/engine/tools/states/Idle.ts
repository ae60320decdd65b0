import { isSameHit, type Hit } from '../../scene/hitTest';
import { behindButton } from '../openCard';
import type { PointerInput } from '../input';
import type { Start, ToolContext, ToolState } from '../ToolState';

/** Nothing is pressed. */
export class Idle implements ToolState {
  readonly name = 'idle';
  readonly #context: ToolContext;
  readonly #clicked: Hit | undefined;

  constructor(context: ToolContext, clicked: Hit | undefined) {
    this.#context = context;
    this.#clicked = clicked;
  }

  onPointerMove(input: PointerInput): void {
    const { editor } = this.#context;
    const hit = editor.hit(input.point);
    // A frame looks the same under the pointer: its content need not be repainted for that.
    const isCard = 'node' in hit && !editor.document.kinds.isFrame(hit.node);
    this.#context.gesture.setHover(isCard ? hit.node.id : null, hit.type === 'handle' ? hit.handle.id : null);
  }

  onPointerDown(input: PointerInput): void {
    if (input.button === 1) this.#context.enter({ name: 'panning', from: input.point, input });
    else if (input.button === 0) this.#context.enter(this.#startOf(input));
  }

  #startOf(input: PointerInput): Start {
    const { editor } = this.#context;
    const { heldTool, view } = editor;
    if (heldTool === 'pan') return { name: 'panning', from: input.point, input };
    if (heldTool === 'cut') return { name: 'cutting', from: view.toWorld(input.point), input };
    const hit = input.isSecond ? behindButton(editor, input.point) : editor.hit(input.point);
    const from = heldTool === 'join' ? this.#joinable(hit) : null;
    if (from !== null) return { name: 'joining', input, nodeId: from };
    const isAgain = input.isSecond === true && this.#clicked !== undefined && isSameHit(hit, this.#clicked);
    return { name: 'pressing', input, hit, isAgain };
  }

  #joinable(hit: Hit): string | null {
    if (!('node' in hit) || hit.type === 'deleteNode') return null;
    const { kinds } = this.#context.editor.document;
    return kinds.handlesOf(hit.node).some(({ isConnectable }) => isConnectable) ? hit.node.id : null;
  }
}
