import { sql } from 'kysely';
import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Take } from '../../src/api/contractTakes';
import { isPostgres } from '../db';
import type { Database } from '../db';
import { TAKE_COLUMNS, takeOf } from './takeRow';

interface TakeQuery {
  memberId: string;
  /** Words from `askedWords`, at least one. */
  words: readonly string[];
  limit: number;
}

/** Number of the newest takes that are looked through word by word: frequent words are found among them. */
const WINDOW = 2_000;

/**
 * The newest takes of a query that have words which begin like all of these. What many takes have is found among the newest ones; what few
 * have is found by the index. So neither reads all that a member has.
 */
export async function findTakes(
  db: Kysely<Database>,
  query: SelectQueryBuilder<Database, 'take', object>,
  { memberId, words, limit }: TakeQuery,
): Promise<Take[]> {
  const isHit = sql<number>`case when ${sql.join(words.map(hasWord), sql` and `)} then 1 else 0 end`;
  const newest = await query
    .select(['take.id', isHit.as('isHit')])
    .orderBy('take.id', 'desc')
    .limit(WINDOW)
    .execute();
  const hits = newest.filter((row) => row.isHit === 1).map(({ id }) => id);
  if (hits.length >= limit || newest.length < WINDOW) {
    return readTakes(query.where('take.id', 'in', hits.slice(0, limit)), limit, hits.length);
  }
  return readTakes(query.where(byIndex(db, memberId, words)), limit);
}

async function readTakes(
  query: SelectQueryBuilder<Database, 'take', object>,
  limit: number,
  expected = limit,
): Promise<Take[]> {
  if (expected === 0) return [];
  const rows = await query.select(TAKE_COLUMNS).orderBy('take.id', 'desc').limit(limit).execute();
  return rows.map(takeOf);
}

/** Words are letters and digits only: nothing in them means anything to `like`. */
const hasWord = (word: string): RawBuilder<boolean> => sql`(' ' || take.words) like ${`% ${word}%`}`;

function byIndex(db: Kysely<Database>, memberId: string, words: readonly string[]): RawBuilder<boolean> {
  if (isPostgres(db)) {
    const asked = [`'@${memberId}'`, ...words.map((word) => `'${word}':*`)].join(' & ');
    return sql`take.id = any(array(select found.id from take as found where found.words <> '' and
      array_to_tsvector(array_append(string_to_array(found.words, ' '), '@' || found.member_id)) @@ ${asked}::tsquery))`;
  }
  const member = `"@${Buffer.from(memberId).toString('hex')}"`;
  const asked = [member, ...words.map((word) => `"${word}"*`)].join(' AND ');
  return sql`take.id in (select rowid from take_words where take_words match ${asked})`;
}
