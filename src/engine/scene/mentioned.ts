import { mentionOf, mentionsIn, replaceMentions } from '../document/mentions';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { nodeMode } from '../nodes/nodeMode';
import { itemText } from '../nodes/categoryItems';
import { referencesOf, sourcesOf, type Passage } from '../runs/requestItems';
import { fedBy } from './reachedFrom';

/** Characters of a title that tell it from another one. */
const TITLE_CHARACTERS = 24;
/** Deepest nesting of titles; mentions may lead back to the first text. */
const DEPTH_MAX = 3;
/** The nodes whose titles contain something, the outermost first. */
type OuterNodes = readonly string[];
const ALONE: OuterNodes = [];

/** A node that a text may mention, or mentions. */
export interface MentionedNode {
  readonly nodeId: string;
  /** Undefined once it is gone. */
  readonly node: FlowNode | undefined;
  /** Title that a person sees; '' where the node has no name, words or model. */
  readonly title: string;
  /** A picture, or a frame of pictures. */
  readonly isPicture: boolean;
  /** Number of the picture, when all requests that the text is part of agree; null otherwise, and for a node without a picture. */
  readonly number: number | null;
  /** Number of the last picture of a frame, whose first one has `number`. */
  readonly last: number | null;
  /** Whether it is part of a request that the text is part of; otherwise the mention says nothing there. */
  readonly isSent: boolean;
}

/** The image nodes that a node gives something to, also through dots and frames and, of a picture, through what is bypassed. */
export function imagesFedBy(document: GraphDocument, nodeId: string, isPicture = false): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set([nodeId]);
  const ahead = [nodeId];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    for (const other of fedBy(document, id)) {
      const node = document.node(other);
      if (!node) continue;
      const kind = document.kinds.of(node.type);
      if (kind?.run?.isGeneration) found.add(node.id);
      const isPassedOn =
        kind?.passesOn === true || kind?.isFrame === true || (isPicture && nodeMode(node) === 'bypass');
      if (!isPassedOn || seen.has(node.id)) continue;
      seen.add(node.id);
      ahead.push(node.id);
    }
  }
  return found;
}

/** Numbers of a picture or of a frame of pictures as people read them, '2' or '2–4'; null where it has none. */
export const numberWords = ({ number, last }: Pick<MentionedNode, 'number' | 'last'>): string | null =>
  number === null ? null : last === null || last === number ? String(number) : `${number}–${last}`;

/** Nodes that feed the same image nodes as the text, without the text itself: pictures by their numbers, a frame before its own, then the others. */
export function mentionable(document: GraphDocument, textId: string): MentionedNode[] {
  const ids = new Set<string>();
  for (const imageId of imagesFedBy(document, textId)) for (const id of sentTo(document, imageId)) ids.add(id);
  ids.delete(textId);
  const order = ({ isPicture, number }: MentionedNode): number => (isPicture ? (number ?? 1e6) : 1e9);
  return Array.from(ids, mentionsOf(document, textId)).toSorted((one, other) => order(one) - order(other));
}

/** Tells what the mentions in a text are about, as the document is now. */
export function mentionsOf(document: GraphDocument, textId: string, within = ALONE): (nodeId: string) => MentionedNode {
  let known: Numbers | undefined;
  return (nodeId) => {
    known ??= numbersOf(document, textId);
    const node = document.node(nodeId);
    const kind = node && document.kinds.of(node.type);
    return {
      nodeId,
      node,
      title: node ? titleOf(document, node, [...within, textId]) : '',
      isPicture: kind?.flow === 'image' || kind?.isFrame === true,
      number: known.numbers.get(nodeId)?.number ?? null,
      last: known.numbers.get(nodeId)?.last ?? null,
      isSent: known.sent.has(nodeId),
    };
  };
}

/** The words of a mention in a text: '@' and the title, or the number for a picture without one. */
function mentionWords(document: GraphDocument, textId: string, within = ALONE): (nodeId: string) => string {
  const mentioned = mentionsOf(document, textId, within);
  return (nodeId) => {
    const about = mentioned(nodeId);
    return `@${about.title === '' ? (numberWords(about) ?? '') : about.title}`;
  };
}

/** The node with its text in words (`mentionWords`), for readers that know nothing of other nodes; itself where it mentions nothing. */
export function worded(document: GraphDocument, node: FlowNode, within = ALONE): FlowNode {
  if (!hasMentions(document, node)) return node;
  const words = replaceMentions(String(node.data.value), mentionWords(document, node.id, within));
  return { ...node, data: { ...node.data, value: words } };
}

const hasMentions = (document: GraphDocument, { type, data: { value } }: FlowNode): boolean =>
  document.kinds.of(type)?.mentions === true && typeof value === 'string' && value.includes('@{');

/**
 * Returns the words that name a node and are not its own data: for an image model the first words of its first text (see sourcesOf), for a
 * text with mentions its words with their titles; '' for every other node. All of them are in the document, so that a reload, another tab
 * and a device without a network show the same.
 */
export function promptOf(document: GraphDocument, node: FlowNode, within = ALONE): string {
  const kind = document.kinds.of(node.type);
  if (kind?.mentions) {
    const inWords = kind.labelOf ? worded(document, node, within) : node;
    return inWords === node ? '' : (kind.labelOf?.(inWords) ?? '');
  }
  if (kind?.calledBy !== 'input') return '';
  for (const left of sourcesOf(document, node.id)) {
    if (within.includes(left.id)) continue;
    // A frame of a pan asks this of every image node that comes into view: a text without mentions costs it nothing.
    const inWords = hasMentions(document, left) ? worded(document, left, [...within, node.id]) : left;
    const words = document.kinds.firstWordsOf(inWords);
    if (words !== '') return words;
  }
  return '';
}

/** New words for a text of a node: where they contain the words of its mentions, they mention the same nodes. */
export function withItsMentions(document: GraphDocument, textId: string, words: string): string {
  const value = document.node(textId)?.data.value;
  const wordsFor = mentionWords(document, textId);
  const known = Array.from(mentionsIn(typeof value === 'string' ? value : ''), (id) => ({ id, shown: wordsFor(id) }));
  let text = words;
  // The longest first: a title may begin with another one.
  for (const { id, shown } of known.toSorted((one, other) => other.shown.length - one.shown.length)) {
    const isOwn = shown.length > 1 && known.every((other) => other.id === id || other.shown !== shown);
    if (isOwn) text = text.replaceAll(shown, mentionOf(id) ?? shown);
  }
  return text;
}

/** Words that a text model is yet to write are mentioned by nothing: a plan does not know them. */
const isWriter = (document: GraphDocument, { type }: FlowNode): boolean =>
  document.kinds.of(type)?.run?.writes === true;

interface Numbers {
  /** Null where requests do not agree. */
  readonly numbers: ReadonlyMap<string, Pick<MentionedNode, 'number' | 'last'> | null>;
  readonly sent: ReadonlySet<string>;
}

function numbersOf(document: GraphDocument, textId: string): Numbers {
  const numbers = new Map<string, Pick<MentionedNode, 'number' | 'last'> | null>();
  const sent = new Set<string>();
  for (const imageId of imagesFedBy(document, textId)) {
    for (const id of sentTo(document, imageId)) sent.add(id);
    const own = new Map<string, Pick<MentionedNode, 'number' | 'last'>>();
    for (const [place, { nodeId, frameId }] of referencesOf(document, imageId).entries()) {
      const number = place + 1;
      if (!own.has(nodeId)) own.set(nodeId, { number, last: null });
      if (frameId !== null) own.set(frameId, { number: own.get(frameId)?.number ?? number, last: number });
    }
    for (const [id, one] of own) {
      const known = numbers.get(id);
      const agrees = known === undefined || (known?.number === one.number && known.last === one.last);
      numbers.set(id, agrees ? one : null);
    }
  }
  sent.delete(textId);
  return { numbers, sent };
}

/** The nodes of a request that can be mentioned, each frame before its pictures. */
export function* sentTo(document: GraphDocument, imageId: string): Iterable<string> {
  const through: Passage[] = [];
  for (const [place, source] of sourcesOf(document, imageId, through).entries()) {
    const frameId = through[place]?.frameId ?? null;
    if (frameId !== null) yield frameId;
    if (!isWriter(document, source)) yield source.id;
  }
}

function titleOf(document: GraphDocument, node: FlowNode, within: OuterNodes): string {
  if (within.includes(node.id) || within.length > DEPTH_MAX) return '';
  const kind = document.kinds.of(node.type);
  const own = kind?.labelOf ?? kind?.nameOf;
  const title = own
    ? own(worded(document, node, within))
    : promptOf(document, node, within) || itemText(node.data.model);
  const line = title.replaceAll(/\s+/g, ' ').trim();
  return line.length > TITLE_CHARACTERS ? `${line.slice(0, TITLE_CHARACTERS).trimEnd()}…` : line;
}
