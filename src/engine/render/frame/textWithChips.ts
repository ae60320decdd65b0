import type { Editor } from '../../Editor';
import { textPieces } from '../../document/mentions';
import type { FlowNode } from '../../document/FlowNode';
import { mentionsOf, numberWords } from '../../scene/mentioned';
import type { PaintWords } from '../card/PaintEnvironment';
import { chip, withoutSigns } from '../text/chips';

/** Text of a card with a chip for each mention: a picture's number and title, a text's title. Null where it mentions nothing. */
export function textWithChips(
  { document, scene }: Pick<Editor, 'document' | 'scene'>,
  node: FlowNode,
  words: PaintWords,
): string | null {
  if (!scene.mentioning.has(node.id)) return null;
  const mentioned = mentionsOf(document, node.id);
  const shown = textPieces(document.kinds.textOf(node)).map((part) => {
    if ('words' in part) return withoutSigns(part.words);
    const about = mentioned(part.mentioned);
    const { node: other, title, isPicture, isSent } = about;
    if (!other) return chip('lost', `@${words.mentionGone}`);
    const name = title === '' ? (words.kinds[other.type] ?? words.kinds.other ?? '') : title;
    if (!isSent) return chip('lost', `@${name}`);
    const number = numberWords(about);
    return chip(isPicture ? 'image' : 'text', number === null ? name : `${number} ${name}`);
  });
  return shown.join('');
}
