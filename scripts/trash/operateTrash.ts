import { parseArgs } from 'node:util';
import { systemClock } from '../../server/ports';
import type { Environment } from '../../server/config';
import { purgeProject } from '../../server/trash/purgeProject';
import { Trash, type TrashedProject } from '../../server/trash/Trash';
import { answerFailures } from '../installation/answerFailures';
import {
  INSTALLATION_OPTIONS,
  INSTALLATION_USAGE,
  settingsOf,
  type InstallationOptions,
} from '../installation/installationOptions';
import { minute } from '../installation/minute';
import { withInstallation } from '../installation/openInstallation';
import { tableRow, type CommandAnswer } from '../installation/printAnswer';

const USAGE = `npm run trash -- list | restore ID... | purge ID... | purge all ${INSTALLATION_USAGE}`;

const refusal = (line: string): CommandAnswer => ({ code: 1, lines: [line] });

/** Lists, restores or removes deleted projects of the server with these settings, which may be running. */
export async function operateTrash(args: readonly string[], env: Environment): Promise<CommandAnswer> {
  const read = readArguments(args);
  if (read === null) return refusal(`usage: ${USAGE}`);
  const { verb, which, installation } = read;
  const isAll = verb === 'purge' && which.length === 1 && which[0] === 'all';
  const ids = isAll ? [] : which.map((word) => (/^[1-9]\d{0,8}$/.test(word) ? Number(word) : Number.NaN));
  const isKnown = verb === 'list' ? which.length === 0 : verb === 'restore' || verb === 'purge';
  if (!isKnown || ids.some(Number.isNaN) || (verb !== 'list' && which.length === 0)) return refusal(`usage: ${USAGE}`);
  return answerFailures(() =>
    withTrash(settingsOf(installation, env), async (trash, name) => {
      if (verb === 'list') return { code: 0, lines: tableOf(await trash.list()) };
      const known = (await trash.list()).map(({ id }) => id);
      const chosen = isAll ? known : [...new Set(ids)];
      const missing = chosen.filter((id) => !known.includes(id));
      // All or none: a slip of the finger must not remove the others.
      if (missing.length > 0) return refusal(`not in the trash: ${missing.join(', ')}. Nothing was changed.`);
      const lines = verb === 'restore' ? [] : [`On ${name}:`];
      const gone: number[] = [];
      for (const id of chosen) {
        const isDone = verb === 'restore' ? await trash.restore(id) : (await trash.purge([id])) === 1;
        if (!isDone) gone.push(id);
        else lines.push(verb === 'restore' ? `${id} is back` : `${id} is gone for good`);
      }
      if (gone.length === 0) return { code: 0, lines };
      return { code: 1, lines: [...lines, `not in the trash any more: ${gone.join(', ')}`] };
    }),
  );
}

interface CommandArguments {
  readonly verb: string | undefined;
  readonly which: readonly string[];
  readonly installation: InstallationOptions;
}

/** Null for an unknown option. */
function readArguments(args: readonly string[]): CommandArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: INSTALLATION_OPTIONS,
      allowPositionals: true,
    });
    const [verb, ...which] = positionals;
    return values.data === '' || values.settings === '' ? null : { verb, which, installation: values };
  } catch {
    return null;
  }
}

function withTrash(
  env: Environment,
  work: (trash: Trash, name: string) => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  return withInstallation(env, ({ name, db, trashDays }) => {
    const purge = (order: { projectId: number; now: string }) => purgeProject(db, order);
    return work(new Trash({ db, clock: systemClock, purge, days: trashDays }), name);
  });
}

function tableOf(projects: readonly TrashedProject[]): string[] {
  if (projects.length === 0) return ['The trash is empty.'];
  const rows = projects.map(({ id, memberName, name, deletedAt, goesAt }) => [
    String(id),
    minute(deletedAt),
    minute(goesAt),
    memberName,
    name === '' ? 'Untitled' : name,
  ]);
  return [['id', 'deleted', 'kept until', 'member', 'name'], ...rows].map(tableRow);
}
