import type { Analysis } from '../../src/api/contractWords';
import { ApiError } from '../errors';
import { engineErrorAnswer } from './engineErrorAnswer';
import type { GenerationDeps } from './GenerationDeps';
import { meterText } from './meter/meterText';
import { EngineError } from './ports';
import type { WritingContext } from './writeWords';

/** Longest wait, the same as that of its engines. */
const TIMEOUT_MS = 4_500;

/** Groups a text's words for a member; an engine's failure becomes the answer that names it. Throws ApiError. */
export async function analyse(
  deps: GenerationDeps,
  content: string,
  { memberId, signal, log }: WritingContext,
): Promise<Analysis> {
  if (content.trim() === '') {
    throw new ApiError(400, 'nothingToAnalyse', 'There are no words in this text. Write what you want to see first.');
  }
  try {
    const call = { memberId, isFree: deps.analyser.name === 'offline', timeoutMs: TIMEOUT_MS };
    const { groups } = await meterText(deps, call, () => deps.analyser.analyse(content, signal), log);
    return groups;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    log.warn({ code: error.code, detail: error.detail }, 'text engine failed');
    throw engineErrorAnswer(error, new Date());
  }
}
