import type { ParseKeys, TFunction } from 'i18next';
import { itemText, type CategoryItem, type FlowNode } from '../../../engine';
import { nodeName } from './nodeName';

/** Names of the layer's elements in one language. */
export interface LayerWords {
  readonly word: (key: ParseKeys) => string;
  readonly nodeName: (node: FlowNode, prompt: string) => string;
  /** Name of a row while it is dragged. */
  readonly itemName: (item: CategoryItem) => string;
  /** Name of a row's grip. */
  readonly gripName: (item: CategoryItem) => string;
}

/** Each text is made once: hundreds of nodes have the same few words, and making them was a third of their cost. */
export function layerWords(t: TFunction): LayerWords {
  // Rows of another version may lack a name.
  const itemName = (item: CategoryItem): string => itemText(item.name).trim() || t('node.untitled');
  const ownName = remember(new WeakMap<FlowNode, string>(), (node) => nodeName(node, '', t));
  return {
    word: remember(new Map<ParseKeys, string>(), (key) => t(key)),
    nodeName: (node, prompt) => (prompt === '' ? ownName(node) : nodeName(node, prompt, t)),
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
