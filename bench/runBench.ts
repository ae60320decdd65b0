import { parseArgs } from 'node:util';
import { listOf, wholeNumber } from './flagValues';
import { verdictTable } from './verdicts';
import type { Verdict } from './verdicts';
import { inJson, resultsOf, startAbout, writeFigures } from './writeFigures';

interface Bench<Figures extends object, Name extends string> {
  /** The command is `bench:` and this; a whole run's figures go where `resultsOf` this says. */
  readonly name: string;
  /** Whole numbers by name, which flags of these names may set to others. */
  readonly numbers: Readonly<Record<Name, number>>;
  /** How each part is measured. */
  readonly parts: { readonly [P in keyof Figures]: (numbers: Readonly<Record<Name, number>>) => Promise<Figures[P]> };
  readonly judge: (figures: Partial<Figures>) => readonly Verdict[];
}

/**
 * Measures the parts one after the other, or those of `--only`. Prints the figures beside their limits and writes them to the file of
 * `--out`; a whole run writes them in any case. Throws with the usage for an unknown flag or value.
 */
export async function runBench<Figures extends object, Name extends string>({
  name,
  parts,
  judge,
  ...defaults
}: Bench<Figures, Name>): Promise<void> {
  const all: Extract<keyof Figures, string>[] = [];
  for (const part in parts) all.push(part);
  const numbers: Record<Name, number> = { ...defaults.numbers };
  const numberFlags = Object.entries(numbers).map(([flag, value]) => `[--${flag} ${String(value)}]`);
  const usage = `npm run bench:${name} -- [--only ${all.join(',')}] ${numberFlags.join(' ')} [--out FILE]`;
  const flags = ['only', 'out', ...Object.keys(numbers)].map((flag) => [flag, { type: 'string' }] as const);
  const { values } = parseArgs({ options: Object.fromEntries(flags) });
  for (const flag in numbers) numbers[flag] = wholeNumber(flag, values[flag], numbers[flag], usage);
  const only = listOf(values['only'], all, usage);

  const about = startAbout();
  const figures: Partial<Figures> = {};
  for (const part of only) {
    figures[part] = await parts[part](numbers);
    console.log(part, inJson(figures[part]));
  }
  const verdicts = judge(figures);
  console.log(verdictTable(verdicts));
  const out = values['out'] ?? (only.length === all.length ? resultsOf(name) : undefined);
  if (out !== undefined) writeFigures(out, { about: { ...about(), flags: { only, ...numbers } }, verdicts, figures });
}
