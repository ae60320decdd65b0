import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect, type DatabaseAddress } from '../../server/db';
import { TakeStore } from '../../server/takes/TakeStore';
import type { LibraryQuery } from '../../src/api/contractTakes';
import { writeManyTakes } from '../../tests/server/support/manyTakes';
import { Postgres } from '../../tests/server/support/Postgres';
import { median, quantile } from '../quantile';

/** Searching a library, in the database and in the server's process. */
export interface Library {
  readonly takes: number;
  readonly questions: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** The slowest kind of question, by its median, and that median. */
  readonly slowest: string;
  readonly slowestMs: number;
}

const TIMES = 30;
const ASKED: readonly [string, LibraryQuery][] = [
  ['the newest', {}],
  ['a page far back', { before: '20000' }],
  ['a common word', { q: '고양이' }],
  ['a syllable that is being typed', { q: '고ㅇ' }],
  ['common initials', { q: 'ㄱㅇㅇ' }],
  ['a letter', { q: 's' }],
  ['a rare word', { q: '은하수' }],
  ['the one', { q: 'seed31415' }],
  ['two words', { q: '등대 수채화' }],
  ['a rare and a common word', { q: '하늘 seed3141' }],
  ['two common words that never meet', { q: '은하수 seed1' }],
  ['nothing', { q: '없는말' }],
  ['words and a rating', { q: '고양이', ratingMin: 5 }],
  ['a rating', { ratingMin: 5 }],
  ['a model', { model: 'offline-1' }],
  ['old ones', { to: '2026-01-02T00:00:00.000Z' }],
];

export async function measureLibrary(kind: 'sqlite' | 'postgres', takes: number): Promise<Library> {
  if (kind === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'mulgil-library-'));
    try {
      return await measureAt({ kind, path: join(folder, 'mulgil.db') }, takes);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  const postgres = await Postgres.start();
  try {
    return await measureAt({ kind, url: postgres.url('postgres') }, takes);
  } finally {
    await postgres.remove();
  }
}

async function measureAt(place: DatabaseAddress, takes: number): Promise<Library> {
  const db = await connect(place);
  try {
    const memberId = 'bench';
    const created_at = '2026-01-01T00:00:00.000Z';
    const person = { issuer: 'local', subject: 'bench', name: 'bench', picture: null, created_at, blocked_at: null };
    await db
      .insertInto('member')
      .values({ id: memberId, ...person })
      .execute();
    const flow = { id: 1, member_id: memberId, name: '', name_key: '', revision: 0, updated_at: created_at };
    const rest = { thumbnail: null, deleted_at: null, creation_key: null, creation_hash: null };
    await db
      .insertInto('project')
      .values({ ...flow, ...rest })
      .execute();
    await writeManyTakes(db, { memberId, projectId: 1, from: 1, count: takes });
    await sql`analyze`.execute(db);
    const store = new TakeStore({ db, clock: { now: () => new Date() }, days: 30 });
    const took = new Map(ASKED.map(([what]) => [what, [] as number[]]));
    for (let round = 0; round < TIMES; round += 1) {
      for (const [what, query] of ASKED) {
        const begun = performance.now();
        await store.search(memberId, query);
        took.get(what)?.push(performance.now() - begun);
      }
    }
    const all = [...took.values()].flat();
    const kinds = [...took].map(([what, ms]) => [what, median(ms)] as const);
    const [slowest, slowestMs] = kinds.reduce((worst, one) => (one[1] > worst[1] ? one : worst));
    return { takes, questions: all.length, medianMs: median(all), p95Ms: quantile(all, 0.95), slowest, slowestMs };
  } finally {
    await db.destroy();
  }
}
