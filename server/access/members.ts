import type { Kysely, Transaction } from 'kysely';
import type { Member, SignInRefusal } from '../../src/api/contract';
import { ApiError } from '../errors';
import type { Clock, Ids } from '../ports';
import { transact } from '../db';
import type { Database } from '../db';
import type { MemberRow } from './sessions';

const REFUSALS: Readonly<Record<SignInRefusal, { code: string; message: string }>> = {
  blocked: {
    code: 'memberBlocked',
    message: 'This account is blocked here. Ask the person who runs this server.',
  },
  domain: {
    code: 'domainNotAllowed',
    message:
      'Only accounts with a confirmed address of certain domains may join here. Ask the person who runs this server.',
  },
  full: {
    code: 'membersFull',
    message: 'There is no room for another member here. Ask the person who runs this server.',
  },
};

/** The person is known, but may not join. */
export class JoinRefused extends ApiError {
  readonly reason: SignInRefusal;

  constructor(reason: SignInRefusal) {
    const { code, message } = REFUSALS[reason];
    super(403, code, message);
    this.reason = reason;
  }
}

/** The issuer of members that signed in by name only. */
export const LOCAL_ISSUER = 'local';

/** A person as their issuer describes them. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string;
  picture: string | null;
  /** Domain of the e-mail address, if it was requested and the issuer has confirmed it. Never stored. */
  domain: string | null;
}

/** Rules for new members. Present members may come in any case, unless they are blocked. */
export interface JoinRules {
  /** Domains of e-mail addresses that may join; null for any domain, and for no address. */
  readonly domains: readonly string[] | null;
  /** Most members there may be, blocked ones included; null for any number. */
  readonly max: number | null;
}

export interface Members {
  /** Returns the member of this identity, made on the first visit; name and picture follow the issuer. Throws JoinRefused. */
  findOrMake(identity: Identity): Promise<MemberRow>;
}

interface MembersDeps {
  db: Kysely<Database>;
  clock: Clock;
  ids: Ids;
  rules: JoinRules;
}

export function createMembers({ db, clock, ids, rules }: MembersDeps): Members {
  return {
    findOrMake: ({ domain, ...identity }) =>
      transact(db, async (change) => {
        const { issuer, subject, name, picture } = identity;
        const known = await change
          .updateTable('member')
          .set({ name, picture })
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .returningAll()
          .executeTakeFirst();
        if (known !== undefined && known.blocked_at !== null) throw new JoinRefused('blocked');
        if (known !== undefined) return known;
        if (rules.domains !== null && (domain === null || !rules.domains.includes(domain))) {
          throw new JoinRefused('domain');
        }
        if (rules.max !== null) await refuseOneTooMany(change, rules.max);
        // Two first visits at once make one member.
        return change
          .insertInto('member')
          .values({ id: ids.id(), ...identity, created_at: clock.now().toISOString(), blocked_at: null })
          .onConflict((same) => same.columns(['issuer', 'subject']).doUpdateSet({ name, picture }))
          .returningAll()
          .executeTakeFirstOrThrow();
      }),
  };
}

async function refuseOneTooMany(change: Transaction<Database>, max: number): Promise<void> {
  // Others who join wait until this transaction ends, at every server: so none is counted twice or not at all.
  await change
    .insertInto('counter')
    .values({ name: 'joining', last: 0 })
    .onConflict((held) => held.column('name').doUpdateSet({ last: 0 }))
    .execute();
  const { members } = await change
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number | string>().as('members'))
    .executeTakeFirstOrThrow();
  if (Number(members) >= max) throw new JoinRefused('full');
}

/** A member as the app sees them. */
export function presentMember(row: MemberRow): Member {
  return { memberId: row.id, name: row.name, picture: row.picture };
}
