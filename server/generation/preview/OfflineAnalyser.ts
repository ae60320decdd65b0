import type { Analysis } from '../../../src/api/contractWords';
import { deadline } from '../deadline';
import type { ReadText, TextAnalyser } from '../ports';
import { OneThread } from './OneThread';

/** Longest time, the same as Gemini's; a text that waits for others that long is given up too. */
const TIMEOUT_MS = 4_500;

/** The analyser that is always there: a text's words under keys, in the text's own language, on a thread of its own. */
export class OfflineAnalyser implements TextAnalyser {
  readonly name = 'offline';
  readonly #thread = new OneThread<string, Analysis>('preview/readWorker.mjs');
  readonly #timeoutMs: number;

  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  async analyse(content: string, signal: AbortSignal): Promise<ReadText> {
    const until = deadline(signal, this.#timeoutMs, 'text');
    try {
      return { groups: await this.#thread.do(content, until.signal) };
    } catch (error) {
      throw until.reason() ?? error;
    }
  }
}
