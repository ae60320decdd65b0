/** A mention of a node in a text, as it is kept: `@{nodeId}`. */
const MENTION = /@\{([^{}\s]+)\}/gu;

/** A part of a text: words as they are, or the id of a mentioned node. */
export type TextPiece = { readonly words: string } | { readonly mentioned: string };

/** How a mention of the node is kept in a text; null for an id that none can be made of. */
export const mentionOf = (nodeId: string): string | null => (/^[^{}\s]+$/u.test(nodeId) ? `@{${nodeId}}` : null);

/** The parts of a text in their order; what looks like no mention is words. Joined as they are kept they are the text. */
export function textPieces(text: string): TextPiece[] {
  const parts: TextPiece[] = [];
  let end = 0;
  for (const { 0: whole, 1: mentioned = '', index } of text.includes('@{') ? text.matchAll(MENTION) : []) {
    if (index > end) parts.push({ words: text.slice(end, index) });
    parts.push({ mentioned });
    end = index + whole.length;
  }
  if (end < text.length) parts.push({ words: text.slice(end) });
  return parts;
}

/** The nodes that a text mentions, each once. */
export const mentionsIn = (text: string): ReadonlySet<string> =>
  new Set(textPieces(text).flatMap((part) => ('mentioned' in part ? part.mentioned : [])));

/** The text with other words in place of its mentions; the text itself where it has none. */
export const replaceMentions = (text: string, wordsFor: (nodeId: string) => string): string =>
  text.includes('@{') ? text.replace(MENTION, (_whole, nodeId: string) => wordsFor(nodeId)) : text;
