import { GoogleGenAI, type Part, MediaModality, type GenerateContentResponse } from '@google/genai';
import { askEngine, streamEngine } from '../askEngine';
import type { Bounds } from '../askEngine';
import { fitPictures } from '../fitPictures';
import type { PromptPart, Usage } from '../ports';
import { priceOf } from './models';

const GOOGLE = 'https://generativelanguage.googleapis.com';

interface ClientSettings {
  apiKey: string;
  /** Google's when null. */
  baseUrl: string | null;
  bounds?: Bounds;
}

/**
 * The official SDK with this server's key and nothing taken from other variables of the environment. Its calls go
 * through askEngine, which says what is tried again; the SDK's own retries stay off, as they repeat 408, 429, 502 and 504 too.
 */
export function geminiClient({ apiKey, baseUrl, bounds }: ClientSettings): GoogleGenAI {
  return new GoogleGenAI({
    apiKey,
    vertexai: false,
    httpOptions: {
      baseUrl: baseUrl ?? GOOGLE,
      fetch: (url, init) => (isStream(url) ? streamEngine : askEngine)(url, init, bounds),
    },
  });
}

/** Whether the SDK reads this answer little by little. */
const isStream = (url: string | URL | Request): boolean =>
  (url instanceof Request ? url.url : String(url)).includes(':streamGenerateContent');

/** A prompt as Google's API takes it, in its order. */
export function asParts(parts: readonly PromptPart[]): Promise<Part[]> {
  const asPart = fitPictures(({ bytes, contentType }) => ({
    inlineData: { data: bytes.toString('base64'), mimeType: contentType },
  }));
  return Promise.all(parts.map(async (part) => (part.kind === 'text' ? { text: part.text } : asPart(part))));
}

/** The words of an answer, without the model's thoughts. */
export const wordsIn = ({ candidates }: Pick<GenerateContentResponse, 'candidates'>): string =>
  (candidates?.[0]?.content?.parts ?? []).map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('');

/** Usage of a call by Google's own count; undefined when the answer holds none. */
export function usageOf({ usageMetadata }: GenerateContentResponse, model: string): Usage | undefined {
  if (usageMetadata?.totalTokenCount === undefined) return undefined;
  const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usageMetadata;
  const price = priceOf(model);
  // An answer without details counts as a picture throughout, since that was requested.
  const imageTokens =
    usageMetadata.candidatesTokensDetails?.find(({ modality }) => modality === MediaModality.IMAGE)?.tokenCount ??
    candidatesTokenCount;
  const textTokens = Math.max(0, candidatesTokenCount - imageTokens) + thoughtsTokenCount;
  return {
    inputTokens: promptTokenCount,
    outputTokens: candidatesTokenCount + thoughtsTokenCount,
    costMicros: price
      ? Math.round(promptTokenCount * price.input + imageTokens * price.imageOutput + textTokens * price.textOutput)
      : null,
  };
}
