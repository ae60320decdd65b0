import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { transact } from '../db';
import type { Database } from '../db';
import { addUsage } from '../usage/usage';
import { noteLeftover, takeOutUnreferenced } from './leftoverFiles';
import { pictureName } from './FileStore';
import type { FileStore } from './FileStore';

interface DroppedThumbnail {
  memberId: string;
  url: string;
  /** ISO 8601. */
  now: string;
}

/** Age of a thumbnail that the app replaces at the earliest; a younger one comes from a script, and its bytes could fill a disk before the next sweep. */
const REPLACED_AFTER_MS = 45_000;

/**
 * Drops a picture that was kept only as a thumbnail and that no project of the member shows now. Its bytes go with the sweep, so that a
 * backup which names it still finds them; those that were replaced faster than the app does it go at once.
 */
export async function dropThumbnail(
  { db, store, log }: { db: Kysely<Database>; store: FileStore; log?: Pick<FastifyBaseLogger, 'error'> | undefined },
  dropped: DroppedThumbnail,
): Promise<void> {
  const gone = await transact(db, (change) => letThumbnailGo(change, dropped));
  if (gone === null || Date.parse(dropped.now) - Date.parse(gone.storedAt) > REPLACED_AFTER_MS) return;
  await takeOutUnreferenced({ db, store }, gone.name).catch((error: unknown) =>
    log?.error({ err: error }, 'a replaced thumbnail could not be taken out of the store'),
  );
}

/** Does the same in a transaction that changes more, and returns the file that nobody has any more: its bytes go with the next sweep. */
export async function letThumbnailGo(
  change: Transaction<Database>,
  { memberId, url, now }: DroppedThumbnail,
): Promise<{ readonly name: string; readonly storedAt: string } | null> {
  const named = pictureName(url);
  if (named === null) return null;
  const { sha256, extension } = named;
  // The expression keeps SQLite from using the member's index, which would read all their projects: it uses the picture's.
  const shown = change
    .selectFrom('project')
    .select('id')
    .where('thumbnail', '=', url)
    .where(sql<boolean>`member_id || '' = ${memberId}`);
  // Another member who stores the same bytes now owns them before this looks for owners, or uploads them again after it.
  const file = await change
    .selectFrom('file')
    .select(['bytes', 'created_at'])
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirst();
  const disowned = await change
    .deleteFrom('file_owner')
    .where('member_id', '=', memberId)
    .where('sha256', '=', sha256)
    .where('only_thumbnail', '=', 1)
    .where((is) => is.not(is.exists(shown)))
    .executeTakeFirst();
  if (file && disowned.numDeletedRows > 0n) await addUsage(change, memberId, { bytes: -file.bytes });
  const owned = change.selectFrom('file_owner').select('member_id').where('sha256', '=', sha256);
  const { numDeletedRows } = await change
    .deleteFrom('file')
    .where('sha256', '=', sha256)
    .where((is) => is.not(is.exists(owned)))
    .executeTakeFirst();
  if (!file || numDeletedRows === 0n) return null;
  const name = `${sha256}.${extension}`;
  await noteLeftover(change, name, now);
  return { name, storedAt: file.created_at };
}
