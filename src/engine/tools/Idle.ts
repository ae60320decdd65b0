import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** Nothing is pressed. */
export class Idle implements ToolState {
  readonly name = 'idle';
  readonly #context: ToolContext;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  onPointerMove(input: PointerInput): void {
    const hit = this.#context.editor.hit(input.point);
    this.#context.gesture.setHover('node' in hit ? hit.node.id : null, hit.type === 'handle' ? hit.handle.id : null);
  }

  onPointerDown(input: PointerInput): void {
    const { editor } = this.#context;
    if (input.button === 1 || (input.button === 0 && editor.isSpaceHeld))
      this.#context.enter({ name: 'panning', from: input.point, input });
    else if (input.button === 0) this.#context.enter({ name: 'pressing', input, hit: editor.hit(input.point) });
  }
}
