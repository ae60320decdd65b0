import type { Kysely, Selectable } from 'kysely';
import { TOKENS_MAX } from '../../../src/api/contract';
import type { ApiToken, CreatedToken, TokenScope } from '../../../src/api/contract';
import type { Clock, Ids } from '../../ports';
import { transact } from '../../db';
import type { ApiTokenTable, Database } from '../../db';
import { ApiError } from '../../errors';
import { hashToken } from '../../sha256';
import { HOUR_MS } from '../../time';
import type { MemberRow } from '../sessions';

/** Prefix by which people and scanners of repositories recognise a token. */
const PREFIX = 'mulgil_';

/** A token that a request was sent with. */
export interface UsedToken {
  readonly id: string;
  readonly scopes: readonly TokenScope[];
}

interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: string | null;
}

/** The tokens of members' scripts, known by their hash only. Every request looks its own up: a revoked one is gone at once. */
export class ApiTokens {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #ids: Ids;

  constructor({ db, clock, ids }: { db: Kysely<Database>; clock: Clock; ids: Ids }) {
    this.#db = db;
    this.#clock = clock;
    this.#ids = ids;
  }

  /** The member of a token; null for an unknown, revoked or expired one. */
  async find(token: string): Promise<{ member: MemberRow; token: UsedToken } | null> {
    const now = this.#clock.now();
    const row = await this.#db
      .selectFrom('api_token')
      .innerJoin('member', 'member.id', 'api_token.member_id')
      .selectAll('member')
      .select([
        'api_token.id as token_id',
        'api_token.scopes',
        'api_token.expires_at',
        'api_token.last_used_at as last_used_at',
      ])
      .where('api_token.token_hash', '=', hashToken(token))
      .where('member.blocked_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { token_id: id, scopes, expires_at: expiresAt, last_used_at: lastUsedAt, ...member } = row;
    if (expiresAt !== null && expiresAt <= now.toISOString()) return null;
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS).toISOString();
    if (lastUsedAt === null || lastUsedAt < hour) await this.#noteUse(id, hour);
    return { member, token: { id, scopes: readScopes(scopes) } };
  }

  /** The member's tokens, newest first; those that are over, too. */
  async list(memberId: string): Promise<ApiToken[]> {
    const rows = await this.#db
      .selectFrom('api_token')
      .selectAll()
      .where('member_id', '=', memberId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(presentToken);
  }

  /** Throws ApiError 413 when the member has as many as there may be. */
  async make(memberId: string, { name, scopes, expiresAt }: NewToken): Promise<CreatedToken> {
    const token = `${PREFIX}${this.#ids.token()}`;
    const row: Selectable<ApiTokenTable> = {
      id: this.#ids.id(),
      member_id: memberId,
      token_hash: hashToken(token),
      name,
      scopes: JSON.stringify(scopes),
      created_at: this.#clock.now().toISOString(),
      expires_at: expiresAt,
      last_used_at: null,
    };
    await transact(this.#db, async (change) => {
      // Makes the member's others wait until this transaction ends, so that two at once do not both find room.
      await change.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().execute();
      const had = await change
        .selectFrom('api_token')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('member_id', '=', memberId)
        .executeTakeFirstOrThrow();
      if (Number(had.count) >= TOKENS_MAX) {
        throw new ApiError(413, 'quota', `You have ${TOKENS_MAX} tokens, as many as there may be. Revoke one first.`);
      }
      await change.insertInto('api_token').values(row).execute();
    });
    return { ...presentToken(row), token };
  }

  /** Throws ApiError 404 when this member has no such token. */
  async revoke(memberId: string, id: string): Promise<void> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('api_token')
      .where('member_id', '=', memberId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) {
      throw new ApiError(404, 'tokenNotFound', 'There is no such token. It may have been revoked.');
    }
  }

  async revokeAll(memberId: string): Promise<void> {
    await this.#db.deleteFrom('api_token').where('member_id', '=', memberId).execute();
  }

  /** A full disk must not stop a token that only reads. */
  async #noteUse(id: string, hour: string): Promise<void> {
    try {
      await this.#db.updateTable('api_token').set({ last_used_at: hour }).where('id', '=', id).execute();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 507)) throw error;
    }
  }
}

function readScopes(text: string): TokenScope[] {
  const scopes: TokenScope[] = JSON.parse(text);
  return scopes;
}

function presentToken(row: Selectable<ApiTokenTable>): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scopes: readScopes(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
