import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { REJECTED } from '../../src/api/contract';

/** Whether the person has not rejected a take. */
export const isNotRejected = sql<boolean>`rating is distinct from ${sql.lit(REJECTED)}`;

/** The id of the take of a group that a sheet shows: the newest one that is not rejected, else the newest. */
export const bestTake: RawBuilder<number> = sql`coalesce(max(id) filter (where ${isNotRejected}), max(id))`;
