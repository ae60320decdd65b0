import type { Analysis } from '../../src/api/contractWords';
import { ApiError } from '../errors';
import type { GenerationDeps } from './GenerationDeps';
import { meterText, type Asking } from './meter/meterText';
import { ANALYSIS_TIMEOUT_MS } from './ports';

/** Groups a text's words for a member. Throws ApiError. */
export async function analyse(deps: GenerationDeps, content: string, asking: Asking): Promise<Analysis> {
  if (content.trim() === '') {
    throw new ApiError(400, 'nothingToAnalyse', 'There are no words in this text. Write what you want to see first.');
  }
  const { analyser } = deps;
  const call = { isFree: analyser.name === 'offline', timeoutMs: ANALYSIS_TIMEOUT_MS };
  return (await meterText(deps, call, asking, (signal) => analyser.analyse(content, signal))).groups;
}
