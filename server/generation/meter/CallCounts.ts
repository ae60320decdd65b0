import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../db';
import { DAY_MS } from '../../time';
import type { EngineErrorCode } from '../ports';
import type { CallKind } from './limits';

/**
 * Failures of which an engine has billed nothing: it says so itself, or it was never asked. A code that is added here is one
 * that no budget sees.
 */
export const UNBILLED: readonly string[] = [
  'keyRefused',
  'noQuota',
  'noModel',
  'quota',
  'quotaDay',
  'overloaded',
  'notOffered',
  'takesNoPictures',
  'notAPicture',
  'pictureMissing',
  'pictureTooLarge',
  'pictureUnreadable',
  'leftEarly',
];

/** The code of a failure after the engine had begun. It may bill what it has begun, so that this is always one that budgets see. */
export const codeOnceBegun = (code: EngineErrorCode): EngineErrorCode =>
  UNBILLED.includes(code) ? 'unreachable' : code;

const TABLES = { picture: 'job', analysis: 'analysis' } as const;

/** Counts of the calls of engines, read from the rows of the jobs and the analyses, and of those whose member was deleted. */
export class CallCounts {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** When the member's nth newest call of a kind began: the one that must age before another may begin. */
  async startOfNthNewest(kind: CallKind, memberId: string, nth: number): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom(TABLES[kind])
      .select('started_at')
      .where('member_id', '=', memberId)
      .orderBy('started_at', 'desc')
      .limit(1)
      .offset(nth - 1)
      .executeTakeFirst();
    return row?.started_at;
  }

  /** The member's calls of a kind that run. Jobs of a server that is gone count until they are failed. */
  async countRunning(kind: CallKind, memberId: string, now: string): Promise<number> {
    const ofMember =
      kind === 'picture'
        ? this.#db.selectFrom('job').select('id').where('member_id', '=', memberId).where('state', '=', 'running')
        : this.#db
            .selectFrom('analysis')
            .select('id')
            .where('member_id', '=', memberId)
            // The index knows the calls of a day by their time, and none is open for longer.
            .where('started_at', '>', new Date(Date.parse(now) - DAY_MS).toISOString())
            .where('ended_at', 'is', null)
            .where('open_until', '>', now);
    const row = await this.#db
      .selectFrom(ofMember.as('running'))
      .select((on) => on.fn.countAll<number | string>().as('calls'))
      .executeTakeFirstOrThrow();
    return Number(row.calls);
  }

  /** The pictures that a member has asked for since a time. */
  async countOfMember(memberId: string, since: string): Promise<number> {
    const { rows } = await sql<{ calls: number | string }>`
      select count(*) as calls from job where member_id = ${memberId} and started_at > ${since}`.execute(this.#db);
    return Number(rows[0]?.calls ?? 0);
  }

  /** All calls of the installation since a time. */
  async countOfAll(since: string): Promise<number> {
    const { rows } = await sql<{ calls: number | string }>`select
      (select count(*) from job where started_at > ${since}) +
      (select count(*) from analysis where started_at > ${since}) +
      (select count(*) from nameless_call where started_at > ${since}) as calls`.execute(this.#db);
    return Number(rows[0]?.calls ?? 0);
  }

  /** Like startOfNthNewest, for all calls of the installation since that time. */
  async startOfNthNewestOfAll(nth: number, since: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('job')
      .select('started_at')
      .where('started_at', '>', since)
      .unionAll(this.#db.selectFrom('analysis').select('started_at').where('started_at', '>', since))
      .unionAll(this.#db.selectFrom('nameless_call').select('started_at').where('started_at', '>', since))
      .orderBy('started_at', 'desc')
      .limit(1)
      .offset(nth - 1)
      .executeTakeFirst();
    return row?.started_at;
  }

  /**
   * When the newest call began with which the calls since that time cost more than this, counted from the newest: it must age
   * before they cost no more. Undefined while they do not.
   */
  async startOfOverspending(micros: number, since: string, estimateMicros: number): Promise<string | undefined> {
    // Everybody waits meanwhile: most of the time a sum is enough, and nothing need be sorted.
    if ((await this.spentSince(since, estimateMicros)) <= micros) return undefined;
    const { rows } = await sql<{ started_at: string }>`
      select started_at from (
        select started_at, sum(micros) over (order by started_at desc, id desc) as spent
        from ${costsSince(since, estimateMicros)} as calls
      ) as sums where spent > ${micros} order by started_at desc limit 1`.execute(this.#db);
    return rows[0]?.started_at;
  }

  /** Cost of the calls since that time, as `startOfOverspending` counts it; millionths of a US dollar. */
  async spentSince(since: string, estimateMicros: number): Promise<number> {
    const { rows } = await sql<{ spent: number | string | null }>`
      select sum(micros) as spent from ${costsSince(since, estimateMicros)} as calls`.execute(this.#db);
    return Number(rows[0]?.spent ?? 0);
  }
}

/** Cost of a job: the known one, else what was assumed as it was admitted; null for a job of an older version. */
export const JOB_MICROS = sql`case
    when cost_micros is not null then cost_micros
    when provider = 'offline' or (state <> 'done' and code in (${sql.join(UNBILLED)})) then 0
    else estimate_micros end`;

/** Each call and its cost; where none is known or assumed, the estimate for each picture. */
const costsSince = (since: string, estimateMicros: number) => sql`(
  select id, started_at, coalesce(${JOB_MICROS}, ${estimateMicros} * asked_count) as micros
  from job where started_at > ${since}
  union all
  select id, started_at, coalesce(cost_micros, ${estimateMicros}) as micros
  from analysis where started_at > ${since}
  union all
  select id, started_at, coalesce(cost_micros, ${estimateMicros}) as micros
  from nameless_call where started_at > ${since}
)`;
