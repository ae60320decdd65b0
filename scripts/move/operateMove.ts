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
import { readInstallation, type Installation } from './Installation';
import { move, type TellProgress } from './move';

const USAGE = `npm run move -- --from sqlite:./data/mulgil.db,file:./data/files --to "postgres://USER:PASSWORD@HOST/DATABASE,s3://BUCKET?endpoint=ORIGIN" ${INSTALLATION_USAGE}; the side that is left out is that of --data and --settings`;

/** Moves an installation as the options say. Returns an exit code and the text to print. */
export function operateMove(args: readonly string[], env: Environment, tell: TellProgress): Promise<CommandAnswer> {
  return answerFailures(async () => {
    const { from, to, ...installation } = readArguments(args);
    const settings = settingsOf(installation, env);
    const side = (option: '--from' | '--to', word: string | undefined): Installation =>
      word === undefined ? readDataSettings(settings) : readInstallation(option, word, settings);
    return { code: 0, lines: await move(side('--from', from), side('--to', to), tell) };
  });
}

function readArguments(args: readonly string[]): InstallationOptions & { from?: string; to?: string } {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' }, ...INSTALLATION_OPTIONS } as const;
    const { values } = parseArgs({ args: [...args], options });
    const { from, to, data, settings } = values;
    const isWhole = from !== undefined && to !== undefined;
    // One side may be the installation that is named by its data or settings; a side that was forgotten is none.
    const isNamed = (from ?? to) !== undefined && (data ?? settings) !== undefined;
    if ((isWhole || isNamed) && data !== '' && settings !== '') return values;
  } catch {
    // An unknown option.
  }
  throw new CommandRefused(`usage: ${USAGE}`);
}
