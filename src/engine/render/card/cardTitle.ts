import type { FlowNode } from '../../document/FlowNode';
import type { NodeKinds } from '../../nodes/NodeKinds';
import type { PaintWords } from './PaintEnvironment';

export interface CardTitle {
  readonly text: string;
  /** The title is not the person's own word, or names something that is not available. */
  readonly isQuiet: boolean;
  /** A second, small line below it: the model, or the kind, of a card that is called by its prompt. */
  readonly small?: string;
}

const wordsIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The title in a card's header: its prompt's first words, its model, its own name or the name of its kind. */
export function cardTitle(node: FlowNode, prompt: string, kinds: NodeKinds, words: PaintWords): CardTitle {
  const kind = kinds.of(node.type);
  const kindName = (kind && words.kinds[node.type]) ?? words.kinds.other ?? node.type;
  if (kind?.nameOf) {
    const name = kind.nameOf(node).trim();
    return name === '' ? { text: words.untitled, isQuiet: true } : { text: name, isQuiet: false };
  }
  const model = kind ? wordsIn(node.data.model) : '';
  if (prompt !== '' && kind?.calledBy === 'input')
    return { text: prompt, isQuiet: false, ...(model !== '' && { small: model }) };
  if (kind?.calledBy === 'text' && kinds.textOf(node).trim() !== '')
    return { text: kinds.firstWordsOf(node), isQuiet: false, small: kindName };
  return { text: model === '' ? kindName : model, isQuiet: !kind?.flow };
}
