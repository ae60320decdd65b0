import type { PointerInput } from './input';

/** Which fingers are down, where they are now, and whose the gesture is. */
export class HeldPointers {
  /** In the order they came down. */
  readonly #fingers = new Map<number, PointerInput>();
  #ownerId: number | null = null;

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

  release(input: PointerInput): void {
    this.#fingers.delete(input.pointerId);
  }

  /** The pointer that began a gesture; another one neither moves nor ends it. */
  own(input: PointerInput): void {
    this.#ownerId = input.pointerId;
  }

  isOwner(input: PointerInput): boolean {
    return this.#ownerId === input.pointerId;
  }

  clear(): void {
    this.#fingers.clear();
    this.#ownerId = null;
  }
}
