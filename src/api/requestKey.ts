import type { GenerateItem } from './contract';
import type { Recipe } from './contractTakes';

/** Anything JSON can say; undefined members are left out, as JSON.stringify leaves them out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** JSON in the form of RFC 8785 (JCS): equal values give equal texts. Throws for a number that JSON cannot say. */
export function canonicalJson(value: JsonValue): string {
  // JavaScript itself writes a value whose keys are in order, several times faster.
  return isInOrder(value) ? JSON.stringify(value ?? null) : write(value);
}

/** True when `JSON.stringify` gives the canonical form: all members in the RFC's order, all numbers finite. */
function isInOrder(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (isList(value)) return value.every(isInOrder);
  let before: string | undefined;
  // The loop avoids `Object.entries`: a plan asks this of each of its requests.
  for (const name in value) {
    if ((before !== undefined && before > name) || !isInOrder(value[name])) return false;
    before = name;
  }
  return true;
}

function write(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number');
  if (value === null || value === undefined || typeof value !== 'object') return JSON.stringify(value ?? null);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const name of Object.keys(value).toSorted(byCodeUnits)) {
    const member = value[name];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** The RFC sorts names by UTF-16 code units. */
const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : 1);

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value);

/** A request in the form an engine would get. */
export interface KeyedRequest extends Omit<Recipe, 'items'> {
  readonly items: readonly GenerateItem[];
  /** The adapter that would answer. */
  readonly engine: string;
  /** Number that tells deliberate repetitions apart. */
  readonly number: number;
}

/** SHA-256 of a text as UTF-8, hex. */
export type Sha256 = (text: string) => string;

const KEPT_PICTURE = /^\/files\/([0-9a-f]{64})\.[a-z0-9]+$/;

/** Key that equal requests share, and no others: their pictures count by their bytes. Null while a picture is no kept file yet. */
export function requestKey({ engine, model, settings, items, number }: KeyedRequest, sha256: Sha256): string | null {
  const keyed = items.map(keyedItem);
  if (keyed.includes(null)) return null;
  return sha256(canonicalJson({ engine, items: keyed, model, number, settings }));
}

/** The item with its members in canonical order, so that they need no sorting. */
function keyedItem(item: GenerateItem): GenerateItem | null {
  if (item.type === 'text_prompt') return { content: item.content, type: item.type };
  if (item.type !== 'image_prompt') return item;
  const bytes = KEPT_PICTURE.exec(item.content)?.[1];
  return bytes === undefined ? null : { content: bytes, type: item.type };
}
