import type { Kysely } from 'kysely';
import type { Database, PatchAnswerTable } from '../db';
import { ApiError } from '../errors';
import { DAY_MS } from '../time';

/** How long an Idempotency-Key is remembered. */
const ANSWER_KEPT_MS = DAY_MS;
const KEY_MAX = 200;

/** One patch as a client means it: sent again with the same key it is the same one. */
export interface PatchKey {
  memberId: string;
  projectId: number;
  key: string;
  bodyHash: string;
}

export interface StoredAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Throws 400 for an Idempotency-Key of a wrong length. */
export function checkIdempotencyKey(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length === 0 || header.length > KEY_MAX) {
    throw new ApiError(400, 'invalidIdempotencyKey', `An Idempotency-Key has 1 to ${KEY_MAX} characters.`);
  }
  return header;
}

/** Returns the first answer to this patch, if it had one. Throws 422 when the key came with another body. */
export async function findAnswer(db: Kysely<Database>, asked: PatchKey, now: Date): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('patch_answer')
    .select(['body_hash', 'status', 'body'])
    .where('member_id', '=', asked.memberId)
    .where('project_id', '=', asked.projectId)
    .where('idempotency_key', '=', asked.key)
    .where('created_at', '>', oldestAnswerAt(now))
    .executeTakeFirst();
  return row && firstAnswer(asked, row);
}

/** The answer in a row of this key. Throws 422 when the key came with another body. */
export function firstAnswer(
  asked: PatchKey,
  row: Pick<PatchAnswerTable, 'body_hash' | 'status' | 'body'>,
): StoredAnswer {
  if (row.body_hash !== asked.bodyHash) {
    throw new ApiError(422, 'idempotencyKeyReused', 'This Idempotency-Key was used for another patch. Use a new one.');
  }
  const body: Record<string, unknown> = JSON.parse(row.body);
  return { status: row.status, body };
}

/** The part of a refusal that is stored: a 412 carries patches of up to 1 MiB, and a body may quote the canvas. */
export function storedRefusal({ status, body }: StoredAnswer): StoredAnswer {
  const { code, revision } = body;
  return { status, body: { code, ...(revision !== undefined && { revision }) } };
}

/** Stores an answer unless the key has one that still counts. Returns whether it was stored. */
export async function storeAnswer(
  db: Kysely<Database>,
  asked: PatchKey,
  answer: StoredAnswer,
  now: Date,
): Promise<boolean> {
  const row = {
    body_hash: asked.bodyHash,
    status: answer.status,
    body: JSON.stringify(answer.body),
    created_at: now.toISOString(),
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('patch_answer')
    .values({ member_id: asked.memberId, project_id: asked.projectId, idempotency_key: asked.key, ...row })
    .onConflict((old) =>
      old
        .columns(['member_id', 'project_id', 'idempotency_key'])
        .doUpdateSet(row)
        .where('patch_answer.created_at', '<=', oldestAnswerAt(now)),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Time before which answers are forgotten. */
export function oldestAnswerAt(now: Date): string {
  return new Date(now.getTime() - ANSWER_KEPT_MS).toISOString();
}
