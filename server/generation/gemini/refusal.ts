import type { GenerateContentResponse } from '@google/genai';
import { engineFailure } from '../engineFailure';
import type { EngineKind } from '../engineFailure';
import type { FailureFacts, ProviderError, ProviderErrorCode } from '../ports';

/** Why Google's models decline, by its block and finish reasons. */
const REASONS: Readonly<Record<string, ProviderErrorCode>> = {
  SAFETY: 'refusedSafety',
  MODEL_ARMOR: 'refusedSafety',
  JAILBREAK: 'refusedSafety',
  PROHIBITED_CONTENT: 'refusedProhibited',
  BLOCKLIST: 'refusedWord',
  SPII: 'refusedPersonal',
  RECITATION: 'refusedWork',
  IMAGE_RECITATION: 'refusedWork',
  IMAGE_SAFETY: 'refusedPicture',
  IMAGE_PROHIBITED_CONTENT: 'refusedPicture',
  LANGUAGE: 'refused',
};

/** A refusal comes as HTTP 200: without candidates, or with one that ended for a reason. Undefined when it is none. */
export function refusal(
  response: GenerateContentResponse,
  engine: EngineKind,
  facts: FailureFacts = {},
): ProviderError | undefined {
  const { candidates = [], promptFeedback } = response;
  const block = promptFeedback?.blockReason;
  const word = block ?? candidates[0]?.finishReason ?? '';
  const code = REASONS[word] ?? (block !== undefined || candidates.length === 0 ? 'refused' : undefined);
  return code && engineFailure(engine, code, { ...facts, detail: word === '' ? 'no candidates' : word });
}
