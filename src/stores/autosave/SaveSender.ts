import { isLongerThan } from '../../api';
import { PATCH_MAX_BYTES, PATCH_MAX_OPERATIONS, type PatchAnswer } from '../../api/contract';
import type { AutosaveOptions } from './AutosaveOptions';
import type { PendingSave } from './PendingSave';
import type { SaveJournal } from './SaveJournal';
import type { SaveLine } from './SaveLine';
import type { SavePosition } from './SavePosition';

interface SaveSenderParts {
  readonly position: SavePosition;
  readonly journal: SaveJournal;
  readonly line: SaveLine;
}

/** Sends the saves, one at a time, and takes down what the server acknowledges. Its promises reject when a save fails. */
export class SaveSender {
  readonly #options: AutosaveOptions;
  readonly #parts: SaveSenderParts;

  constructor(options: AutosaveOptions, parts: SaveSenderParts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** Makes the next save of what is unsent unless one is on its way, and sends it. */
  async sendNext(isLeaving: boolean): Promise<void> {
    const { position, journal } = this.#parts;
    if (position.pending === null && position.isDirty) {
      const difference = await journal.find();
      if (!difference) return;
      this.prepare(difference);
    }
    await this.send(isLeaving);
  }

  /** Makes the next save unless one is on its way, at once; answers whether there is one to send. */
  prepare(difference = this.#parts.position.difference()): boolean {
    const { newId, save } = this.#options;
    const { position, journal } = this.#parts;
    if (position.pending === null && position.isDirty && position.compose(difference, newId())) {
      save.setPhase('saved');
      // Edited and taken back: the journal must not bring it up again.
      void journal.write();
    }
    return position.pending !== null;
  }

  /** The save on its way; this device has it in its journal first. */
  async send(isLeaving: boolean): Promise<void> {
    const { api, pid, name, save, clock } = this.#options;
    const { position, journal } = this.#parts;
    const { pending, revision } = position;
    if (!pending || revision === null) return;
    save.setPhase('saving');
    const { stored } = await journal.writeInTurns();
    // A page about to go has no time to wait; its fast key is written already.
    if (!isLeaving) await stored;
    if (pending.patch.length > PATCH_MAX_OPERATIONS || (await isLongerThan(pending.text, PATCH_MAX_BYTES))) {
      const timestamp = new Date(clock.now()).toISOString();
      const project = { pid, name: name(), timestamp, snapshot: pending.target };
      await this.#acknowledge(pending, await api.push(project, { revision }));
      return;
    }
    const condition = { revision, idempotencyKey: pending.key };
    const carried = isLeaving ? api.patchCanvasLeaving(pid, pending.text, condition) : null;
    await this.#acknowledge(pending, await (carried ?? api.patchCanvas(pid, pending.text, condition)));
  }

  /** The save on its way as the page goes, once more under the same key if it was sent; not what the browser cannot carry. */
  async sendClosing(): Promise<void> {
    const { api, pid } = this.#options;
    const { pending, revision } = this.#parts.position;
    if (!pending || revision === null) return;
    const answer = api.patchCanvasLeaving(pid, pending.text, { revision, idempotencyKey: pending.key });
    if (answer) await this.#acknowledge(pending, await answer);
  }

  async #acknowledge(pending: PendingSave, answer: PatchAnswer): Promise<void> {
    const { position, journal, line } = this.#parts;
    if (!position.acknowledge(pending, answer)) return;
    const { save, onAcknowledged } = this.#options;
    const { revision } = answer;
    line.noteSaved();
    save.setPhase(position.isDirty ? 'saving' : 'saved');
    onAcknowledged?.(revision);
    await journal.acknowledge([{ revision, text: pending.text }]);
  }
}
