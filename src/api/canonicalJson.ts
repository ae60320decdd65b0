/** Anything JSON can say; undefined members are left out, as JSON.stringify leaves them out. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

/** JSON as RFC 8785 (JCS) writes it: the same value is the same text. Throws for a number that JSON has not. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number');
  if (value === null || value === undefined || typeof value !== 'object') return JSON.stringify(value ?? null);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // By UTF-16 code units, as the RFC says.
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
