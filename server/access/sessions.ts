import type { Kysely, Selectable } from 'kysely';
import type { Clock, Ids } from '../ports';
import type { Database, MemberTable } from '../db';
import { ApiError } from '../errors';
import { hashToken } from '../sha256';
import { DAY_MS } from '../time';

export type MemberRow = Selectable<MemberTable>;

/** A session's days; its end slides with use. */
export const SESSION_DAYS = 30;
/** A session's end moves at most once a day, so that reading costs no writing. */
const RENEW_WHEN_LEFT_MS = (SESSION_DAYS - 1) * DAY_MS;

/** The members' sessions. Tokens are known by their hash only. */
export interface Sessions {
  /** Opens a session; returns its token. */
  open(memberId: string): Promise<string>;
  /** Returns the member of a token; `renewed` when its end has moved and the cookie should follow. */
  find(token: string): Promise<{ member: MemberRow; renewed: boolean } | null>;
  close(token: string): Promise<void>;
  /** Ends all sessions of a member, in any browser. */
  closeAll(memberId: string): Promise<void>;
}

export function createSessions(deps: { db: Kysely<Database>; clock: Clock; ids: Ids }): Sessions {
  const { db, clock, ids } = deps;

  /** Returns whether there was room for it: a full disk must not stop a member who only reads. */
  const renew = async (token: string, now: Date): Promise<boolean> => {
    try {
      await db
        .updateTable('session')
        .set({ expires_at: endFrom(now) })
        .where('token_hash', '=', hashToken(token))
        .execute();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 507) return false;
      throw error;
    }
  };

  return {
    async open(memberId) {
      const token = ids.token();
      const now = clock.now();
      await db
        .insertInto('session')
        .values({
          token_hash: hashToken(token),
          member_id: memberId,
          created_at: now.toISOString(),
          expires_at: endFrom(now),
        })
        .execute();
      return token;
    },

    async find(token) {
      const now = clock.now();
      const row = await db
        .selectFrom('session')
        .innerJoin('member', 'member.id', 'session.member_id')
        .selectAll('member')
        .select('session.expires_at')
        .where('session.token_hash', '=', hashToken(token))
        .where('session.expires_at', '>', now.toISOString())
        // A sign-in may have been under way while its member was blocked.
        .where('member.blocked_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { expires_at: expiresAt, ...member } = row;
      const isDue = Date.parse(expiresAt) - now.getTime() < RENEW_WHEN_LEFT_MS;
      return { member, renewed: isDue && (await renew(token, now)) };
    },

    async close(token) {
      await db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
    },

    async closeAll(memberId) {
      await db.deleteFrom('session').where('member_id', '=', memberId).execute();
    },
  };
}

function endFrom(now: Date): string {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS).toISOString();
}
