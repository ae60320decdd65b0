import type { ParseKeys, TFunction } from 'i18next';
import { itemText, type CategoryItem } from '../../../engine';

/** Names of the buttons and rows of cards, in one language. */
export interface CardWords {
  readonly word: (key: ParseKeys) => string;
  /** Name of a row while it is dragged. */
  readonly itemName: (item: CategoryItem) => string;
  /** Name of a row's grip. */
  readonly gripName: (item: CategoryItem) => string;
}

/** Each text is made once: hundreds of nodes have the same few words, and making them was a third of their cost. */
export function cardWords(t: TFunction): CardWords {
  // Rows of another version may lack a name.
  const itemName = (item: CategoryItem): string => itemText(item.name).trim() || t('node.untitled');
  return {
    word: remember(new Map<ParseKeys, string>(), (key) => t(key)),
    itemName,
    gripName: remember(new WeakMap<CategoryItem, string>(), (item) => t('node.moveItem', { name: itemName(item) })),
  };
}

interface Memory<Of> {
  readonly get: (of: Of) => string | undefined;
  readonly set: (of: Of, text: string) => unknown;
}

const remember =
  <Of>(memory: Memory<Of>, find: (of: Of) => string) =>
  (of: Of): string => {
    const known = memory.get(of);
    if (known !== undefined) return known;
    const found = find(of);
    memory.set(of, found);
    return found;
  };
