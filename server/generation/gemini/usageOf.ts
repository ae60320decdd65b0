import { MediaModality } from '@google/genai';
import type { GenerateContentResponse } from '@google/genai';
import type { Usage } from '../ports';
import { priceOf } from './models';

/** Usage of a call by Google's own count; undefined when the answer holds none. */
export function usageOf({ usageMetadata }: GenerateContentResponse, model: string): Usage | undefined {
  if (usageMetadata?.totalTokenCount === undefined) return undefined;
  const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usageMetadata;
  const price = priceOf(model);
  // An answer without details is taken for a picture throughout, which is what was asked for.
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
