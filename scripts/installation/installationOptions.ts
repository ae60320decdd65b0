import { resolve } from 'node:path';
import type { Environment } from '../../server/config';
import { CommandRefused } from './CommandRefused';
import { readSettingsFile } from './readSettingsFile';

/** Options of an operator's command besides its own words. None is `--env-file`: node takes that option wherever it is. */
export const INSTALLATION_OPTIONS = { data: { type: 'string' }, settings: { type: 'string' } } as const;

export const INSTALLATION_USAGE = '[--data FOLDER] [--settings FILE]';

export interface InstallationOptions {
  /** Folder that has all data: the database and the pictures. */
  readonly data?: string | undefined;
  /** A file of `NAME=value` lines, such as the unit's. */
  readonly settings?: string | undefined;
}

/** The settings that can name data elsewhere than in the data folder, and what they mean there. */
const PLACES = [
  ['DATABASE_URL', 'sqlite:', 'mulgil.db'],
  ['STORAGE_URL', 'file:', 'files'],
] as const;

/**
 * The settings of the server that is meant: the environment's, and in their place the file's. Throws CommandRefused where they name other
 * data than the data folder: the database of a backup does not know whose pictures a live store has.
 */
export function settingsOf({ data, settings }: InstallationOptions, env: Environment): Environment {
  const named = { ...env, ...(settings === undefined ? {} : readSettingsFile(settings)) };
  if (data === undefined) return named;
  for (const [variable, scheme, name] of PLACES) {
    const value = named[variable]?.trim() ?? '';
    const isThere = value.startsWith(scheme) && resolve(value.slice(scheme.length)) === resolve(data, name);
    if (value === '' || isThere) continue;
    throw new CommandRefused(
      `--data means the database and the pictures in ${resolve(data)} alone, but ${variable} names other data. Leave --data out to work on what the settings name, or ${variable} to work on that folder; docs/OPERATING.md tells how. Nothing was changed.`,
    );
  }
  return { ...named, DATA_DIR: data };
}
