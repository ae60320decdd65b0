import { sql } from 'kysely';

/*
 * The conditions of partial indexes, written into the statement. SQLite uses such an index only where it reads there that its condition
 * holds: the value of a parameter comes too late. Without the index, a question about a few rows reads everything a member has made.
 */

/** `where('state', '=', RUNNING)` is answered by job_of_request and run_under_way. */
export const RUNNING = sql.lit<'running'>('running');

/** `where('event', '>', NO_EVENT)`, beside the event that is meant, is answered by job_by_event and the like. */
export const NO_EVENT = sql.lit(0);

/** `where('is_written', '=', UNWRITTEN)`, of steps that have a result, is answered by run_step_unwritten. */
export const UNWRITTEN = sql.lit(0);
