import type { GenerateContentResponse } from '@google/genai';
import { ProviderError } from '../ports';

/** Why Google's models decline, by its finish and block reasons, in words that end 'because ...'. */
const REASONS: Readonly<Record<string, string>> = {
  SAFETY: 'of its safety rules',
  IMAGE_SAFETY: 'the picture would break its safety rules',
  PROHIBITED_CONTENT: 'it is prohibited content',
  IMAGE_PROHIBITED_CONTENT: 'it is prohibited content',
  BLOCKLIST: 'of a word that is blocked',
  SPII: 'of personal information in it',
  RECITATION: 'it would be too close to an existing work',
  IMAGE_RECITATION: 'it would be too close to an existing work',
  MODEL_ARMOR: 'of its safety rules',
  JAILBREAK: 'of its safety rules',
};

/** A refusal comes as HTTP 200: without candidates, or with one that ended for a reason. Undefined when it is none. */
export function refusal(response: GenerateContentResponse, engine: string): ProviderError | undefined {
  const block = response.promptFeedback?.blockReason;
  const finish = response.candidates?.[0]?.finishReason;
  const word = block ?? finish ?? '';
  const reason = REASONS[word];
  const isRefused = block !== undefined || reason !== undefined || (response.candidates ?? []).length === 0;
  if (!isRefused) return undefined;
  const because = reason === undefined ? '' : ` because ${reason}`;
  return new ProviderError(
    'refused',
    `${engine} declined this${because}. Change the words or the pictures and run it again.`,
    {
      detail: word === '' ? 'no candidates' : word,
    },
  );
}
