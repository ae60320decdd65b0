import { parseArgs } from 'node:util';
import { readDataSettings, type Environment } from '../../server/config';
import { answerFailures } from '../installation/answerFailures';
import { CommandRefused } from '../installation/CommandRefused';
import {
  INSTALLATION_OPTIONS,
  INSTALLATION_USAGE,
  settingsOf,
  type InstallationOptions,
} from '../installation/installationOptions';
import type { CommandAnswer } from '../installation/printAnswer';
import type { Places } from './places';
import { restoreBackup } from './restoreBackup';
import { takeBackup } from './takeBackup';

const USAGE = {
  backup: `npm run backup -- --to FOLDER ${INSTALLATION_USAGE}`,
  restore: `npm run restore -- --from FOLDER ${INSTALLATION_USAGE}`,
};

/** Backs up the server with these settings, or replaces its data by a backup. */
export function operateBackup(
  verb: 'backup' | 'restore',
  args: readonly string[],
  env: Environment,
): Promise<CommandAnswer> {
  return answerFailures(async () => {
    const { folder, ...installation } = readArguments(verb, args);
    const places = placesOf(settingsOf(installation, env));
    if (verb === 'backup') return takeBackup(places, folder);
    return { code: 0, lines: await restoreBackup(folder, places) };
  });
}

function placesOf(env: Environment): Places {
  const { database, storage } = readDataSettings(env);
  const filesDir = storage.kind === 's3' ? null : storage.folder;
  if (database.kind === 'sqlite') return { databasePath: database.path, filesDir };
  throw new CommandRefused(
    'DATABASE_URL is a PostgreSQL: back it up with pg_dump and put it back with pg_restore, and copy the pictures after it; docs/BACKUPS.md tells how.',
  );
}

function readArguments(verb: 'backup' | 'restore', args: readonly string[]): InstallationOptions & { folder: string } {
  try {
    const options = { to: { type: 'string' }, from: { type: 'string' }, ...INSTALLATION_OPTIONS } as const;
    const { to, from, data, settings } = parseArgs({ args: [...args], options }).values;
    const [folder, otherVerbs] = verb === 'backup' ? [to, from] : [from, to];
    if (folder && otherVerbs === undefined && data !== '' && settings !== '') return { folder, data, settings };
  } catch {
    // An unknown option.
  }
  throw new CommandRefused(`usage: ${USAGE[verb]}`);
}
