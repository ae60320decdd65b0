import type { FastifyBaseLogger } from 'fastify';
import type { Analysis } from '../../src/api/contract';
import { ApiError } from '../errors';
import { answerOf } from './answerOf';
import type { GenerationDeps } from './GenerationDeps';
import { meterAnalysis } from './meter/meterAnalysis';
import { ProviderError } from './ports';

/** Groups a text's words for a member; an engine's failure becomes the answer that names it. Throws ApiError. */
export async function analyse(
  deps: GenerationDeps,
  { memberId, content }: { memberId: string; content: string },
  signal: AbortSignal,
  log: FastifyBaseLogger,
): Promise<Analysis> {
  if (content.trim() === '') {
    throw new ApiError(400, 'nothingToAnalyse', 'There are no words in this text. Write what you want to see first.');
  }
  try {
    const { groups } = await meterAnalysis(deps, memberId, () => deps.analyser.analyse(content, signal), log);
    return groups;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ code: error.code, detail: error.detail }, 'text engine failed');
    throw answerOf(error, new Date());
  }
}
