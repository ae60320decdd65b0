import type { Analysis } from '../../../src/api/contract';
import type { TextAnalyser } from '../ports';
import { groupWords } from './groupWords';

/** The analyser that is always there: a text's words under keys, in the text's own language. */
export class OfflineAnalyser implements TextAnalyser {
  readonly name = 'offline';

  async analyse(content: string): Promise<Analysis> {
    return groupWords(content);
  }
}
