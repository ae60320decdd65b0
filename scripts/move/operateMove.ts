import { parseArgs } from 'node:util';
import type { Environment } from '../../server/config';
import { ApiError, StartRefused } from '../../server/errors';
import { readInstallation } from './Installation';
import { move, type TellProgress } from './move';
import { MoveRefused } from './MoveRefused';

const USAGE =
  'npm run move -- --from sqlite:./data/mulgil.db,file:./data/files --to "postgres://USER:PASSWORD@HOST/DATABASE,s3://BUCKET?endpoint=ORIGIN"';

interface Answer {
  readonly code: 0 | 1;
  readonly lines: readonly string[];
}

/** Moves an installation as the words say. Answers an exit code and what to tell. */
export async function operateMove(words: readonly string[], env: Environment, tell: TellProgress): Promise<Answer> {
  try {
    const { from, to } = readWords(words);
    const places = [readInstallation('--from', from, env), readInstallation('--to', to, env)] as const;
    return { code: 0, lines: await move(...places, tell) };
  } catch (error) {
    if (error instanceof MoveRefused || error instanceof StartRefused) return { code: 1, lines: [error.message] };
    // A database or a store that went away in the middle.
    if (error instanceof ApiError) {
      const why = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      return { code: 1, lines: [`${error.message}${why} Run the same move again: it goes on where it was.`] };
    }
    throw error;
  }
}

function readWords(words: readonly string[]): { from: string; to: string } {
  try {
    const { values } = parseArgs({ args: [...words], options: { from: { type: 'string' }, to: { type: 'string' } } });
    const { from, to } = values;
    if (from !== undefined && to !== undefined) return { from, to };
  } catch {
    // An option that nobody knows.
  }
  throw new MoveRefused(`usage: ${USAGE}`);
}
