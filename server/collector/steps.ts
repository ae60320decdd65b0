import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { dueMember, noteSwept } from './dueMember';
import type { DueMember } from './dueMember';
import { readReferenceTexts, ReferenceFinder } from './fileReferences';
import { changeFiles, listOwned, ownedAmong } from './ownedFiles';
import type { FileChanges, OwnedFile } from './ownedFiles';
import { listStamps } from './readReferences';
import type { ProjectStamp } from './readReferences';
import { readSomeOfProject } from './readProject';
import type { ProjectPlace } from './readProject';

/** The member's files to which the read part refers, and the place to continue; null at the end. */
interface FoundReferences<Place> {
  /** SHA-256 of each. */
  references: string[];
  next: Place | null;
}

/** The steps of the collector, each with its input and its answer. */
export interface CollectSteps {
  dueMember: [{ until: string; after: DueMember | null }, DueMember | null];
  projectStamps: [{ memberId: string; after: number }, ProjectStamp[]];
  projectReferences: [{ memberId: string; projectId: number; place: ProjectPlace }, FoundReferences<ProjectPlace>];
  rowReferences: [{ memberId: string; column: number; after: string }, FoundReferences<string>];
  ownedFiles: [{ memberId: string; after: string }, OwnedFile[]];
  /** How many were collected. */
  changeFiles: [FileChanges, number];
  noteSwept: [{ memberId: string; now: string }, void];
}

/** Each takes some milliseconds, or as long as reading 8 MiB or one long text takes. */
export const COLLECT_STEPS: {
  readonly [Name in keyof CollectSteps]: (
    db: Kysely<Database>,
    input: CollectSteps[Name][0],
  ) => Promise<CollectSteps[Name][1]>;
} = {
  dueMember,
  projectStamps: listStamps,
  async projectReferences(db, { memberId, projectId, place }) {
    const finder = new ReferenceFinder();
    const next = await readSomeOfProject(db, { projectId, place, finder });
    return { references: await ownedAmong(db, memberId, finder.found), next };
  },
  async rowReferences(db, { memberId, column, after }) {
    const finder = new ReferenceFinder();
    const { texts, next } = await readReferenceTexts(db, { memberId, column, after });
    for (const text of texts) {
      finder.read(text);
      finder.end();
    }
    return { references: await ownedAmong(db, memberId, finder.found), next };
  },
  ownedFiles: listOwned,
  changeFiles,
  noteSwept,
};
