import type { Kysely } from 'kysely';
import type { Member } from '../../src/api/contract';
import type { Clock } from '../Clock';
import type { Database } from '../db';
import type { Ids } from '../Ids';
import type { MemberRow } from './sessions';

/** Who vouches for members that signed in by name only. */
export const LOCAL_ISSUER = 'local';

/** A person as their issuer describes them. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string;
  picture: string | null;
}

export interface Members {
  /** The member this identity is, made on the first visit; name and picture follow the issuer. */
  findOrMake(identity: Identity): Promise<MemberRow>;
}

export function createMembers(deps: { db: Kysely<Database>; clock: Clock; ids: Ids }): Members {
  const { db, clock, ids } = deps;
  return {
    // One statement, so that two first visits at once make one member.
    findOrMake: (identity) =>
      db
        .insertInto('member')
        .values({ id: ids.id(), ...identity, created_at: clock.now().toISOString() })
        .onConflict((known) =>
          known.columns(['issuer', 'subject']).doUpdateSet({ name: identity.name, picture: identity.picture }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}

/** A member as the app sees them. */
export function presentMember(row: MemberRow): Member {
  return { memberId: row.id, name: row.name, picture: row.picture };
}
