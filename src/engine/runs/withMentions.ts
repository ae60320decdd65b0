import { replaceMentions } from '../document/mentions';
import type { FlowNode } from '../document/FlowNode';
import type { NodeKind } from '../nodes/NodeKind';
import type { NodeKinds } from '../nodes/NodeKinds';
import type { CategoryPrompt, RequestItem } from './RequestItem';
import type { Passage } from './requestItems';

/** More than any request may hold (`GENERATE_MAX_WORD_BYTES`): texts that mention one another could grow without end. */
const CHARACTERS_MAX = 100_000;

/**
 * The items of a request with words in place of the mentions in their texts: 'image 2' for the second picture of the request, 'images 2 to 4'
 * for a frame of pictures, and for words those words. What is no part of the request, words of a text model (a plan does not know them yet), and what leads back to the text itself
 * give nothing; a text that is empty then gives no item.
 *
 * @param items One for each source, null where it gives none.
 * @param passagesOf Called at most once, for the passage of each source.
 */
export function withMentions(
  items: readonly (RequestItem | null)[],
  sources: readonly FlowNode[],
  kinds: NodeKinds,
  passagesOf: () => readonly Passage[],
): (RequestItem | null)[] {
  const given = new Map<string, RequestItem>();
  const numbers = new Map<string, number>();
  let frames: ReadonlyMap<string, PictureRange> | undefined;
  let pictures = 0;
  for (const [place, source] of sources.entries()) {
    const item = items[place] ?? null;
    if (item?.type === 'image_prompt') pictures += 1;
    if (item === null || given.has(source.id) || kinds.of(source.type)?.run?.writes) continue;
    given.set(source.id, item);
    numbers.set(source.id, pictures);
  }
  let left = CHARACTERS_MAX;
  const wordsOf = (id: string, within: readonly string[]): string => {
    if (within.includes(id) || left <= 0) return '';
    const item = given.get(id);
    if (!item) return rangeWords((frames ??= rangesOf(items, passagesOf())).get(id));
    if (item.type === 'text_prompt') return inWords(item.content, [...within, id]);
    if (item.type === 'image_prompt') return `image ${numbers.get(id)}`;
    return item.type === 'group' ? item.contents.map(wordsOfRow).join('; ') : item.value.join(', ');
  };
  const inWords = (text: string, within: readonly string[]): string =>
    replaceMentions(text, (id) => {
      const words = wordsOf(id, within);
      left -= words.length + 1;
      return words;
    });
  return sources.map((source, place) => {
    const item = items[place] ?? null;
    if (!isMentioning(item, kinds.of(source.type))) return item;
    const content = inWords(item.content, [source.id]);
    return content.trim() === '' ? null : { ...item, content };
  });
}

/** The numbers of the first and the last picture of a frame; those between them are its own too. */
interface PictureRange {
  readonly first: number;
  readonly last: number;
}

function rangesOf(items: readonly (RequestItem | null)[], passages: readonly Passage[]): Map<string, PictureRange> {
  const ranges = new Map<string, PictureRange>();
  let number = 0;
  for (const [place, item] of items.entries()) {
    if (item?.type !== 'image_prompt') continue;
    number += 1;
    const frameId = passages[place]?.frameId ?? null;
    if (frameId !== null) ranges.set(frameId, { first: ranges.get(frameId)?.first ?? number, last: number });
  }
  return ranges;
}

function rangeWords(range: PictureRange | undefined): string {
  if (!range) return '';
  const { first, last } = range;
  return first === last ? `image ${first}` : `images ${first} to ${last}`;
}

/** Whether a text of this kind mentions nodes: words of a text model only look as if they did. */
export const isMentioning = (
  item: RequestItem | null | undefined,
  kind: NodeKind | undefined,
): item is RequestItem & { type: 'text_prompt' } =>
  kind?.mentions === true && item?.type === 'text_prompt' && item.content.includes('@{');

const wordsOfRow = ({ key, value }: CategoryPrompt): string =>
  key.trim() === '' ? value.join(', ') : `${key.trim()}: ${value.join(', ')}`;
