import { Editor } from '../../engine';
import { AutosaveQueue } from './AutosaveQueue';
import { SaveStore } from './SaveStore';
import { loadProject } from './opening/loadProject';
import type { LocalCopies } from './device/LocalCopies';
import type { TabSlot } from './device/TabSlot';
import type { StorePorts } from '../StorePorts';

/**
 * Sends what earlier pages left unsent of one project. The caller holds its slot, so that no editor has it open.
 *
 * @param onKept called with the project that was made of what could not be merged.
 */
export async function sendUnsent(
  ports: StorePorts,
  copies: LocalCopies,
  slot: TabSlot,
  onKept: (projectId: number) => void,
): Promise<void> {
  const api = ports.api.forMember(slot.memberId).projects;
  const copy = copies.copyForSending(slot);
  const loaded = await loadProject({ slot, copy, api, copies, clock: ports.clock });
  if (loaded.status !== 'ready' || loaded.start.isServerUnknown) return;
  const { snapshot, document, start, name, unsent } = loaded;
  const editor = new Editor({ snapshot, document, uniqueId: ports.newId });
  // A tab beside the project's own slot may show it.
  const tabs = ports.tabs.open(slot.pid, () => undefined);
  const save = new SaveStore();
  const queue = new AutosaveQueue({
    ...ports,
    slot,
    name: () => name,
    api,
    save,
    editor,
    copies,
    copy,
    start,
    onAcknowledged: tabs.tell,
  });
  try {
    await queue.takeUnsent(unsent);
    await queue.leave('away');
    // A full device could not note what the server has: the next page would take it for unsent.
    if (queue.isSent && !save.isCopyWaiting && copy.needsWholeAtOnce) await copy.clear();
  } finally {
    queue.stop();
    if (save.copyProjectId !== null) onKept(save.copyProjectId);
    tabs.close();
  }
}
