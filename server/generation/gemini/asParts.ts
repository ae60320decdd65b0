import type { Part } from '@google/genai';
import { fitPicture } from '../fitPicture';
import type { PicturePart, PromptPart } from '../ports';

/** A prompt as Google's API takes it, in its order. */
export function asParts(parts: readonly PromptPart[]): Promise<Part[]> {
  const fitted = new Map<PicturePart, Promise<PicturePart>>();
  return Promise.all(parts.map((part) => asPart(part, fitted)));
}

async function asPart(part: PromptPart, fitted: Map<PicturePart, Promise<PicturePart>>): Promise<Part> {
  if (part.kind === 'text') return { text: part.text };
  const { bytes, contentType } = await fitPicture(part, fitted);
  return { inlineData: { data: bytes.toString('base64'), mimeType: contentType } };
}
