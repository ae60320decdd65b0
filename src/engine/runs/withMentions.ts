import { replaceMentions } from '../document/mentions';
import type { CategoryPrompt, RequestItem } from './RequestItem';

/** More than any request may hold (`GENERATE_MAX_WORD_BYTES`): texts that mention one another could grow without end. */
const MOST_CHARACTERS = 100_000;

/**
 * The items of a request with words in place of the mentions in their texts: 'image 2' for the second picture of the request, and for words
 * those words. What is no part of the request, or leads back to the text itself, gives nothing; a text that is empty then gives no item.
 *
 * @param givers The nodes that the items come from, in the same order.
 * @returns The items themselves where none mentions anything.
 */
export function withMentions(items: RequestItem[], givers: readonly { readonly id: string }[]): RequestItem[] {
  if (!items.some(isMentioning)) return items;
  const given = new Map<string, RequestItem>();
  const numbers = new Map<string, number>();
  let pictures = 0;
  for (const [place, item] of items.entries()) {
    const id = givers[place]?.id ?? '';
    if (item.type === 'image_prompt') pictures += 1;
    if (given.has(id)) continue;
    given.set(id, item);
    numbers.set(id, pictures);
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
  return items.flatMap((item, place): RequestItem[] => {
    if (!isMentioning(item)) return [item];
    const content = inWords(item.content, [givers[place]?.id ?? '']);
    return content.trim() === '' ? [] : [{ ...item, content }];
  });
}

const isMentioning = (item: RequestItem): item is RequestItem & { type: 'text_prompt' } =>
  item.type === 'text_prompt' && item.content.includes('@{');

const wordsOfRow = ({ key, value }: CategoryPrompt): string =>
  key.trim() === '' ? value.join(', ') : `${key.trim()}: ${value.join(', ')}`;
