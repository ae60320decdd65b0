import { parseArgs } from 'node:util';
import type { Environment } from '../../server/config';
import { answerFailures } from '../installation/answerFailures';
import { INSTALLATION_OPTIONS, INSTALLATION_USAGE, settingsOf } from '../installation/installationOptions';
import type { InstallationOptions } from '../installation/installationOptions';
import { withInstallation, type Installation } from '../installation/openInstallation';
import type { CommandAnswer } from '../installation/printAnswer';
import { blockMember, unblockMember } from './blockMember';
import { deleteMember } from './deleteMember';
import { exportMember } from './exportMember';
import { listMembers } from './listMembers';

const USAGE = `npm run members -- list | block ID | unblock ID | export ID --to FILE.zip | delete ID ${INSTALLATION_USAGE}`;

const VERBS = ['list', 'block', 'unblock', 'export', 'delete'] as const;

interface CommandArguments {
  readonly verb: (typeof VERBS)[number];
  readonly id: string;
  readonly to: string;
  readonly installation: InstallationOptions;
}

/** Lists, blocks, unblocks, exports or deletes members of the server with these settings, which may be running. */
export async function operateMembers(args: readonly string[], env: Environment): Promise<CommandAnswer> {
  const read = readArguments(args);
  if (read === null) return { code: 1, lines: [`usage: ${USAGE}`] };
  return answerFailures(async () =>
    withInstallation(settingsOf(read.installation, env), (data) => operate(read, data)),
  );
}

async function operate({ verb, id, to }: CommandArguments, data: Installation): Promise<CommandAnswer> {
  switch (verb) {
    case 'list':
      return done(await listMembers(data.db));
    case 'block':
      return done(await blockMember(data.db, id));
    case 'unblock':
      return done(await unblockMember(data.db, id));
    case 'export':
      return exportMember(data, id, to);
    case 'delete':
      return done(await deleteMember(data, id));
  }
}

const done = (lines: readonly string[]): CommandAnswer => ({ code: 0, lines });

/** Null for what is not to be understood. */
function readArguments([word, ...others]: readonly string[]): CommandArguments | null {
  const verb = VERBS.find((known) => known === word);
  // An id may begin as an option does.
  const [id = '', ...rest] = verb === 'list' ? ['', ...others] : others;
  if (verb === undefined || (verb !== 'list' && !/^[\w-]{21}$/.test(id))) return null;
  try {
    const options = { to: { type: 'string' }, ...INSTALLATION_OPTIONS } as const;
    const { to, ...installation } = parseArgs({ args: rest, options }).values;
    const isWhole = verb === 'export' ? Boolean(to) : to === undefined;
    if (!isWhole || installation.data === '' || installation.settings === '') return null;
    return { verb, id, to: to ?? '', installation };
  } catch {
    return null;
  }
}
