import type { Kysely } from 'kysely';
import { transact } from '../../server/db';
import type { Database } from '../../server/db';
import { noteLeftover, takeOutUnreferenced } from '../../server/files/leftoverFiles';
import { keepCalls } from '../../server/generation/meter/keepCalls';
import { DAY_MS } from '../../server/time';
import { GOING, purgeProject } from '../../server/trash/purgeProject';
import { addUsage } from '../../server/usage/usage';
import { CommandRefused } from '../installation/CommandRefused';
import type { Installation } from '../installation/openInstallation';
import { endAccess } from './blockMember';
import { endWork } from './endWork';
import { findMember } from './findMember';

/** Told where a database has no folder of pictures beside it. */
const PICTURES_ELSEWHERE =
  'Their pictures are not here, and none was removed: in the store of a server that starts on this database, housekeeping removes them';

/** A request in progress during the deletion may have added something: then it starts again. */
const ATTEMPTS = 10;

/**
 * Deletes a member and everything they have, from the database and the file store. A picture that others have brought too stays
 * theirs. Without a store the pictures become leftover files, which housekeeping removes where they are. One that is cut off half way is
 * finished by doing it again. Throws CommandRefused.
 */
export async function deleteMember(data: Installation, id: string): Promise<string[]> {
  const { db, store } = data;
  const { name } = await findMember(db, id);
  const access = await endAccess(db, id);
  await endWork(db, id);
  const gone = { ...access, projects: 0, versions: 0, pictures: 0, jobs: 0, analyses: 0 };
  for (let attempt = 1; ; attempt += 1) {
    for (const project of await projectsOf(db, id)) {
      gone.versions += await deleteProject(db, project);
      gone.projects += 1;
    }
    for (const sha256 of await picturesOf(db, id)) {
      await deletePicture(data, id, sha256);
      gone.pictures += 1;
    }
    const last = await deleteBare(db, id);
    if (last !== null) {
      const { jobs, analyses } = last;
      const lines = [`On ${data.name}:`, `${name} is gone for good`, ...tell({ ...gone, jobs, analyses })];
      return store === null && gone.pictures > 0 ? [...lines, PICTURES_ELSEWHERE] : lines;
    }
    if (attempt === ATTEMPTS) {
      throw new CommandRefused(`${name} is still at work: stop the servers and run the same command again.`);
    }
  }
}

const tell = (gone: Record<string, number>): string[] =>
  Object.entries(gone).map(([what, count]) => `${what}\t${count}`);

async function projectsOf(db: Kysely<Database>, memberId: string): Promise<number[]> {
  const rows = await db.selectFrom('project').select('id').where('member_id', '=', memberId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

async function picturesOf(db: Kysely<Database>, memberId: string): Promise<string[]> {
  const rows = await db.selectFrom('file_owner').select('sha256').where('member_id', '=', memberId).execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Returns how many versions it had. */
async function deleteProject(db: Kysely<Database>, id: number): Promise<number> {
  const versions = await transact(db, async (change) => {
    // A save at this moment comes before, or finds nothing.
    const project = await change
      .selectFrom('project')
      .select(['member_id', 'deleted_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (project?.deleted_at === null) await addUsage(change, project.member_id, { projects: -1 });
    const { count } = await change
      .selectFrom('version')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow();
    // Its thumbnail goes with the member's other pictures.
    await change.updateTable('project').set({ deleted_at: GOING, thumbnail: null }).where('id', '=', id).execute();
    return Number(count);
  });
  await purgeProject(db, { projectId: id, now: new Date().toISOString() });
  return versions;
}

async function deletePicture({ db, store }: Installation, memberId: string, sha256: string): Promise<void> {
  const now = new Date().toISOString();
  const name = await transact(db, async (change) => {
    // Another member who stores the same bytes now owns them before this looks for owners, or uploads them again after it.
    const held = await change
      .selectFrom('file')
      .select('bytes')
      .where('sha256', '=', sha256)
      .forUpdate()
      .executeTakeFirst();
    const disowned = await change
      .deleteFrom('file_owner')
      .where('member_id', '=', memberId)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (held && disowned.numDeletedRows > 0n) await addUsage(change, memberId, { bytes: -held.bytes });
    const file = await change
      .deleteFrom('file')
      .where('sha256', '=', sha256)
      .where((is) => is.not(is.exists(change.selectFrom('file_owner').select('sha256').where('sha256', '=', sha256))))
      .returning('extension')
      .executeTakeFirst();
    if (file === undefined) return null;
    const left = `${sha256}.${file.extension}`;
    // Should this process end here, housekeeping takes the bytes away.
    await noteLeftover(change, left, now);
    return left;
  });
  if (name === null || store === null) return;
  await takeOutUnreferenced({ db, store }, name);
  await db.deleteFrom('leftover_file').where('name', '=', name).where('since', '<=', now).execute();
}

/** Deletes the member and everything without bytes. Null when they have projects or pictures again. */
function deleteBare(db: Kysely<Database>, id: string): Promise<{ jobs: number; analyses: number } | null> {
  return transact(db, async (change) => {
    // Nothing of theirs can be put in until this ends.
    await change.selectFrom('member').select('id').where('id', '=', id).forUpdate().execute();
    const hasMore = (await projectsOf(change, id)).length > 0 || (await picturesOf(change, id)).length > 0;
    if (hasMore) return null;
    await keepCalls(change, id, new Date(Date.now() - DAY_MS).toISOString());
    const jobs = await change.deleteFrom('job').where('member_id', '=', id).executeTakeFirst();
    const analyses = await change.deleteFrom('analysis').where('member_id', '=', id).executeTakeFirst();
    await change.deleteFrom('member').where('id', '=', id).execute();
    return { jobs: Number(jobs.numDeletedRows), analyses: Number(analyses.numDeletedRows) };
  });
}
