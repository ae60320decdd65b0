import type { Analysis } from '../../../src/api/contract';
import type { TextAnalyser } from '../ports';

/** The analyser that is always there: a text's words under keys, in the text's own language. */
export class OfflineAnalyser implements TextAnalyser {
  readonly name = 'offline';

  async analyse(content: string): Promise<Analysis> {
    // Its English alone takes as long to load as the rest of the server: it waits for the first text.
    const { groupWords } = await import('./groupWords');
    return groupWords(content);
  }
}
