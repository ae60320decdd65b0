import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db';
import { measureCanvasRows } from '../canvas/canvasRows';
import { ApiError } from '../errors';
import { holdProject } from '../projects/project';
import { patchBytes } from '../canvas/patchLog';

/** The usage of a member. */
export interface MemberUsage {
  bytes: number;
  /** Number of projects without deleted ones. */
  projects: number;
}

/**
 * A save is counted with the project at once, and with its member when so much has come together: the member's row would
 * otherwise be written with each save.
 */
export const COUNT_STEP_BYTES = 64 * 1024;

/** Adds to what a member takes, in the transaction that changes it. Returns what it is then. */
export async function addUsage(
  change: Transaction<Database>,
  memberId: string,
  { bytes = 0, projects = 0 }: Partial<MemberUsage>,
): Promise<MemberUsage> {
  return change
    .insertInto('member_usage')
    .values({ member_id: memberId, bytes, projects, swept_at: '' })
    .onConflict((known) =>
      known.column('member_id').doUpdateSet((row) => ({
        bytes: row('member_usage.bytes', '+', bytes),
        projects: row('member_usage.projects', '+', projects),
      })),
    )
    .returning(['bytes', 'projects'])
    .executeTakeFirstOrThrow();
}

/** Zeros for a member who has nothing yet. */
export async function findUsage(db: Kysely<Database>, memberId: string): Promise<MemberUsage> {
  const row = await db
    .selectFrom('member_usage')
    .select(['bytes', 'projects'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row ?? { bytes: 0, projects: 0 };
}

/**
 * Recounts a project's storage where its texts or its log were changed: canvas, patches and versions. Returns its member's total; null when
 * there is no such project.
 */
export async function recountProject(change: Transaction<Database>, projectId: number): Promise<MemberUsage | null> {
  await holdProject(change, projectId);
  const project = await change
    .selectFrom('project')
    .select(['member_id', 'counted_bytes'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (project === undefined) return null;
  const canvas = (await measureCanvasRows(change, projectId)) ?? 0;
  const logged = await change
    .selectFrom('patch_log')
    .innerJoin('snapshot', 'snapshot.project_id', 'patch_log.project_id')
    .leftJoin('canvas_text as long_patch', 'long_patch.id', 'patch_log.text_id')
    .whereRef('patch_log.revision', '<=', 'snapshot.revision')
    .where('patch_log.project_id', '=', projectId)
    .select(patchBytes().as('bytes'))
    .executeTakeFirstOrThrow();
  const versions = await change
    .selectFrom('version_text')
    .innerJoin('canvas_text', 'canvas_text.id', 'version_text.text_id')
    .select((text) => text.fn.sum<number | null>('canvas_text.bytes').as('bytes'))
    .where('version_text.project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const bytes = canvas + (logged.bytes ?? 0) + (versions.bytes ?? 0);
  await change.updateTable('project').set({ bytes, counted_bytes: bytes }).where('id', '=', projectId).execute();
  return addUsage(change, project.member_id, { bytes: bytes - project.counted_bytes });
}

/** The limits of a member's storage. */
export class Quota {
  readonly bytesMax: number;
  readonly projectsMax: number;

  constructor({ bytesMax, projectsMax }: { bytesMax: number; projectsMax: number }) {
    this.bytesMax = bytesMax;
    this.projectsMax = projectsMax;
  }

  /** Throws 413 when a member would take more than they may. */
  refuseBytes({ bytes }: Pick<MemberUsage, 'bytes'>): void {
    if (bytes > this.bytesMax) throw quotaReached(FULL);
  }

  /** Throws 413 when a member can take nothing more. */
  refuseFull({ bytes }: Pick<MemberUsage, 'bytes'>): void {
    this.refuseBytes({ bytes: bytes + 1 });
  }

  /** Throws 413 when a member would have more projects than they may. */
  refuseProjects({ projects }: Pick<MemberUsage, 'projects'>): void {
    if (projects <= this.projectsMax) return;
    throw quotaReached(`You have ${this.projectsMax} projects, which is as many as there may be. Delete one first.`);
  }
}

const FULL = 'Your storage is full. Remove something, or ask the person who runs this server for more room.';

const quotaReached = (message: string): ApiError => new ApiError(413, 'quota', message);
