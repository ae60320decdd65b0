import { Editor } from '../../engine';
import { AutosaveQueue } from './AutosaveQueue';
import { SaveStore } from './SaveStore';
import { loadProject } from './opening/loadProject';
import type { LocalCopies } from './device/LocalCopies';
import type { TabSlot } from './device/TabSlot';
import type { StorePorts } from '../StorePorts';

/** Sends what earlier pages left unsent of one project. The caller holds its slot, so that no editor has it open. */
export async function sendUnsent(ports: StorePorts, copies: LocalCopies, slot: TabSlot): Promise<void> {
  const api = ports.api.forMember(slot.memberId).projects;
  const copy = copies.copyOf(slot);
  const loaded = await loadProject({ slot, copy, api, copies, clock: ports.clock });
  if (loaded.status !== 'ready' || loaded.start.isServerUnknown) return;
  const { snapshot, document, start, name, unsent } = loaded;
  const editor = new Editor({ snapshot, document, uniqueId: ports.newId });
  // A tab beside the project's own slot may show it.
  const tabs = ports.tabs.open(slot.pid, () => undefined);
  const queue = new AutosaveQueue({
    ...ports,
    slot,
    name: () => name,
    api,
    save: new SaveStore(),
    editor,
    copies,
    copy,
    start,
    onAcknowledged: tabs.tell,
  });
  try {
    await queue.takeUnsent(unsent);
    await queue.leave('away');
  } finally {
    queue.stop();
    tabs.close();
  }
}
