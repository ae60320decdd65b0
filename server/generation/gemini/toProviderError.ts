import { ProviderError } from '../ports';
import { readFailure } from './readFailure';

/** A failed call as people are told it. `engine` begins the sentence: 'The picture engine'. */
export function toProviderError(error: unknown, engine: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const { status, word, isKeyInvalid, retryAfterS } = readFailure(error);
  const detail = status === 0 ? 'no answer' : `${status} ${word}`.trim();
  if (isKeyInvalid) {
    const message = `${engine} does not accept this server's key. Whoever runs the server must check GEMINI_API_KEY.`;
    return new ProviderError('keyRefused', message, { detail });
  }
  if (status === 429) {
    const wait = retryAfterS === undefined ? 'in a minute' : `in ${retryAfterS} s`;
    return new ProviderError('quota', `${engine} has been asked too much for now. Try again ${wait}.`, {
      retryAfterS,
      detail,
    });
  }
  if (status === 413) {
    return new ProviderError('tooLarge', `This is more than ${lower(engine)} takes. Use fewer or smaller pictures.`, {
      detail,
    });
  }
  if (status === 400) {
    return new ProviderError(
      'refused',
      `${engine} could not use this. Change the words or the pictures and run it again.`,
      {
        detail,
      },
    );
  }
  return new ProviderError('unreachable', `${engine} cannot be reached right now. Try again in a few minutes.`, {
    detail,
  });
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
