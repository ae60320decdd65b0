import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../db';

/** A due member, and where the search for the next one starts. */
export interface DueMember {
  memberId: string;
  sweptAt: string;
}

/** The member whose files were looked at the longest ago, up to a time; null when there is none after the given one. */
export async function dueMember(
  db: Kysely<Database>,
  { until, after }: { until: string; after: DueMember | null },
): Promise<DueMember | null> {
  const row = await db
    .selectFrom('member_usage')
    .select(['member_id as memberId', 'swept_at as sweptAt'])
    .where('swept_at', '<=', until)
    .where(sql<boolean>`(swept_at, member_id) > (${after?.sweptAt ?? ''}, ${after?.memberId ?? ''})`)
    .orderBy('swept_at')
    .orderBy('member_id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function noteSwept(
  db: Kysely<Database>,
  { memberId, now }: { memberId: string; now: string },
): Promise<void> {
  await db.updateTable('member_usage').set({ swept_at: now }).where('member_id', '=', memberId).execute();
}
