import type { TFunction } from 'i18next';
import type { NodeWork } from '../../../actions';
import { categoryItems, itemText, promptOf, worded, type Editor, type FlowNode } from '../../../engine';
import { kindWord, modeWord } from '../accessible/nodeName';

/** Characters of one text that are searched. */
const CHARACTERS_MAX = 2_000;

const isAddress = (text: string): boolean => /^(?:data:|blob:|https?:|\/files\/)/u.test(text);

/**
 * The words by which a node is found: first those that feed it, '' without any, then its own, its rows, its model, its
 * kind and its work state. Addresses of pictures are left out.
 */
export function nodeWords({ document }: Editor, node: FlowNode, work: NodeWork, t: TFunction): readonly string[] {
  const { model, name, title, value } = worded(document, node).data;
  const rows = categoryItems(node).flatMap((row) => [itemText(row.name), itemText(row.value)]);
  const state = work === 'none' ? '' : t(`commandBar.${work}`);
  const fed = promptOf(document, node);
  const own = [
    itemText(name),
    itemText(title),
    itemText(value),
    ...rows,
    itemText(model),
    kindWord(node.type, t),
    state,
    modeWord(node, t),
  ]
    .filter((text) => text !== '' && !isAddress(text))
    .map((text) => text.slice(0, CHARACTERS_MAX));
  return [fed, ...own];
}
