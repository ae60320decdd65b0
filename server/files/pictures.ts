import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../ports';
import { systemClock } from '../ports';
import { transact } from '../db';
import type { Database } from '../db';
import { pictureDecoder } from './decoding';
import type { DecodeFor } from './decoding';
import type { FileStore, StoredFile } from './FileStore';
import { inspectPicture } from './inspectPicture';
import type { PictureFacts } from './inspectPicture';
import { dropThumbnail } from './dropThumbnail';
import { addUsage, findUsage, type Quota } from '../usage/usage';
import { forgetLeftover, noteLeftover } from './leftoverFiles';
import { readWhole, pictureName } from './FileStore';

interface OfAKind {
  /** An IANA media type such as `image/png`. */
  contentType: string;
}

export interface StoredPicture extends OfAKind {
  bytes: Buffer;
}

/** A picture on its way out, see StoredFile. */
export interface OpenedPicture extends OfAKind {
  file: StoredFile;
}

export interface KeptPicture {
  url: string;
  /** Whether its metadata, which stay as they came, say where it was taken. */
  keepsLocation: boolean;
}

/** The pictures of all members. Every change and every look names the member it is for. */
export interface Pictures {
  /**
   * Checks and stores a picture for a member, byte for byte; returns its address `/files/SHA256.EXT`: equal bytes have one address. Throws
   * ApiError 413, 415 or 422 when it is no picture we accept (see inspectPicture).
   */
  store(memberId: string, bytes: Buffer): Promise<KeptPicture>;
  /** Like `store`, for a picture that an engine has made: it is decoded even when the queue is full. */
  storeMade(memberId: string, bytes: Buffer): Promise<{ url: string }>;
  /** Like `store`, for bytes that are of no use any more once no project of the member shows them. */
  storeThumbnail(memberId: string, bytes: Buffer): Promise<{ url: string }>;
  /** Throws away what was kept as a thumbnail only and no project of the member shows now. */
  dropThumbnail(memberId: string, url: string): Promise<void>;
  /** The picture at a `/files/` address, or null when there is none or this member did not bring or make it. */
  open(memberId: string, url: string): Promise<OpenedPicture | null>;
  /** Whether this member brought or made the picture at a `/files/` address. */
  isOf(memberId: string, url: string): Promise<boolean>;
  /**
   * The signer that the picture itself names; found by its address like `open`, which looks only into bytes that are kept. A picture that
   * must be read for it is reserved by `take` before.
   */
  credentials(
    memberId: string,
    url: string,
    take: (bytes: number) => () => void,
  ): Promise<{ signedBy: string | null } | null>;
  /** Bytes of those of the member's pictures that are at these addresses, all together. */
  measure(memberId: string, urls: readonly string[]): Promise<number>;
  /** Like `open`, with all of it in memory. Rejects once the signal is aborted. */
  read(memberId: string, url: string, signal?: AbortSignal): Promise<StoredPicture | null>;
}

/** The value of `file.signed_by` for a picture that names no signer. */
const NOBODY = '';

interface FoundPicture extends OfAKind {
  sha256: string;
  name: string;
  bytes: number;
  /** Null if it was not checked yet. */
  signedBy: string | null;
}

interface PictureDeps {
  db: Kysely<Database>;
  store: FileStore;
  /** Null for pictures without a limit. */
  quota?: Quota | null;
  clock?: Clock;
  log?: Pick<FastifyBaseLogger, 'error'>;
}

export function createPictures(deps: PictureDeps): Pictures {
  const { db, store, quota = null, clock = systemClock, log } = deps;

  const keep = async (
    memberId: string,
    bytes: Buffer,
    onlyThumbnail: 0 | 1,
    whose: DecodeFor = { memberId },
  ): Promise<KeptPicture> => {
    const facts = await inspectPicture(bytes, whose);
    const { sha256 } = facts;
    const name = `${sha256}.${facts.extension}`;
    const now = clock.now().toISOString();
    // An engine's picture was paid for: it is kept in any case.
    const limit = whose === 'engine' ? null : quota;
    if (limit && !(await isOwner(db, memberId, sha256))) {
      const { bytes: used } = await findUsage(db, memberId);
      limit.refuseBytes({ bytes: used + bytes.length });
    }
    await noteLeftover(db, name, now);
    // Bytes first: a row never points to nothing.
    await store.put(name, bytes);
    await writeRows(db, { memberId, name, sha256, facts, bytes: bytes.length, now, onlyThumbnail, quota: limit });
    // A sweep may have found them without an owner just before; from here on it does not.
    await store.put(name, bytes);
    return { url: `/files/${name}`, keepsLocation: facts.hasLocation };
  };

  const find = async (memberId: string, url: string): Promise<FoundPicture | null> => {
    const named = pictureName(url);
    if (named === null) return null;
    const { sha256, extension } = named;
    const file = await db
      .selectFrom('file_owner')
      .innerJoin('file', 'file.sha256', 'file_owner.sha256')
      .select(['file.content_type', 'file.bytes', 'file.signed_by'])
      .where('file_owner.member_id', '=', memberId)
      .where('file_owner.sha256', '=', sha256)
      .where('file.extension', '=', extension)
      .executeTakeFirst();
    if (file === undefined) return null;
    const { content_type: contentType, bytes, signed_by: signedBy } = file;
    return { sha256, name: `${sha256}.${extension}`, contentType, bytes, signedBy };
  };

  return {
    store: (memberId, bytes) => keep(memberId, bytes, 0),
    storeMade: (memberId, bytes) => keep(memberId, bytes, 0, 'engine'),
    storeThumbnail: (memberId, bytes) => keep(memberId, bytes, 1),

    async dropThumbnail(memberId, url) {
      await dropThumbnail({ db, store, log }, { memberId, url, now: clock.now().toISOString() });
    },

    async open(memberId, url) {
      const found = await find(memberId, url);
      const file = found && (await store.get(found.name));
      return file && { file, contentType: found.contentType };
    },

    isOf: async (memberId, url) => (await find(memberId, url)) !== null,

    async credentials(memberId, url, take) {
      const found = await find(memberId, url);
      if (found === null || found.signedBy !== null) return found && { signedBy: found.signedBy || null };
      pictureDecoder.refuseFull(memberId);
      const leave = take(found.bytes);
      try {
        const bytes = await readWhole(store, found.name);
        if (bytes === null) return null;
        const { signedBy } = await inspectPicture(bytes, { memberId });
        const known = { signed_by: signedBy ?? NOBODY };
        await db.updateTable('file').set(known).where('sha256', '=', found.sha256).execute();
        return { signedBy };
      } finally {
        leave();
      }
    },

    async measure(memberId, urls) {
      const names = urls.flatMap((url) => pictureName(url)?.sha256 ?? []);
      if (names.length === 0) return 0;
      const { bytes } = await db
        .selectFrom('file_owner')
        .innerJoin('file', 'file.sha256', 'file_owner.sha256')
        .select((of) => of.fn.sum<number | string | null>('file.bytes').as('bytes'))
        .where('file_owner.member_id', '=', memberId)
        .where('file_owner.sha256', 'in', names)
        .executeTakeFirstOrThrow();
      return Number(bytes ?? 0);
    },

    async read(memberId, url, signal) {
      const found = await find(memberId, url);
      const bytes = found && (await readWhole(store, found.name, signal));
      return bytes && { bytes, contentType: found.contentType };
    },
  };
}

interface NewFile {
  memberId: string;
  name: string;
  sha256: string;
  facts: PictureFacts;
  bytes: number;
  now: string;
  onlyThumbnail: 0 | 1;
  /** Null for what is kept in any case. */
  quota: Quota | null;
}

async function isOwner(db: Kysely<Database>, memberId: string, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('file_owner')
    .select('sha256')
    .where('member_id', '=', memberId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row !== undefined;
}

async function writeRows(db: Kysely<Database>, file: NewFile): Promise<void> {
  await transact(db, async (change) => {
    await change
      .insertInto('file')
      .values({
        sha256: file.sha256,
        extension: file.facts.extension,
        content_type: file.facts.contentType,
        bytes: file.bytes,
        width: file.facts.width,
        height: file.facts.height,
        created_at: file.now,
        signed_by: file.facts.signedBy ?? NOBODY,
      })
      // Changes nothing, but locks the row: nobody deletes it until its owner is there, too.
      .onConflict((same) => same.column('sha256').doUpdateSet({ signed_by: file.facts.signedBy ?? NOBODY }))
      .execute();
    if (!(await isOwner(change, file.memberId, file.sha256))) {
      // Counted in any case, also where nothing is refused.
      const used = await addUsage(change, file.memberId, { bytes: file.bytes });
      file.quota?.refuseBytes(used);
    }
    await change
      .insertInto('file_owner')
      .values({
        member_id: file.memberId,
        sha256: file.sha256,
        created_at: file.now,
        only_thumbnail: file.onlyThumbnail,
      })
      .onConflict((same) => {
        const known = same.columns(['member_id', 'sha256']);
        return known.doUpdateSet({ unnamed_since: null, ...(file.onlyThumbnail === 0 && { only_thumbnail: 0 }) });
      })
      .execute();
    await forgetLeftover(change, file.name);
  });
}
