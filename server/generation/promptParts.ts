import type { CategoryPrompt, GenerateItem } from '../../src/api/contract';
import { ApiError } from '../errors';
import { decodeDataUrl } from './decodeDataUrl';
import type { PromptPart } from './ports';

/** Reads a kept picture of one member; null when there is none of that address, or it is someone else's. */
export type ReadPicture = (url: string) => Promise<{ bytes: Buffer; contentType: string } | null>;

/**
 * Turns the items of a request into the prompt of an engine, in their order. Items without words or a picture give
 * nothing; a request in which no item gives anything is refused. Every address is judged before the first is read.
 */
export async function promptParts(items: GenerateItem[], read: ReadPicture): Promise<PromptPart[]> {
  for (const item of items) if (item.type === 'image_prompt') refuseForeignAddress(item.content);
  const parts: PromptPart[] = [];
  for (const item of items) {
    if (item.type === 'image_prompt') {
      if (item.content !== '') parts.push({ kind: 'picture', ...(await pictureOf(item.content, read)) });
      continue;
    }
    const text = wordsOf(item);
    if (text !== '') parts.push({ kind: 'text', text });
  }
  if (parts.length === 0) {
    throw new ApiError(
      400,
      'nothingToGenerate',
      'There is nothing to make a picture from. Write a text or choose a picture, and run it again.',
    );
  }
  return parts;
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

async function pictureOf(content: string, read: ReadPicture): Promise<{ bytes: Buffer; contentType: string }> {
  if (content.startsWith('data:')) return decodeDataUrl(content);
  const kept = await read(content);
  if (kept) return kept;
  throw new ApiError(400, 'pictureMissing', 'A connected picture could not be found. Upload it again.');
}
