import { isLongerThan } from '../../api';
import { PATCH_MAX_BYTES, PATCH_MAX_OPERATIONS, type PatchAnswer } from '../../api/contract';
import type { Saving } from './AutosaveQueue';
import type { Sending } from './device/records';
import type { Patch } from './patch/Patch';
import { isSame } from './patch/sameValue';
import { beginsWith, type ServerCanvas, type ServerPatches } from './serverState';

/** Whether a save has to travel as a whole canvas. */
const isTooLong = async ({ text, length }: Patch): Promise<boolean> =>
  length > PATCH_MAX_OPERATIONS || (await isLongerThan(text, PATCH_MAX_BYTES));

/** Sends the saves, one at a time, and takes down what the server acknowledges. Its promises reject when a save fails. */
export class SaveSender {
  readonly #saving: Saving;

  constructor(saving: Saving) {
    this.#saving = saving;
  }

  async sendNext(isLeaving: boolean): Promise<void> {
    const { position, journal } = this.#saving;
    this.#seal(isLeaving);
    while (position.sealed?.encoding.advance() === false) if (!(await journal.nextStep())) return;
    this.prepare(isLeaving);
    await this.send(isLeaving);
  }

  /** Makes the next save unless one is on its way, at once. Returns whether there is one to send. */
  prepare(isLeaving: boolean): boolean {
    const { newId, save, position, journal } = this.#saving;
    this.#seal(isLeaving);
    if (!position.sealed || position.serializeSealed(newId())) return position.sending !== null;
    if (!position.isDirty) save.setPhase('saved');
    // Edited and taken back: the journal must not bring it up again.
    void journal.writeInSteps();
    return false;
  }

  /** The view alone is worth a save only as somebody leaves. */
  #seal(isLeaving: boolean): void {
    const { position } = this.#saving;
    if (position.isDirty || (isLeaving && position.isViewMoved)) position.seal(isLeaving);
  }

  /** The save on its way; this device has it in its journal first. */
  async send(isLeaving: boolean): Promise<void> {
    const { api, slot, name, save, clock, position, journal } = this.#saving;
    const { sealed, revision } = position;
    if (!sealed?.save || revision === null) return;
    const { save: sending, encoding } = sealed;
    if (position.hasWork) save.setPhase('saving');
    const { stored } = await journal.writeInSteps();
    // A page about to go has no time to wait; its fast key is written already.
    if (!isLeaving) await stored;
    if (await isTooLong(encoding.patch)) {
      const timestamp = new Date(clock.now()).toISOString();
      const project = { pid: slot.pid, name: name(), timestamp, snapshot: position.target() };
      await this.#acknowledge(sending, await api.push(project, { revision }));
      return;
    }
    const condition = { revision, idempotencyKey: sending.key };
    const carried = isLeaving ? api.patchCanvasLeaving(slot.pid, sending.text, condition) : null;
    await this.#acknowledge(sending, await (carried ?? api.patchCanvas(slot.pid, sending.text, condition)));
  }

  /** Sends the save in flight again from a closing page, under the same key; skips one above the browser's limit for such requests. */
  async sendClosing(): Promise<void> {
    const { api, slot, position } = this.#saving;
    const { sending, revision } = position;
    if (!sending || revision === null) return;
    const answer = api.patchCanvasLeaving(slot.pid, sending.text, { revision, idempotencyKey: sending.key });
    if (answer) await this.#acknowledge(sending, await answer);
  }

  /** Acknowledges the save on its way, and returns true, where this is the very canvas that it leads to. */
  async takeOwnWhole({ snapshot, revision, updatedAt }: ServerCanvas): Promise<boolean> {
    const { position } = this.#saving;
    const { sending } = position;
    if (!sending || revision - 1 !== position.revision || !isSame(snapshot, position.target())) return false;
    await this.#acknowledge(sending, { revision, updatedAt });
    return true;
  }

  /** Acknowledges the save on its way where these patches begin with it; returns those after it. */
  async takeOwn(state: ServerPatches): Promise<ServerPatches> {
    const { sending } = this.#saving.position;
    const [own] = state.patches;
    if (!sending || !own || !beginsWith(state, JSON.parse(sending.text))) return state;
    await this.#acknowledge(sending, { revision: own.revision, updatedAt: state.updatedAt });
    return { ...state, since: own.revision, patches: state.patches.slice(1) };
  }

  async #acknowledge(sending: Sending, answer: PatchAnswer): Promise<void> {
    const { position, journal, retry, save, onAcknowledged } = this.#saving;
    if (!position.acknowledge(sending, answer)) return;
    const { revision } = answer;
    retry.noteSaved();
    save.setPhase(position.isDirty ? 'saving' : 'saved');
    onAcknowledged?.(revision);
    await journal.acknowledge([{ revision, text: sending.text }]);
  }
}
