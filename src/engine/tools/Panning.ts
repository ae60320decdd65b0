import { add, subtract, type Vector } from '../geometry/vector';
import type { Camera } from '../geometry/camera';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** The floor follows the pointer. */
export class Panning implements ToolState {
  readonly name = 'panning';
  readonly #context: ToolContext;
  readonly #from: Vector;
  readonly #camera: Camera;

  constructor(context: ToolContext, input: PointerInput) {
    this.#context = context;
    this.#from = input.point;
    this.#camera = context.camera();
  }

  onPointerMove(input: PointerInput): void {
    const moved = add(this.#camera, subtract(input.point, this.#from));
    this.#context.setCamera({ ...moved, zoom: this.#camera.zoom });
  }

  onPointerUp(): void {
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.setCamera(this.#camera);
    this.#context.enter({ name: 'idle' });
  }
}
