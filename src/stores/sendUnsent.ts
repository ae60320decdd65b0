import { Editor } from '../engine';
import { AutosaveQueue } from './autosave/AutosaveQueue';
import { SaveStore } from './autosave/SaveStore';
import { changesBetween } from './diff/changesBetween';
import { loadProject } from './loadProject';
import type { LocalCopies } from './localCopies/LocalCopies';
import type { Place } from './localCopies/Place';
import type { StorePorts } from './StorePorts';

/** Sends what earlier pages left unsent of one project. The caller holds its place, so that no editor has it open. */
export async function sendUnsent(ports: StorePorts, copies: LocalCopies, place: Place): Promise<void> {
  const { clock, network, newId, random } = ports;
  const { pid, memberId } = place;
  const api = ports.api.forMember(memberId);
  const copy = copies.copyOf(place);
  const loaded = await loadProject({ place, copy, api: api.projects, copies, clock });
  if (loaded.status !== 'ready' || loaded.start.isServerUnknown) return;
  const { snapshot, document } = loaded;
  const editor = new Editor({ snapshot, document, uniqueId: newId });
  // A tab beside the project's own place may show it.
  const tabs = ports.tabs.open(pid, () => undefined);
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
      snapshot: () => editor.snapshot(),
      view: () => editor.viewport.camera,
      adopt: (next) => editor.merge(changesBetween(editor.snapshot(), next)),
    },
    copy,
    place,
    relativesOf: (...asked) => copies.relatives(...asked),
    copyOfGone: (...asked) => copies.copyOfGone(...asked),
    copiesToMake: copies.toMake,
    aside: copies.aside,
    start: loaded.start,
    onAcknowledged: tabs.tell,
  });
  editor.subscribe((event) => {
    if (event.type === 'document') queue.noteChange(event.effects);
  });
  await queue.leave('away');
  if (loaded.toKeep) await queue.keepAsCopy(loaded.toKeep);
  queue.stop();
  tabs.close();
}
