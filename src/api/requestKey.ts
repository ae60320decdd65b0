import { canonicalJson } from './canonicalJson';
import type { GenerateItem } from './contract';
import type { Recipe } from './contractTakes';

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
