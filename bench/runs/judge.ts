import { Verdicts } from '../verdicts';
import type { Verdict } from '../verdicts';
import type { Library } from './measureLibrary';

interface Figures {
  readonly librarySqlite: Library;
  readonly libraryPostgres: Library;
}

const SEARCH_P95_MS = 100;

/** Figures of runs and takes, each beside its limit. */
export function judge({ librarySqlite, libraryPostgres }: Partial<Figures>): readonly Verdict[] {
  const verdicts = new Verdicts();
  for (const [name, library] of [['SQLite', librarySqlite] as const, ['PostgreSQL', libraryPostgres] as const]) {
    if (library) verdicts.say(`a search among ${library.takes} takes, ${name}: p95, ms`, library.p95Ms, SEARCH_P95_MS);
  }
  return verdicts.all;
}
