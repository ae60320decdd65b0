/** How long and how far apart two taps may be; milliseconds and CSS pixels, as browsers have it. */
const MAX_GAP_MS = 300;
const MAX_GAP = 24;

type Tap = Pick<PointerEvent, 'timeStamp' | 'clientX' | 'clientY' | 'isPrimary'>;

const isNear = (one: Tap, other: Tap): boolean =>
  other.timeStamp - one.timeStamp < MAX_GAP_MS &&
  Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) < MAX_GAP;

/** Two quick taps of a finger: not every browser makes a double click of them. */
export class DoubleTap {
  #press: Tap | null = null;
  #lastTap: Tap | null = null;

  press(event: Tap): void {
    this.#press = event.isPrimary ? event : null;
    if (!event.isPrimary) this.#lastTap = null;
  }

  /** Answers whether this release ends the second tap. */
  release(event: Tap): boolean {
    const isTap = this.#press !== null && isNear(this.#press, event);
    const isSecond = isTap && this.#lastTap !== null && isNear(this.#lastTap, event);
    this.#lastTap = isTap && !isSecond ? event : null;
    return isSecond;
  }
}
