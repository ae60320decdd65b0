import {
  GENERATE_MAX_ITEMS,
  GENERATE_MAX_PICTURES,
  GENERATE_MAX_WORD_BYTES,
  ID_MAX,
  tooMuchOf,
} from '../../src/api/contract';
import type { CategoryPrompt, GenerateItem, TooMuch } from '../../src/api/contract';
import { ApiError } from '../errors';
import { dataUrlBytes } from './hosted/deliveredPictures';
import type { PicturePart, PromptPart, TextPart } from './ports';

interface ReadPicture {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Reads the pictures that a prompt names. */
export interface PictureReader {
  readonly memberId: string;
  /** Null when no stored picture has that address, or it is another member's. */
  readonly read: (url: string, signal: AbortSignal) => Promise<ReadPicture | null>;
}

/** A prompt whose pictures are not read yet: each is an address of ours, or a data URL until `storeInline`. */
export type PlannedPart = TextPart | { readonly kind: 'picture'; readonly content: string };

/**
 * Turns the items of a request into a prompt, in their order, without reading anything. Items without words or a picture give nothing.
 * Throws ApiError 400 when no item gives anything or an address is not ours, 413 beyond the limits.
 */
export function planPrompt(items: readonly GenerateItem[]): PlannedPart[] {
  refuseTooMuch(items);
  const parts: PlannedPart[] = [];
  for (const item of items) {
    if (item.type === 'image_prompt') {
      refuseForeignAddress(item.content);
      if (item.content !== '') parts.push({ kind: 'picture', content: item.content });
      continue;
    }
    const text = wordsOf(item);
    if (text !== '') parts.push({ kind: 'text', text });
  }
  if (parts.length > 0) return parts;
  throw new ApiError(
    400,
    'nothingToGenerate',
    'There is nothing to make a picture from. Write a text or choose a picture, and run it again.',
  );
}

/** The addresses of stored pictures that a prompt names, each once. */
export function addressesIn(plan: readonly PlannedPart[]): string[] {
  const named = plan.flatMap((part) =>
    part.kind === 'picture' && !part.content.startsWith('data:') ? part.content : [],
  );
  return [...new Set(named)];
}

/**
 * Reads the pictures of a prompt, one after the other and each distinct one once. Throws the signal's reason once it is
 * aborted, ApiError 400, 413, 415 or 422 for a picture that is missing or cannot be taken, 503, and what reading throws.
 */
export async function readParts(
  plan: readonly PlannedPart[],
  reader: PictureReader,
  signal: AbortSignal,
): Promise<PromptPart[]> {
  const known = new Map<string, PicturePart>();
  const parts: PromptPart[] = [];
  for (const part of plan) {
    if (part.kind === 'text') {
      parts.push(part);
      continue;
    }
    signal.throwIfAborted();
    const picture = known.get(part.content) ?? (await pictureOf(part.content, reader, signal));
    known.set(part.content, picture);
    parts.push(picture);
  }
  signal.throwIfAborted();
  return parts;
}

/**
 * The items with addresses of ours instead of data URLs, each of which becomes a stored picture of the member. Throws ApiError 400, 413,
 * 415, 422 or 503 as storing does.
 */
export async function storeInline(
  items: readonly GenerateItem[],
  keep: (bytes: Buffer) => Promise<string>,
): Promise<GenerateItem[]> {
  const known = new Map<string, string>();
  const kept: GenerateItem[] = [];
  for (const item of items) {
    if (item.type !== 'image_prompt' || !item.content.startsWith('data:')) {
      kept.push(item);
      continue;
    }
    const url = known.get(item.content) ?? (await keep(dataUrlBytes(item.content)));
    known.set(item.content, url);
    kept.push({ ...item, content: url });
  }
  return kept;
}

const TOO_MUCH: Readonly<Record<TooMuch, string>> = {
  tooManyItems: `More than ${GENERATE_MAX_ITEMS} items lead to this picture. Disconnect some of them.`,
  tooManyPictures: `More than ${GENERATE_MAX_PICTURES} pictures lead to this one. Disconnect some of them.`,
  tooManyWords: `The words that lead to this picture are longer than ${GENERATE_MAX_WORD_BYTES / 1024} KiB. Shorten them.`,
  keyTooLong: `The name of a category's item is longer than ${ID_MAX} characters. Shorten it.`,
};

function refuseTooMuch(items: readonly GenerateItem[]): void {
  const code = tooMuchOf(items);
  if (code !== null) throw new ApiError(413, code, TOO_MUCH[code]);
}

function wordsOf(item: Exclude<GenerateItem, { type: 'image_prompt' }>): string {
  switch (item.type) {
    case 'text_prompt':
      return item.content.trim();
    case 'category_prompt':
      return categoryLine(item);
    case 'group':
      return item.contents
        .map(categoryLine)
        .filter((line) => line !== '')
        .join('\n');
  }
}

function categoryLine({ key, value }: CategoryPrompt): string {
  const words = value.map((word) => word.trim()).filter((word) => word !== '');
  if (words.length === 0) return '';
  return key.trim() === '' ? words.join(', ') : `${key.trim()}: ${words.join(', ')}`;
}

const KEPT_PICTURE = /^\/files\/[\w.-]+$/;

function refuseForeignAddress(content: string): void {
  if (content === '' || KEPT_PICTURE.test(content) || content.startsWith('data:')) return;
  throw new ApiError(
    400,
    'foreignPicture',
    'Only pictures that were uploaded or made here can be used. Upload the picture and connect it again.',
  );
}

async function pictureOf(
  content: string,
  { memberId, read }: PictureReader,
  signal: AbortSignal,
): Promise<PicturePart> {
  const kept = await read(content, signal);
  if (kept) return { kind: 'picture', memberId, ...kept };
  throw new ApiError(400, 'pictureMissing', 'A connected picture could not be found. Upload it again.');
}

export const picturesIn = (parts: readonly PromptPart[]): PicturePart[] =>
  parts.filter((part) => part.kind === 'picture');

export const promptWords = (parts: readonly PromptPart[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');

/** The words of a request as one prompt, for engines that take no picture without words. */
export function promptIn(parts: readonly PromptPart[]): string {
  const words = promptWords(parts);
  return words === '' ? 'A new picture in the spirit of this one' : words;
}
