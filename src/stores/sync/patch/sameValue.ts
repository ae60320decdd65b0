export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects identified by their id rather than by their index: nodes, edges, category items. */
export type Identified = JsonObject & { readonly id: string };

export const isIdentifiedList = (value: unknown): value is readonly Identified[] =>
  Array.isArray(value) && value.every((item) => isJsonObject(item) && typeof item.id === 'string');

/** The members that JSON carries: a member whose value is undefined is left out. */
export const keysOf = (value: JsonObject): string[] => Object.keys(value).filter((key) => value[key] !== undefined);

/** True when two values read the same as JSON; the same reference costs nothing. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) && left.length === right.length && left.every((item, index) => isSame(item, right[index]))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right;
  const keys = keysOf(left);
  return keys.length === keysOf(right).length && keys.every((key) => isSame(left[key], right[key]));
}
