import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { batches } from '../batches';
import { transact } from '../db';
import type { Database } from '../db';
import { noteLeftover } from '../files/leftoverFiles';
import { addUsage } from '../usage/usage';

/** State of a member's projects: each change of any of them makes it different. */
export interface ProjectsState {
  projects: number;
  /** Ids that are never given twice. */
  idSum: number;
  /** More than a number holds: revisions of a restored database are milliseconds. */
  revisionSum: bigint;
  /** The revisions of their snapshots. */
  snapshotSum: bigint;
}

export interface OwnedFile {
  sha256: string;
  bytes: number;
  /** ISO 8601; null while something refers to it. */
  unreferencedSince: string | null;
}

/** The next steps for a member's files, each by its SHA-256. */
export interface FileChanges {
  memberId: string;
  referenced: string[];
  unreferenced: string[];
  /** They are collected if nothing has referred to them since, and if the projects are still in this state. */
  collected: string[];
  state: ProjectsState;
  /** ISO 8601. */
  now: string;
  /** Files without a reference since this moment or earlier may be collected. */
  until: string;
}

const FILES_AT_ONCE = 200;

/** A page of a member's files. */
export async function listOwned(
  db: Kysely<Database>,
  { memberId, after }: { memberId: string; after: string },
): Promise<OwnedFile[]> {
  return db
    .selectFrom('file_owner')
    .innerJoin('file', 'file.sha256', 'file_owner.sha256')
    .select(['file_owner.sha256', 'file.bytes', 'file_owner.unnamed_since as unreferencedSince'])
    .where('file_owner.member_id', '=', memberId)
    .where('file_owner.sha256', '>', after)
    .orderBy('file_owner.sha256')
    .limit(FILES_AT_ONCE)
    .execute();
}

/** Returns those of these SHA-256 that are files of the member's. */
export async function ownedAmong(db: Kysely<Database>, memberId: string, hashes: Iterable<string>): Promise<string[]> {
  const owned: string[] = [];
  for (const some of batches([...hashes])) {
    const rows = await db
      .selectFrom('file_owner')
      .select('sha256')
      .where('member_id', '=', memberId)
      .where('sha256', 'in', some)
      .execute();
    owned.push(...rows.map(({ sha256 }) => sha256));
  }
  return owned;
}

/** Notes which files have references and which do not, and collects. Returns how many were collected. */
export async function changeFiles(db: Kysely<Database>, changes: FileChanges): Promise<number> {
  const { memberId, referenced, unreferenced, now } = changes;
  const mark = (hashes: string[], unreferencedSince: string | null) =>
    db
      .updateTable('file_owner')
      .set({ unnamed_since: unreferencedSince })
      .where('member_id', '=', memberId)
      .where('sha256', 'in', hashes)
      .where('unnamed_since', unreferencedSince === null ? 'is not' : 'is', null)
      .execute();
  if (referenced.length > 0) await mark(referenced, null);
  if (unreferenced.length > 0) await mark(unreferenced, now);
  return changes.collected.length === 0 ? 0 : collect(db, changes);
}

function collect(db: Kysely<Database>, { memberId, collected, state, now, until }: FileChanges): Promise<number> {
  return transact(db, async (change) => {
    // Another member who stores the same bytes now owns them before this looks for owners, or uploads them again after it.
    const files = await change
      .selectFrom('file')
      .select(['sha256', 'extension', 'bytes'])
      .where('sha256', 'in', collected)
      .orderBy('sha256')
      .forUpdate()
      .execute();
    const gone = await change
      .deleteFrom('file_owner')
      .where('member_id', '=', memberId)
      .where('sha256', 'in', collected)
      .where('unnamed_since', '<=', until)
      .where(stateOf(memberId), '=', textOf(state))
      .returning('sha256')
      .execute();
    if (gone.length === 0) return 0;
    const collectedNow = new Set(gone.map(({ sha256 }) => sha256));
    const bytes = files.filter(({ sha256 }) => collectedNow.has(sha256)).reduce((sum, file) => sum + file.bytes, 0);
    await addUsage(change, memberId, { bytes: -bytes });
    const nobodys = await change
      .deleteFrom('file')
      .where('sha256', 'in', [...collectedNow])
      .where((row) => {
        const owner = row.selectFrom('file_owner').select('file_owner.sha256');
        return row.not(row.exists(owner.whereRef('file_owner.sha256', '=', 'file.sha256')));
      })
      .returning(['sha256', 'extension'])
      .execute();
    // Their bytes go with the next sweep of the store.
    for (const { sha256, extension } of nobodys) await noteLeftover(change, `${sha256}.${extension}`, now);
    return gone.length;
  });
}

/** State of the projects, read in the statement that deletes: all committed before it counts, and a later reference is to a file that has gone. */
const stateOf = (memberId: string): RawBuilder<string> => sql`(
  select count(*) || '/' || coalesce(sum(p.id), 0) || '/' || coalesce(sum(p.revision), 0) || '/' || coalesce(sum(s.revision), 0)
  from project p left join snapshot s on s.project_id = p.id where p.member_id = ${memberId})`;

const textOf = ({ projects, idSum, revisionSum, snapshotSum }: ProjectsState): string =>
  [projects, idSum, revisionSum, snapshotSum].join('/');
