import { AutosaveQueue } from './autosave/AutosaveQueue';
import { SaveStore } from './autosave/SaveStore';
import { loadProject } from './loadProject';
import type { LocalCopies } from './localCopies/LocalCopies';
import type { Place } from './localCopies/Place';
import type { StorePorts } from './StorePorts';
import type { ThumbnailCourier } from './ThumbnailCourier';
import type { UnsentNames } from './UnsentNames';

interface LeftoverDeps {
  readonly ports: StorePorts;
  readonly copies: LocalCopies;
  readonly names: UnsentNames;
  readonly courier: ThumbnailCourier;
}

/**
 * Sends what earlier pages of this member could not: unsent work, copies, names and thumbnails. The project that is open saves
 * itself. Never rejects; what still cannot be sent stays for the next start.
 */
export async function sendLeftovers(deps: LeftoverDeps, memberId: string, openPid: number | null): Promise<void> {
  const { copies, names, courier, ports } = deps;
  const api = ports.api.forMember(memberId);
  for (const pid of await copies.unsent(memberId)) {
    if (pid !== openPid) await sendWork(deps, memberId, pid);
  }
  for (const copy of await copies.toMake.list(memberId)) {
    if (copy.pid === openPid) continue;
    try {
      await api.projects.create(copy.name, JSON.stringify(copy.snapshot));
      await copies.toMake.remove(copy);
    } catch (error) {
      console.warn('the copy could not be kept yet', error);
    }
  }
  for (const { pid, name } of await names.list(memberId)) {
    if (pid === openPid) continue;
    try {
      await api.projects.rename(pid, name);
      await names.keep(pid, memberId, undefined);
    } catch (error) {
      console.warn('the project name could not be saved', error);
    }
  }
  await courier.sendAll();
}

async function sendWork(deps: LeftoverDeps, memberId: string, pid: number): Promise<void> {
  const { place, leave } = await deps.copies.takePlace(pid, memberId);
  try {
    // A tab that has it open sends it itself.
    if (place.beside === null) await sendFrom(deps, place);
  } finally {
    leave();
  }
}

async function sendFrom({ ports, copies }: LeftoverDeps, place: Place): Promise<void> {
  const { clock, network, newId, random } = ports;
  const { pid, memberId } = place;
  const api = ports.api.forMember(memberId);
  const copy = copies.copyOf(place);
  const loaded = await loadProject({ place, copy, api: api.projects, copies, clock });
  if (loaded.status !== 'ready' || loaded.start.isServerUnknown) return;
  let { snapshot } = loaded;
  const queue = new AutosaveQueue({
    pid,
    memberId,
    name: () => loaded.name,
    api: api.projects,
    clock,
    network,
    newId,
    random,
    save: new SaveStore(),
    source: {
      snapshot: () => snapshot,
      adopt: (next) => {
        snapshot = next;
      },
    },
    copy,
    copiesToMake: copies.toMake,
    start: loaded.start,
  });
  await queue.leave('away');
  if (loaded.toKeep) await queue.keepAsCopy(loaded.toKeep);
  queue.stop();
}
