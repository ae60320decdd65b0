import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
import type { LibraryQuery, ProjectTakesQuery, Take, TakePage } from '../../src/api/contractTakes';
import type { Clock } from '../ports';
import { transact } from '../db';
import type { Database } from '../db';
import { noteEvent } from '../events/noteEvent';
import { isLiveProject } from '../projects/project';
import { ApiError } from '../errors';
import { DAY_MS } from '../time';
import { findTakes } from './findTakes';
import { askedWords } from './searchWords';
import { TAKE_COLUMNS, takeOf } from './takeRow';

const PAGE = 50;

type Takes = SelectQueryBuilder<Database, 'take', object>;

/** Written so that no index on the time is used: its rows would have to be sorted by id. */
const CREATED_AT = sql<string>`take.created_at || ''`;
/** ISO times from the year 10000 on begin with `+`, and sort before digits. */
const LAST_MS = Date.UTC(9999, 11, 31);
const timeOf = (time: string): string => new Date(Math.min(Date.parse(time), LAST_MS)).toISOString();

const inKeptProject = (of: ExpressionBuilder<Database, 'take'>) =>
  of.exists(
    of.selectFrom('project').select('project.id').whereRef('project.id', '=', 'take.project_id').where(isLiveProject()),
  );

function paged(query: Takes, { ratingMin, before }: Pick<ProjectTakesQuery, 'ratingMin' | 'before'>): Takes {
  const rated = ratingMin === undefined ? query : query.where('take.rating', '>=', ratingMin);
  return before === undefined ? rated : rated.where('take.id', '<', Number(before));
}

/** A page, and one more that tells whether there is a next page. */
const newest = <Row>(query: SelectQueryBuilder<Database, 'take', Row>, limit = PAGE) =>
  query.orderBy('take.id', 'desc').limit(limit + 1);

/** The finished pictures of the members' nodes. A take is its member's alone; one of a deleted project is not shown. */
export class TakeStore {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #days: number;

  /** `days`: how long a deleted take can be restored. */
  constructor({ db, clock, days }: { db: Kysely<Database>; clock: Clock; days: number }) {
    this.#db = db;
    this.#clock = clock;
    this.#days = days;
  }

  /** The takes of a project, newest first. The caller has checked that it is the member's. */
  async listOfProject(projectId: number, { nodeId, ...rest }: ProjectTakesQuery): Promise<TakePage> {
    let query = this.#shown().where('take.project_id', '=', projectId);
    if (nodeId !== undefined) query = query.where('take.node_id', '=', nodeId);
    const asked = paged(query, rest);
    if (rest.ratingMin === undefined) return this.#page(asked, rest.limit);
    // An index has the ids, which are sorted: the rows of all rated takes would be long.
    return this.#page(this.#shown().where('take.id', 'in', newest(asked.select('take.id'), rest.limit)), rest.limit);
  }

  /** The member's takes in any project, newest first. */
  async search(memberId: string, { q = '', ...rest }: LibraryQuery): Promise<TakePage> {
    const { projectId, model, from, to, limit } = rest;
    let query = paged(this.#shown(), rest).where('take.member_id', '=', memberId).where(inKeptProject);
    if (projectId !== undefined) query = query.where('take.project_id', '=', projectId);
    if (model !== undefined) query = query.where('take.model', '=', model);
    if (from !== undefined || to !== undefined) {
      const { first, last } = await this.#idsBetween(memberId, rest);
      query = query.where('take.id', '>=', first).where('take.id', '<=', last);
    }
    if (from !== undefined) query = query.where(CREATED_AT, '>=', timeOf(from));
    if (to !== undefined) query = query.where(CREATED_AT, '<=', timeOf(to));
    const words = askedWords(q);
    if (words.length === 0) return q.trim() === '' ? this.#page(query, limit) : { takes: [], next: null };
    return this.#pageOf(await findTakes(this.#db, query, { memberId, words, limit: (limit ?? PAGE) + 1 }), limit);
  }

  /** The member's takes with these bytes, newest first. */
  async listOfPicture(memberId: string, url: string): Promise<Take[]> {
    const query = this.#shown().where('take.member_id', '=', memberId).where('take.url', '=', url).where(inKeptProject);
    return (await this.#page(query, undefined)).takes;
  }

  /** Throws 404. */
  rate(memberId: string, id: number, rating: Take['rating']): Promise<Take> {
    return this.#change(memberId, id, { rating }, (take) => take('deleted_at', 'is', null));
  }

  /** Deletes a take, which can be restored for a while. Throws 404. */
  async remove(memberId: string, id: number): Promise<void> {
    const deleted_at = this.#clock.now().toISOString();
    await this.#change(memberId, id, { deleted_at }, (take) => take('deleted_at', 'is', null));
  }

  /** One that is there already stays as it is. Throws 404 also when it was deleted too long ago. */
  restore(memberId: string, id: number): Promise<Take> {
    const oldest = new Date(this.#clock.now().getTime() - this.#days * DAY_MS).toISOString();
    return this.#change(memberId, id, { deleted_at: null }, (take) =>
      take.or([take('deleted_at', 'is', null), take('deleted_at', '>', oldest)]),
    );
  }

  #change(
    memberId: string,
    id: number,
    to: { rating: Take['rating'] } | { deleted_at: string | null },
    isIt: (take: ExpressionBuilder<Database, 'take'>) => Expression<SqlBool>,
  ): Promise<Take> {
    return transact(this.#db, async (change) => {
      const row = await change
        .updateTable('take')
        .set(to)
        .where('id', '=', id)
        .where('member_id', '=', memberId)
        .where(isIt)
        .where(inKeptProject)
        .returning(TAKE_COLUMNS)
        .executeTakeFirst();
      if (row === undefined) throw takeNotFound();
      await noteEvent(change, row.project_id, { table: 'take', id });
      return takeOf(row);
    });
  }

  /**
   * The first and the last id of the member's takes of a time, deleted ones too; none lies between them if there is no such take. All of
   * them are looked at: a take that was made while the clock was wrong has an id among those of another time.
   */
  async #idsBetween(
    memberId: string,
    { from, to }: Pick<LibraryQuery, 'from' | 'to'>,
  ): Promise<{ first: number; last: number }> {
    let those = this.#db.selectFrom('take').where('member_id', '=', memberId);
    if (from !== undefined) those = those.where('created_at', '>=', timeOf(from));
    if (to !== undefined) those = those.where('created_at', '<=', timeOf(to));
    // PostgreSQL would go through the takes by their ids for the lowest and the highest one alone, which the number prevents.
    const { first, last } = await those
      .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last'), fn.countAll().as('takes')])
      .executeTakeFirstOrThrow();
    return { first: first ?? 1, last: last ?? 0 };
  }

  #shown(): Takes {
    return this.#db.selectFrom('take').where('take.deleted_at', 'is', null);
  }

  async #page(query: Takes, limit: number | undefined): Promise<TakePage> {
    const rows = await newest(query.select(TAKE_COLUMNS), limit).execute();
    return this.#pageOf(rows.map(takeOf), limit);
  }

  #pageOf(found: readonly Take[], limit = PAGE): TakePage {
    const takes = found.slice(0, limit);
    return { takes, next: found.length > limit ? String(takes.at(-1)?.id) : null };
  }
}

/** The same answer for a take that never was, one that is gone and one of somebody else. */
export function takeNotFound(): ApiError {
  return new ApiError(404, 'takeNotFound', 'There is no such picture. It may have been deleted.');
}
