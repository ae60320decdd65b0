import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { dueMember, noteSwept } from './dueMember';
import type { DueMember } from './dueMember';
import { readNamingRows, NameFinder } from './namingRows';
import { changeFiles, listOwned, ownedAmong } from './ownedFiles';
import type { FileChanges, OwnedFile } from './ownedFiles';
import { listStamps } from './readNames';
import type { ProjectStamp } from './readNames';
import { readSomeOfProject } from './readProject';
import type { ProjectPlace } from './readProject';

/** The member's files that the read part names, and the place to continue; null at the end. */
interface Named<Place> {
  names: string[];
  next: Place | null;
}

/** The steps of the collector, each with its order and its answer. */
export interface CollectSteps {
  dueMember: [{ until: string; after: DueMember | null }, DueMember | null];
  projectStamps: [{ memberId: string; after: number }, ProjectStamp[]];
  projectNames: [{ memberId: string; projectId: number; place: ProjectPlace }, Named<ProjectPlace>];
  rowNames: [{ memberId: string; column: number; after: string }, Named<string>];
  ownedFiles: [{ memberId: string; after: string }, OwnedFile[]];
  /** How many were collected. */
  changeFiles: [FileChanges, number];
  noteSwept: [{ memberId: string; now: string }, void];
}

/** Each takes some milliseconds, or as long as reading 8 MiB or one long text takes. */
export const COLLECT_STEPS: {
  readonly [Name in keyof CollectSteps]: (
    db: Kysely<Database>,
    order: CollectSteps[Name][0],
  ) => Promise<CollectSteps[Name][1]>;
} = {
  dueMember,
  projectStamps: listStamps,
  async projectNames(db, { memberId, projectId, place }) {
    const finder = new NameFinder();
    const next = await readSomeOfProject(db, { projectId, place, finder });
    return { names: await ownedAmong(db, memberId, finder.found), next };
  },
  async rowNames(db, { memberId, column, after }) {
    const finder = new NameFinder();
    const { texts, next } = await readNamingRows(db, { memberId, column, after });
    for (const text of texts) {
      finder.read(text);
      finder.end();
    }
    return { names: await ownedAmong(db, memberId, finder.found), next };
  },
  ownedFiles: listOwned,
  changeFiles,
  noteSwept,
};
