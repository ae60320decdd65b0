import type { TFunction } from 'i18next';
import { itemText, nodeKind, type FlowNode, type NodeType } from '../../../engine';

/** Enough of a text to tell it from another one. */
const TITLE_CHARACTERS = 40;

const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > TITLE_CHARACTERS ? `${line.slice(0, TITLE_CHARACTERS).trimEnd()}…` : line;
};

function titleOf(node: FlowNode, prompt: string): string {
  const kind = nodeKind(node.type);
  const own = kind?.labelOf ?? kind?.nameOf;
  if (own) return own(node);
  return prompt === '' ? itemText(node.data.model) : prompt;
}

export const kindWord = (type: string, t: TFunction): string => {
  const kind = nodeKind(type);
  return kind ? t(`node.${kind.type as NodeType}`) : t('node.other');
};

/** 'Image, a cat asleep': kind and title, or the kind alone. `prompt`: the words that feed an image node. */
export function nodeName(node: FlowNode, prompt: string, t: TFunction): string {
  const kind = kindWord(node.type, t);
  const title = cut(titleOf(node, prompt));
  return title === '' ? kind : t('node.named', { kind, title });
}
