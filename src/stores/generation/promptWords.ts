import type { CategoryPrompt, GenerateItem } from '../../api/contract';
import { requestItems, type RequestDocument } from '../../engine';

const categoryLine = ({ key, value }: CategoryPrompt): string =>
  key.trim() === '' ? value.join(', ') : `${key.trim()}: ${value.join(', ')}`;

function wordsOf(item: GenerateItem): string {
  switch (item.type) {
    case 'text_prompt':
      return item.content.trim();
    case 'category_prompt':
      return categoryLine(item);
    case 'group':
      return item.contents.map(categoryLine).join('\n');
    case 'image_prompt':
      return '';
  }
}

/** The words of a request; empty when it has none. */
export const itemsWords = (items: readonly GenerateItem[]): string =>
  items
    .map(wordsOf)
    .filter((words) => words !== '')
    .join('\n');

/** The words that reach a node from its left, as a run of it sends them; empty when none do. */
export const promptWords = (document: RequestDocument, nodeId: string): string =>
  itemsWords(requestItems(document, nodeId));
