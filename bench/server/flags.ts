import { parseArgs } from 'node:util';
import { wholeNumber } from '../wholeNumber';

export const PARTS = ['throughput', 'beside', 'list', 'opening'] as const;
export type Part = (typeof PARTS)[number];

export interface Flags {
  readonly only: readonly Part[];
  readonly editors: number;
  readonly projects: number;
  /** Of each turn of saving. */
  readonly seconds: number;
  /** A file for the figures; null for the place of a whole run's, or none for a part. */
  readonly out: string | null;
}

const USAGE = `npm run bench:server -- [--only ${PARTS.join(',')}] [--editors 300] [--projects 1000] [--seconds 15]
  [--out FILE]`;

/** Throws with the usage for a flag or a value that is not known. */
export function readFlags(args: string[]): Flags {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { only: text, editors: text, projects: text, seconds: text, out: text },
  });
  const names = values.only?.split(',') ?? PARTS;
  const unknown = names.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`'${unknown}' is none of ${PARTS.join(', ')}\n${USAGE}`);
  const whole = (name: keyof typeof values, fallback: number) => wholeNumber(name, values[name], fallback, USAGE);
  return {
    only: PARTS.filter((part) => names.includes(part)),
    editors: whole('editors', 300),
    projects: whole('projects', 1000),
    seconds: whole('seconds', 15),
    out: values.out ?? null,
  };
}
