import { replaceMentions } from '../document/mentions';
import type { FlowNode } from '../document/FlowNode';
import type { NodeKind } from '../nodes/NodeKind';
import type { NodeKinds } from '../nodes/NodeKinds';
import type { CategoryPrompt, RequestItem } from './RequestItem';

/** More than any request may hold (`GENERATE_MAX_WORD_BYTES`): texts that mention one another could grow without end. */
const MOST_CHARACTERS = 100_000;

/**
 * The items of a request with words in place of the mentions in their texts: 'image 2' for the second picture of the request, and for words
 * those words. What is no part of the request, words of a text model (a plan does not know them yet), and what leads back to the text itself
 * give nothing; a text that is empty then gives no item.
 *
 * @param items One for each source, null where it gives none.
 */
export function withMentions(
  items: readonly (RequestItem | null)[],
  sources: readonly FlowNode[],
  kinds: NodeKinds,
): (RequestItem | null)[] {
  const given = new Map<string, RequestItem>();
  const numbers = new Map<string, number>();
  let pictures = 0;
  for (const [place, source] of sources.entries()) {
    const item = items[place] ?? null;
    if (item?.type === 'image_prompt') pictures += 1;
    if (item === null || given.has(source.id) || kinds.of(source.type)?.run?.writes) continue;
    given.set(source.id, item);
    numbers.set(source.id, pictures);
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
  return sources.map((source, place) => {
    const item = items[place] ?? null;
    if (!isMentioning(item, kinds.of(source.type))) return item;
    const content = inWords(item.content, [source.id]);
    return content.trim() === '' ? null : { ...item, content };
  });
}

/** Whether a text of this kind mentions nodes: words of a text model only look as if they did. */
export const isMentioning = (
  item: RequestItem | null | undefined,
  kind: NodeKind | undefined,
): item is RequestItem & { type: 'text_prompt' } =>
  kind?.mentions === true && item?.type === 'text_prompt' && item.content.includes('@{');

const wordsOfRow = ({ key, value }: CategoryPrompt): string =>
  key.trim() === '' ? value.join(', ') : `${key.trim()}: ${value.join(', ')}`;
