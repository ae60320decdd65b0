/** A flag's names, separated by commas, in the order of all; without the flag all, for `none` none. Throws with the usage for another name. */
export function listOf<T extends string>(text: string | undefined, all: readonly T[], usage: string): readonly T[] {
  if (text === undefined) return all;
  if (text === 'none') return [];
  const names = text.split(',');
  const unknown = names.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`'${unknown}' is none of ${all.join(', ')}\n${usage}`);
  return all.filter((name) => names.includes(name));
}

/** A flag's value; throws with the usage for anything but a whole number from 1. */
export function wholeNumber(name: string, text: string | undefined, fallback: number, usage: string): number {
  const value = Number(text ?? fallback);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} wants a whole number from 1\n${usage}`);
  return value;
}
