import type { FlowNode } from '../../document/FlowNode';
import { nodeKind } from '../../nodes/nodeKinds';
import { firstWords, shownText } from './nodeContent';
import type { PaintWords } from './PaintEnvironment';

export interface CardTitle {
  readonly text: string;
  /** Not the person's own word, or the name of something that is not available. */
  readonly isQuiet: boolean;
  /** Said small below it: the model, or the kind, of a card that is called by its prompt. */
  readonly small?: string;
}

const wordsIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What stands in a card's header: its prompt's first words, its model, its own name or the name of its kind. */
export function cardTitle(node: FlowNode, prompt: string, words: PaintWords): CardTitle {
  const kind = nodeKind(node.type);
  const kindName = (kind && words.kinds[node.type]) ?? words.kinds.other ?? node.type;
  if (node.type === 'text') {
    const name = wordsIn(node.data.name);
    return name === '' ? { text: words.untitled, isQuiet: true } : { text: name, isQuiet: false };
  }
  const model = kind ? wordsIn(node.data.model) : '';
  if (prompt !== '') return { text: prompt, isQuiet: false, ...(model !== '' && { small: model }) };
  if (node.type === 'category' && shownText(node).trim() !== '')
    return { text: firstWords(node), isQuiet: false, small: kindName };
  return { text: model === '' ? kindName : model, isQuiet: !kind || kind.colour === 'none' };
}
