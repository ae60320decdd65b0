/** How long after one another and how far apart two taps may be; milliseconds and CSS pixels, as browsers have it. */
const GAP_MAX_MS = 500;
const GAP_MAX = 24;

type Tap = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY'>;

/** Two quick presses, or taps of a finger: not every browser makes a double click of those, and none says so of a press. */
export class DoubleTap {
  #last: Tap | null = null;

  /** Takes the next press or tap; returns whether it is the second one. */
  tap(tap: Tap): boolean {
    const last = this.#last;
    const isSecond =
      last !== null &&
      tap.timeStamp - last.timeStamp < GAP_MAX_MS &&
      Math.hypot(tap.clientX - last.clientX, tap.clientY - last.clientY) < GAP_MAX;
    this.#last = isSecond ? null : tap;
    return isSecond;
  }
}
