import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { REFERENCE_COLUMNS, ReferenceFinder } from './fileReferences';
import type { ProjectsState } from './ownedFiles';
import { PROJECT_BEGIN } from './readProject';
import type { ProjectPlace } from './readProject';
import type { CollectSteps } from './steps';

/** A project of a member, deleted ones too, and what changes with its canvas. */
export interface ProjectStamp {
  id: number;
  revision: number;
  /** 0 for none. */
  snapshotRevision: number;
  thumbnail: string | null;
}

const PROJECTS_AT_ONCE = 500;

/** A page of them. */
export async function listStamps(
  db: Kysely<Database>,
  { memberId, after }: { memberId: string; after: number },
): Promise<ProjectStamp[]> {
  const rows = await db
    .selectFrom('project')
    .leftJoin('snapshot', 'snapshot.project_id', 'project.id')
    .select(['project.id', 'project.revision', 'project.thumbnail', 'snapshot.revision as snapshotRevision'])
    .where('project.member_id', '=', memberId)
    .where('project.id', '>', after)
    .orderBy('project.id')
    .limit(PROJECTS_AT_ONCE)
    .execute();
  return rows.map((row) => ({ ...row, snapshotRevision: row.snapshotRevision ?? 0 }));
}

/** Does a step and rests after it. Throws when the collector is to end. */
export type StepRunner = <Name extends keyof CollectSteps>(
  name: Name,
  input: CollectSteps[Name][0],
) => Promise<CollectSteps[Name][1]>;

/** The references to a member's files, all as of one moment. */
export interface MemberReferences {
  /** SHA-256 of the files. */
  referenced: ReadonlySet<string>;
  /** State of the projects at that moment. */
  state: ProjectsState;
}

/** Attempts to read a member; if their projects still change then, the member is due again later. */
const PASSES = 8;

/**
 * Reads everything that may refer to a member's files. What has changed while it was read is read again, until nothing has: references
 * that went from a canvas into a version, or back, are seen at one place at least.
 *
 * @returns Null when the projects went on changing.
 */
export async function readReferences(ask: StepRunner, memberId: string): Promise<MemberReferences | null> {
  const referenced = new Set<string>();
  const known = new Map<number, string>();
  for (let pass = 0; pass < PASSES; pass += 1) {
    const state: ProjectsState = { projects: 0, idSum: 0, revisionSum: 0n, snapshotSum: 0n };
    let isSame = pass > 0;
    for await (const project of stampsOf(ask, memberId)) {
      state.projects += 1;
      state.idSum += project.id;
      state.revisionSum += BigInt(project.revision);
      state.snapshotSum += BigInt(project.snapshotRevision);
      const stamp = stampOf(project);
      if (known.get(project.id) === stamp) continue;
      isSame = false;
      await readProject(ask, memberId, project, referenced);
      known.set(project.id, stamp);
    }
    if (isSame) return { referenced, state };
    // The rows are read after the projects: a reference that somebody adds to them was in a project before.
    await readRows(ask, memberId, referenced);
  }
  return null;
}

const stampOf = ({ revision, snapshotRevision, thumbnail }: ProjectStamp): string =>
  `${revision}/${snapshotRevision}/${thumbnail}`;

async function* stampsOf(ask: StepRunner, memberId: string): AsyncGenerator<ProjectStamp, void, undefined> {
  for (let after = 0; ;) {
    const page = await ask('projectStamps', { memberId, after });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function readProject(
  ask: StepRunner,
  memberId: string,
  project: ProjectStamp,
  referenced: Set<string>,
): Promise<void> {
  const finder = new ReferenceFinder();
  finder.read(project.thumbnail ?? '');
  for (const sha256 of finder.found) referenced.add(sha256);
  for (let place: ProjectPlace | null = PROJECT_BEGIN; place !== null;) {
    const { references, next }: CollectSteps['projectReferences'][1] = await ask('projectReferences', {
      memberId,
      projectId: project.id,
      place,
    });
    for (const sha256 of references) referenced.add(sha256);
    place = next;
  }
}

async function readRows(ask: StepRunner, memberId: string, referenced: Set<string>): Promise<void> {
  for (const column of REFERENCE_COLUMNS.keys()) {
    for (let after: string | null = ''; after !== null;) {
      const { references, next }: CollectSteps['rowReferences'][1] = await ask('rowReferences', {
        memberId,
        column,
        after,
      });
      for (const sha256 of references) referenced.add(sha256);
      after = next;
    }
  }
}
