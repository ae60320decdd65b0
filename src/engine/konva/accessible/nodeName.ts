import type { FlowNode } from '../../document/FlowNode';
import { itemText } from '../../nodes/categoryItems';
import type { NodeKinds } from '../../nodes/NodeKinds';
import { nodeMode } from '../../nodes/nodeMode';
import type { LayerWords } from './layerWords';

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
export const kindWord = (words: LayerWords, kinds: NodeKinds, type: string): string =>
  (kinds.of(type) ? words.kinds[type] : words.kinds.other) ?? type;

/** 'Muted', as on the card; '' for a node that does what its type does. */
export function modeWord(words: LayerWords, node: FlowNode): string {
  const mode = nodeMode(node);
  return mode === null ? '' : words.modes[mode];
}

/** 'Image, a cat asleep': kind and title, or the kind alone, and whether it is muted. `prompt`: the result of `promptOf`. */
export function nodeName(words: LayerWords, kinds: NodeKinds, node: FlowNode, prompt: string): string {
  const kind = kindWord(words, kinds, node.type);
  const title = nodeTitle(kinds, node, prompt);
  const name = title === '' ? kind : words.named(kind, title);
  const mode = modeWord(words, node);
  return mode === '' ? name : words.inMode(name, mode);
}

/** Returns `nodeName` for one layer. Each name is made once: hundreds of nodes keep theirs, and making them was a third of their cost. */
export function nodeNames(words: LayerWords, kinds: NodeKinds): (node: FlowNode, prompt: string) => string {
  const known = new WeakMap<FlowNode, { readonly prompt: string; readonly name: string }>();
  return (node, prompt) => {
    const last = known.get(node);
    if (last?.prompt === prompt) return last.name;
    const name = nodeName(words, kinds, node, prompt);
    known.set(node, { prompt, name });
    return name;
  };
}
