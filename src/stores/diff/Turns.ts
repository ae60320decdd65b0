/** Work that is done in turns, each a `next` and none of them long. */
export type Turns<Result> = Generator<void, Result, void>;

/** Nodes, edges or steps that a turn deals with: some three milliseconds. What kept its reference does not count. */
export const TURN = 1000;

/** Does all that is left, at once. */
export function finish<Result>(turns: Turns<Result>): Result {
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
  }
}
