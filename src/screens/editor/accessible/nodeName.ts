import type { TFunction } from 'i18next';
import { itemText, nodeKind, nodeMode, type FlowNode, type NodeMode, type NodeType } from '../../../engine';

/** Characters of a text that tell it from others. */
const TITLE_CHARACTERS = 40;

const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > TITLE_CHARACTERS ? `${line.slice(0, TITLE_CHARACTERS).trimEnd()}…` : line;
};

/** The words that tell a node from others of its kind, shortened; '' when there are none. `prompt`: as for `nodeName`. */
export const nodeTitle = (node: FlowNode, prompt: string): string => cut(titleOf(node, prompt));

function titleOf(node: FlowNode, prompt: string): string {
  if (prompt !== '') return prompt;
  const kind = nodeKind(node.type);
  const own = kind?.labelOf ?? kind?.nameOf;
  return own ? own(node) : itemText(node.data.model);
}

export const kindWord = (type: string, t: TFunction): string => {
  const kind = nodeKind(type);
  return kind ? t(`node.${kind.type as NodeType}`) : t('node.other');
};

const MODE_WORDS = { mute: 'mode.muted', bypass: 'mode.bypassed', freeze: 'mode.frozen' } as const satisfies Readonly<
  Record<NodeMode, string>
>;

/** 'Muted', as on the card; '' for a node that does what its type does. */
export function modeWord(node: FlowNode, t: TFunction): string {
  const mode = nodeMode(node);
  return mode === null ? '' : t(MODE_WORDS[mode]);
}

/** 'Image, a cat asleep': kind and title, or the kind alone, and whether it is muted. `prompt`: as `promptOf` answers. */
export function nodeName(node: FlowNode, prompt: string, t: TFunction): string {
  const kind = kindWord(node.type, t);
  const title = nodeTitle(node, prompt);
  const name = title === '' ? kind : t('node.named', { kind, title });
  const mode = modeWord(node, t);
  return mode === '' ? name : t('mode.named', { name, mode });
}
