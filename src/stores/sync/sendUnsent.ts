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
 * @returns the project that was made of what could not be merged; null for none.
 */
export async function sendUnsent(ports: StorePorts, copies: LocalCopies, slot: TabSlot): Promise<number | null> {
  const api = ports.api.forMember(slot.memberId).projects;
  // The two keys stay with the open project, and a full device is no news.
  const copy = copies.copyOf(slot, () => undefined);
  copy.releaseFastKeys();
  const loaded = await loadProject({ slot, copy, api, copies, clock: ports.clock });
  if (loaded.status !== 'ready' || loaded.start.isServerUnknown) return null;
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
    tabs.close();
  }
  return save.copyProjectId;
}
