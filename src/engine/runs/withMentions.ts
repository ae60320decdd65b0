import { replaceMentions } from '../document/mentions';
import type { CategoryPrompt, RequestItem } from './RequestItem';

/** More than any request may hold (`GENERATE_MAX_WORD_BYTES`): texts that mention one another could grow without end. */
const MOST_CHARACTERS = 100_000;

/** An item of a request and the node that it comes from. */
export interface GivenItem {
  readonly giverId: string;
  readonly item: RequestItem;
  /** Words of a text model: nothing mentions them, since a plan does not know them yet, and what they look like is no mention. */
  readonly isWritten: boolean;
}

/**
 * The items of a request with words in place of the mentions in their texts: 'image 2' for the second picture of the request, and for words
 * those words. What is no part of the request, or leads back to the text itself, gives nothing; a text that is empty then gives no item.
 *
 * @param all The items in their order.
 * @returns The items themselves where none mentions anything.
 */
export function withMentions<T extends GivenItem>(all: T[]): T[] {
  if (!all.some(isMentioning)) return all;
  const given = new Map<string, RequestItem>();
  const numbers = new Map<string, number>();
  let pictures = 0;
  for (const { giverId, item, isWritten } of all) {
    if (item.type === 'image_prompt') pictures += 1;
    if (isWritten || given.has(giverId)) continue;
    given.set(giverId, item);
    numbers.set(giverId, pictures);
  }
  let left = MOST_CHARACTERS;
  const wordsOf = (id: string, within: readonly string[]): string => {
    const item = within.includes(id) || left <= 0 ? undefined : given.get(id);
    if (!item) return '';
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
  return all.flatMap((each): T[] => {
    const { giverId, item } = each;
    if (item.type !== 'text_prompt' || !isMentioning(each)) return [each];
    const content = inWords(item.content, [giverId]);
    return content.trim() === '' ? [] : [{ ...each, item: { ...item, content } }];
  });
}

const isMentioning = ({ item, isWritten }: GivenItem): boolean =>
  !isWritten && item.type === 'text_prompt' && item.content.includes('@{');

const wordsOfRow = ({ key, value }: CategoryPrompt): string =>
  key.trim() === '' ? value.join(', ') : `${key.trim()}: ${value.join(', ')}`;
