/** A figure with its limit. */
export interface Verdict {
  readonly what: string;
  readonly measured: number;
  readonly atMost: number;
  readonly holds: boolean;
}

/** Collects verdicts, each of a figure that may be so much and no more. */
export class Verdicts {
  readonly all: Verdict[] = [];

  say(what: string, measured: number, atMost: number): void {
    this.all.push({ what, measured, atMost, holds: measured <= atMost });
  }
}

const short = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en');

/** The verdicts as a table in Markdown, for the terminal and for the README alike. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ what, measured, atMost, holds }) => {
    const verdict = holds ? 'met' : '**not met**';
    return `| ${what} | ${short(measured)} | ${short(atMost)} | ${verdict} |`;
  });
  return ['| | measured | at most | |', '|---|---:|---:|---|', ...rows].join('\n');
}
