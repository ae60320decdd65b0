import { parseArgs } from 'node:util';
import type { Clock } from '../../server/ports';
import { systemClock } from '../../server/ports';
import type { Environment } from '../../server/config';
import { answerFailures } from '../installation/answerFailures';
import { INSTALLATION_OPTIONS, INSTALLATION_USAGE, settingsOf } from '../installation/installationOptions';
import { withInstallation } from '../installation/openInstallation';
import type { CommandAnswer } from '../installation/printAnswer';
import { collectFiles } from './collectFiles';
import { listTop } from './listTop';

const USAGE = `npm run usage -- top | collect [--dry-run] ${INSTALLATION_USAGE}`;

/** Shows who takes the most, or collects files that nothing names, of the server with these settings, which may be running. */
export async function operateUsage(
  args: readonly string[],
  env: Environment,
  clock: Clock = systemClock,
): Promise<CommandAnswer> {
  const read = readArguments(args);
  if (read === null) return { code: 1, lines: [`usage: ${USAGE}`] };
  const { verb, isDry, installation } = read;
  return answerFailures(() =>
    withInstallation(settingsOf(installation, env), async (data) =>
      verb === 'top' ? { code: 0, lines: await listTop(data.db) } : collectFiles(data, { isDry, clock }),
    ),
  );
}

/** Null for what is not to be understood. */
function readArguments(args: readonly string[]) {
  try {
    const options = { 'dry-run': { type: 'boolean' }, ...INSTALLATION_OPTIONS } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { 'dry-run': isDry = false, ...installation } = values;
    const [verb, ...rest] = positionals;
    const isKnown = verb === 'collect' || (verb === 'top' && !isDry);
    if (!isKnown || rest.length > 0 || installation.data === '' || installation.settings === '') return null;
    return { verb, isDry, installation };
  } catch {
    return null;
  }
}
