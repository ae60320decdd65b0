/** A flag's names, separated by commas, in the order of all; without the flag all, for `none` none. Throws with the usage for another name. */
export function listOf<T extends string>(text: string | undefined, all: readonly T[], usage: string): readonly T[] {
  if (text === undefined) return all;
  if (text === 'none') return [];
  const names = text.split(',');
  const unknown = names.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`'${unknown}' is none of ${all.join(', ')}\n${usage}`);
  return all.filter((name) => names.includes(name));
}
