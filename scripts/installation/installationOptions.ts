import type { Environment } from '../../server/config';
import { readSettingsFile } from './readSettingsFile';

/** Options of an operator's command besides its own words. None is `--env-file`: node takes that option wherever it is. */
export const INSTALLATION_OPTIONS = { data: { type: 'string' }, settings: { type: 'string' } } as const;

export const INSTALLATION_USAGE = '[--data FOLDER] [--settings FILE]';

export interface InstallationOptions {
  /** Folder of the data, in place of DATA_DIR. */
  readonly data?: string | undefined;
  /** A file of `NAME=value` lines, such as the unit's. */
  readonly settings?: string | undefined;
}

/** The settings of the server that is meant: the environment's, in their place the file's, and the data folder in that of both. */
export function settingsOf({ data, settings }: InstallationOptions, env: Environment): Environment {
  return {
    ...env,
    ...(settings === undefined ? {} : readSettingsFile(settings)),
    ...(data === undefined ? {} : { DATA_DIR: data }),
  };
}
