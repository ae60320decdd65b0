import { fragmentBox, type FlowNode, type Fragment, readingOrder, readSnapshot, type NodeKinds } from '../../engine';
import { isJsonObject } from '../sync/patch/sameValue';

/** A fragment on its way through the system's clipboard. */
export interface CopiedFragment {
  readonly fragment: Fragment;
  /** The member who may see its pictures; pictures are for their member only. */
  readonly memberId: string;
  /** Origin of its pictures' urls. */
  readonly origin: string;
}

/** The data other apps get: `html` carries the fragment beside the words, `plain` only the words. */
export interface ClipboardForm {
  readonly html: string;
  readonly plain: string;
}

const ATTRIBUTE = 'data-mulgil-flow';
/** Raised whenever this version of the app could not read the newer form. */
const VERSION = 1;
/** Longer chunks would make one call of `fromCharCode` too large. */
const CHUNK = 0x8000;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

const fromBase64 = (text: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));

/** The words of these nodes in reading order. */
const fragmentWords = (kinds: NodeKinds, nodes: readonly FlowNode[]): string =>
  readingOrder(nodes)
    .map((node) => kinds.of(node.type)?.plainText?.(node) ?? '')
    .filter((words) => words !== '')
    .join('\n\n');

/** @param worded The nodes of the fragment with their texts in words. */
export function writeForm(
  { fragment, memberId, origin }: CopiedFragment,
  worded: readonly FlowNode[],
  kinds: NodeKinds,
): ClipboardForm {
  const plain = fragmentWords(kinds, worded);
  const data = toBase64(JSON.stringify({ version: VERSION, memberId, origin, ...fragment }));
  return { plain, html: `<div ${ATTRIBUTE}="${data}">${escapeHtml(plain)}</div>` };
}

function readFragment(value: unknown): CopiedFragment | null {
  if (!isJsonObject(value) || value.version !== VERSION) return null;
  const { nodes, edges, outer, memberId, origin } = value;
  const inner = readSnapshot({ nodes, edges });
  const around = readSnapshot({ nodes: [], edges: outer });
  if (!inner || !around || typeof memberId !== 'string' || typeof origin !== 'string') return null;
  const fragment = { nodes: inner.nodes, edges: inner.edges, outer: around.edges };
  return fragmentBox(fragment) ? { fragment, memberId, origin } : null;
}

/**
 * Reads the fragment in a text of the clipboard.
 *
 * @returns null when it holds none of ours, 'unreadable' for one that is broken or of a newer version.
 */
export function readForm(html: string): CopiedFragment | 'unreadable' | null {
  if (!html.includes(ATTRIBUTE)) return null;
  const element = new DOMParser().parseFromString(html, 'text/html').querySelector(`[${ATTRIBUTE}]`);
  const data = element?.getAttribute(ATTRIBUTE);
  if (data == null) return null;
  try {
    return readFragment(JSON.parse(fromBase64(data))) ?? 'unreadable';
  } catch {
    return 'unreadable';
  }
}
