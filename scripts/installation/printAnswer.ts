/** How a command ended and what it tells. */
export interface CommandAnswer {
  readonly code: 0 | 1;
  readonly lines: readonly string[];
}

/** Control characters, and those that reorder the characters after them. A tab separates columns. */
const UNPRINTABLE = /(?!\t)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** Makes people's words safe for the operator's terminal, which would take orders from them. */
export const printable = (line: string): string => line.replace(UNPRINTABLE, '\ufffd');

/** A line of a table; nothing in a cell starts another one. */
export const tableRow = (cells: readonly string[]): string =>
  cells.map((cell) => printable(cell.replaceAll('\t', ' '))).join('\t');

/** Tells it, on the error stream where it went wrong, and ends the process with its code. */
export function printAnswer({ code, lines }: CommandAnswer): void {
  (code === 0 ? process.stdout : process.stderr).write(lines.map((line) => `${printable(line)}\n`).join(''));
  process.exitCode = code;
}
