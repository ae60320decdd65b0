import type { FastifyBaseLogger } from 'fastify';
import type { Analysis } from '../../src/api/contract';
import { ApiError } from '../errors';
import { answerOf } from './answerOf';
import { ProviderError } from './ports';
import type { TextAnalyser } from './ports';

/** Groups a text's words; an engine's failure becomes the answer that names it. */
export async function analyse(
  analyser: TextAnalyser,
  content: string,
  signal: AbortSignal,
  log: FastifyBaseLogger,
): Promise<Analysis> {
  if (content.trim() === '') {
    throw new ApiError(400, 'nothingToAnalyse', 'There are no words in this text. Write what you want to see first.');
  }
  try {
    return await analyser.analyse(content, signal);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ code: error.code, detail: error.detail }, 'text engine failed');
    throw answerOf(error, new Date());
  }
}
