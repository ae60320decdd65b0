interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly put: string;
  /** Nothing replaced it, not even the same text. */
  readonly isDeletion: boolean;
}

/** The stretch of `before` that differs in `after`, with the caret after it if possible. */
export function changedStretch(before: string, after: string, caret: number): Stretch {
  const tail = after.slice(caret);
  let last = before.endsWith(tail) ? tail.length : 0;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter - last && before[start] === after[start]) start += 1;
  const isDeletion = start === after.length - last;
  while (last < shorter - start && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  return { start, end: before.length - last, put: after.slice(start, after.length - last), isDeletion };
}
