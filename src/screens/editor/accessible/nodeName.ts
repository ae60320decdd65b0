import type { TFunction, ParseKeys } from 'i18next';
import {
  itemText,
  nodeMode,
  type FlowNode,
  type NodeKinds,
  type NodeMode,
  type NodeType,
  type CategoryItem,
} from '../../../engine';

/** Characters of a text that tell it from others. */
const TITLE_CHARACTERS = 40;

const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > TITLE_CHARACTERS ? `${line.slice(0, TITLE_CHARACTERS).trimEnd()}…` : line;
};

/** The words that tell a node from others of its kind, shortened; '' when there are none. `prompt`: as for `nodeName`. */
export const nodeTitle = (kinds: NodeKinds, node: FlowNode, prompt: string): string =>
  cut(titleOf(kinds, node, prompt));

function titleOf(kinds: NodeKinds, node: FlowNode, prompt: string): string {
  if (prompt !== '') return prompt;
  const kind = kinds.of(node.type);
  const own = kind?.labelOf ?? kind?.nameOf;
  return own ? own(node) : itemText(node.data.model);
}

/** The word for a kind; one that has none, somebody's own, is called by its type. */
export const kindWord = (kinds: NodeKinds, type: string, t: TFunction): string =>
  kinds.of(type) ? t(`node.${type as NodeType}`, { defaultValue: type }) : t('node.other');

const MODE_WORDS = { mute: 'mode.muted', bypass: 'mode.bypassed', freeze: 'mode.frozen' } as const satisfies Readonly<
  Record<NodeMode, string>
>;

/** 'Muted', as on the card; '' for a node that does what its type does. */
export function modeWord(node: FlowNode, t: TFunction): string {
  const mode = nodeMode(node);
  return mode === null ? '' : t(MODE_WORDS[mode]);
}

/** 'Image, a cat asleep': kind and title, or the kind alone, and whether it is muted. `prompt`: the result of `promptOf`. */
export function nodeName(kinds: NodeKinds, node: FlowNode, prompt: string, t: TFunction): string {
  const kind = kindWord(kinds, node.type, t);
  const title = nodeTitle(kinds, node, prompt);
  const name = title === '' ? kind : t('node.named', { kind, title });
  const mode = modeWord(node, t);
  return mode === '' ? name : t('mode.named', { name, mode });
}

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
export function layerWords(kinds: NodeKinds, t: TFunction): LayerWords {
  // Rows of another version may lack a name.
  const itemName = (item: CategoryItem): string => itemText(item.name).trim() || t('node.untitled');
  const ownName = remember(new WeakMap<FlowNode, string>(), (node) => nodeName(kinds, node, '', t));
  return {
    word: remember(new Map<ParseKeys, string>(), (key) => t(key)),
    nodeName: (node, prompt) => (prompt === '' ? ownName(node) : nodeName(kinds, node, prompt, t)),
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
