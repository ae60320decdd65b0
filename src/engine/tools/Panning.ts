import { add, subtract, type Vector } from '../geometry/vector';
import type { Camera } from '../geometry/camera';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** The floor follows the pointer, step by step, so that a wheel turned meanwhile is not taken back. */
export class Panning implements ToolState {
  readonly name = 'panning';
  readonly #context: ToolContext;
  readonly #input: PointerInput;
  readonly #camera: Camera;
  #last: Vector;

  constructor(context: ToolContext, from: Vector, input: PointerInput) {
    this.#context = context;
    this.#input = input;
    this.#camera = context.camera();
    this.#last = from;
  }

  onEnter(): void {
    this.onPointerMove(this.#input);
  }

  onPointerMove(input: PointerInput): void {
    const camera = this.#context.camera();
    this.#context.setCamera({ ...add(camera, subtract(input.point, this.#last)), zoom: camera.zoom });
    this.#last = input.point;
  }

  onPointerUp(): void {
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.setCamera(this.#camera);
    this.#context.enter({ name: 'idle' });
  }
}
