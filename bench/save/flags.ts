import { parseArgs } from 'node:util';
import { wholeNumber } from '../wholeNumber';

export const PARTS = ['one', 'many', 'large', 'folding', 'whole'] as const;
export type Part = (typeof PARTS)[number];

export interface Flags {
  readonly only: readonly Part[];
  /** How long many editors save. */
  readonly seconds: number;
  readonly editors: number;
  readonly largeEditors: number;
  /** Saves of which the median is taken. */
  readonly saves: number;
  /** A file for the figures; null for the place of a whole run's, or none for a part. */
  readonly out: string | null;
}

const USAGE = `npm run bench:save -- [--only ${PARTS.join(',')}] [--seconds 60] [--editors 300] [--large-editors 100]
  [--saves 200] [--out FILE]`;

/** Throws with the usage for a flag or a value that is not known. */
export function readFlags(args: string[]): Flags {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { only: text, seconds: text, editors: text, 'large-editors': text, saves: text, out: text },
  });
  const names = values.only?.split(',') ?? PARTS;
  const unknown = names.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`'${unknown}' is none of ${PARTS.join(', ')}\n${USAGE}`);
  const whole = (name: keyof typeof values, fallback: number) => wholeNumber(name, values[name], fallback, USAGE);
  return {
    only: PARTS.filter((part) => names.includes(part)),
    seconds: whole('seconds', 60),
    editors: whole('editors', 300),
    largeEditors: whole('large-editors', 100),
    saves: whole('saves', 200),
    out: values.out ?? null,
  };
}
