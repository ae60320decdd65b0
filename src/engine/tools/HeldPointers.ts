import type { PointerInput } from './input';

/** The fingers that are down, their present positions, and the pointers that the gesture follows. */
export class HeldPointers {
  /** Fingers that are down, by pointer id, in the order they came. */
  readonly #fingers = new Map<number, PointerInput>();
  #followed: readonly PointerInput[] = [];

  /** Whether a pen or a mouse is in use: a hand may then rest on the glass. */
  get isPenOrMouseDown(): boolean {
    return this.#followed.some(({ pointerType }) => pointerType !== 'touch');
  }

  /** The first of the other fingers that are down: with it, this press is a pinch. */
  press(input: PointerInput): PointerInput | null {
    if (input.pointerType !== 'touch') return null;
    this.#fingers.delete(input.pointerId);
    const [other] = this.#fingers.values();
    this.#fingers.set(input.pointerId, input);
    return other ?? null;
  }

  move(input: PointerInput): void {
    if (this.#fingers.has(input.pointerId)) this.#fingers.set(input.pointerId, input);
  }

  release(pointerId: number): void {
    this.#fingers.delete(pointerId);
    this.#followed = this.#followed.filter((input) => input.pointerId !== pointerId);
  }

  /** The pointers that steer a gesture from here on; no other one moves or ends it. */
  follow(inputs: readonly PointerInput[]): void {
    this.#followed = inputs;
  }

  isFollowed(pointerId: number): boolean {
    return this.#followed.some((input) => input.pointerId === pointerId);
  }

  clear(): void {
    this.#fingers.clear();
    this.#followed = [];
  }
}
