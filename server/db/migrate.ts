import type { Kysely } from 'kysely';
import { Migrator } from 'kysely';
import { StartRefused } from '../errors';
import { firstTables } from './migrations/0001-first-tables';
import { thumbnailOwners } from './migrations/0002-thumbnail-owners';
import { versions } from './migrations/0003-versions';
import { canvasTexts } from './migrations/0004-canvas-texts';
import { jobLeases } from './migrations/0005-job-leases';
import { jobCosts } from './migrations/0006-job-costs';
import { signIns } from './migrations/0007-sign-ins';
import { leftoverFiles } from './migrations/0008-leftover-files';
import { versionTexts } from './migrations/0009-version-texts';
import { longPatches } from './migrations/0010-long-patches';
import { apiTokens } from './migrations/0011-api-tokens';
import { projectNames } from './migrations/0012-project-names';
import { creationKeys } from './migrations/0013-creation-keys';
import { analyses } from './migrations/0015-analyses';
import { jobNumbers } from './migrations/0014-job-numbers';
import { cascadeIndexes } from './migrations/0018-cascade-indexes';
import { usage } from './migrations/0019-usage';
import { blockedMembers } from './migrations/0022-blocked-members';
import { sealedSignIns } from './migrations/0023-sealed-sign-ins';
import { textsGoFirst } from './migrations/0024-texts-go-first';
import { collector } from './migrations/0025-collector';
import { projectsByTime } from './migrations/0026-projects-by-time';
import { takes } from './migrations/0027-takes';
import { runs } from './migrations/0028-runs';
import { events } from './migrations/0029-events';
import { askedModels } from './migrations/0030-asked-models';
import { cells } from './migrations/0032-cells';
import { signers } from './migrations/0034-signers';
import { severalPictures } from './migrations/0035-several-pictures';
import { answersByProject } from './migrations/0036-answers-by-project';
import { writtenWords } from './migrations/0037-written-words';
import { jobEstimates } from './migrations/0038-job-estimates';
import { namelessCalls } from './migrations/0039-nameless-calls';
import { endedRuns } from './migrations/0040-ended-runs';
import { wordsGoWithTakes } from './migrations/0041-words-go-with-takes';
import { fewAmongMany } from './migrations/0042-few-among-many';
import { costsOfADay } from './migrations/0043-costs-of-a-day';
import { unwrittenResults } from './migrations/0044-unwritten-results';
import type { Database } from './schema';

/** Every change of the tables since the beginning, by name; the order of the names is the order of the changes. */
const MIGRATIONS = {
  '0001-first-tables': firstTables,
  '0002-thumbnail-owners': thumbnailOwners,
  '0003-versions': versions,
  '0004-canvas-texts': canvasTexts,
  '0005-job-leases': jobLeases,
  '0006-job-costs': jobCosts,
  '0007-sign-ins': signIns,
  '0008-leftover-files': leftoverFiles,
  '0009-version-texts': versionTexts,
  '0010-long-patches': longPatches,
  '0011-api-tokens': apiTokens,
  '0012-project-names': projectNames,
  '0013-creation-keys': creationKeys,
  '0014-job-numbers': jobNumbers,
  '0015-analyses': analyses,
  '0018-cascade-indexes': cascadeIndexes,
  '0019-usage': usage,
  '0022-blocked-members': blockedMembers,
  '0023-sealed-sign-ins': sealedSignIns,
  '0024-texts-go-first': textsGoFirst,
  '0025-collector': collector,
  '0026-projects-by-time': projectsByTime,
  '0027-takes': takes,
  '0028-runs': runs,
  '0029-events': events,
  '0030-asked-models': askedModels,
  '0032-cells': cells,
  '0034-signers': signers,
  '0035-several-pictures': severalPictures,
  '0036-answers-by-project': answersByProject,
  '0037-written-words': writtenWords,
  '0038-job-estimates': jobEstimates,
  '0039-nameless-calls': namelessCalls,
  '0040-ended-runs': endedRuns,
  '0041-words-go-with-takes': wordsGoWithTakes,
  '0042-few-among-many': fewAmongMany,
  '0043-costs-of-a-day': costsOfADay,
  '0044-unwritten-results': unwrittenResults,
};

/** Migrates the tables to this version. Throws StartRefused for those of a newer one. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  if (await isUpgraded(db)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Throws StartRefused unless the tables are those of this version. */
export async function refuseOtherTables(db: Kysely<Database>): Promise<void> {
  if (await isUpgraded(db)) return;
  if ((await migrationsDone(db)).length === 0) {
    throw new StartRefused('The database has no tables of Mulgil: check DATABASE_URL and DATA_DIR.');
  }
  throw new StartRefused(
    'The database was written by an older version of Mulgil: start a server of this version on it first, which upgrades its tables.',
  );
}

/**
 * Whether the tables are those of this version, or older ones. Throws StartRefused when a newer server has migrated them: writing to unknown
 * tables would lose what the newer server stored in them.
 */
async function isUpgraded(db: Kysely<Database>): Promise<boolean> {
  const done = await migrationsDone(db);
  const newer = done.find((name) => !(name in MIGRATIONS));
  if (newer !== undefined) {
    throw new StartRefused(
      `The database was written by a newer version of Mulgil (it has '${newer}'): start that version, or set DATABASE_URL to another database.`,
    );
  }
  return done.length === Object.keys(MIGRATIONS).length;
}

/** The changes of the tables that a database has had, by name. */
export async function migrationsDone(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const done = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return done.map((row) => row.name);
}
