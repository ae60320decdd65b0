import { AutosaveQueue } from './autosave/AutosaveQueue';
import { SaveStore } from './autosave/SaveStore';
import { loadProject } from './loadProject';
import type { LocalCopies } from './localCopies/LocalCopies';
import type { Place } from './localCopies/Place';
import type { StorePorts } from './StorePorts';

/** Sends what earlier pages left unsent of one project, unless another tab has it open. */
export async function sendUnsent(
  ports: StorePorts,
  copies: LocalCopies,
  { pid, memberId }: Pick<Place, 'pid' | 'memberId'>,
): Promise<void> {
  const { place, leave } = await copies.takePlace(pid, memberId);
  try {
    // A tab that has it open sends it itself.
    if (place.beside === null) await sendFrom(ports, copies, place);
  } finally {
    leave();
  }
}

async function sendFrom(ports: StorePorts, copies: LocalCopies, place: Place): Promise<void> {
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
      settle: () => false,
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
