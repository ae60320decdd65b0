import type { ApiFailure } from '../../api';
import { warnOfCopy } from './ConflictCopies';
import type { Saving } from './AutosaveQueue';
import type { SaveSender } from './SaveSender';
import {
  followServer,
  readServerCanvas,
  type ServerCanvas,
  type ServerPatches,
  patchesBehind,
  patchesFrom,
  type ServerPatch,
} from './serverState';

/** Copies stored of one merge while the person goes on, before it is tried again later. */
const KEEPS_MAX = 3;

/** Rebases pending changes onto what others have made of the project: another state of the canvas, or nothing at all. */
export class ServerFollower {
  readonly #saving: Saving;
  readonly #sender: SaveSender;
  /** Patches that the project's stream has told. */
  #heard: readonly ServerPatch[] = [];
  /** The project was deleted elsewhere; at most its conflict copy still waits to be made. */
  isGone = false;
  /** Id of the copy of what the next rebase loses; null when it loses nothing. */
  #lostId: string | null = null;
  #keeping: Promise<number | null> | null = null;
  #isCopyRemoved = false;

  constructor(saving: Saving, sender: SaveSender) {
    this.#saving = saving;
    this.#sender = sender;
  }

  /**
   * Takes the patches that others have saved, as the project's stream tells them. The server is asked when they do not
   * apply to the base.
   */
  hear(told: readonly ServerPatch[]): void {
    this.#heard = [...this.#heard, ...told];
    this.#forgetKnown();
  }

  /**
   * Takes over the server's state, and asks the server for it unless the stream or its refusal of the save on its way has
   * told it. Rejects when the server does not answer.
   */
  async pull(refusal: ApiFailure | null = null): Promise<void> {
    const { api, slot, position } = this.#saving;
    // The server may have applied this save already; a merge without it would repeat that work as new.
    if (position.sending && !refusal) await this.#sender.send(false);
    const patches = await this.#patches(refusal);
    if (patches && (await this.rebase(await this.#sender.takeOwn(patches)))) return;
    const canvas = await readServerCanvas(api, slot.pid);
    if (!(await this.#sender.takeOwnWhole(canvas))) await this.rebase(canvas);
  }

  /** Null when only the whole canvas tells the server's state. */
  async #patches(refusal: ApiFailure | null): Promise<ServerPatches | null> {
    const { api, slot, position } = this.#saving;
    const { revision, updatedAt, behind } = position;
    this.#forgetKnown();
    if (revision === null) return null;
    if (refusal) return patchesBehind(refusal, revision);
    if (behind !== 'patches') return null;
    const heard = this.#heard.length > 0 ? patchesFrom(revision, this.#heard, updatedAt) : null;
    return heard ?? followServer(api, slot.pid, revision);
  }

  #forgetKnown(): void {
    const base = this.#saving.position.revision ?? Number.POSITIVE_INFINITY;
    this.#heard = this.#heard.filter(({ revision }) => revision > base);
  }

  /** Brings the work onto this state of the server. Returns false when its patches do not lead on from the base. */
  async rebase(state: ServerPatches | ServerCanvas): Promise<boolean> {
    const { save, slot, copies, onAcknowledged, position, journal, retry, conflicts } = this.#saving;
    position.dropSending();
    // The journal is written first without the save on its way, which will not be sent again.
    await journal.write();
    let plan = position.planRebase(state);
    if (plan && plan.lost.length > 0) {
      // Another tab of this browser may have continued the same work: that is no conflict.
      const relatives = await copies.beside.relatives(slot, position.settledAt);
      // The person may go on while it is kept. The last plan is carried out at once: no change may come between.
      for (let round = 0, kept = -1; ; round += 1) {
        plan = position.planRebase(state, relatives);
        const { changeCount } = position;
        if (!plan || plan.lost.length === 0 || kept === changeCount) break;
        if (round === KEEPS_MAX) throw new Error('the work changes faster than it can be kept');
        await this.#keepLost();
        kept = changeCount;
      }
    }
    if (!plan) return false;
    if (journal.isStopped) return true;
    const lostId = this.#lostId;
    this.#lostId = null;
    position.rebase(plan);
    if (!position.isDirty) retry.forgetFailures();
    save.setPhase(position.isDirty ? 'saving' : 'saved');
    onAcknowledged?.(state.revision);
    await ('canvas' in state
      ? journal.writeBase(state.canvas)
      : journal.acknowledge(state.patches.map(({ revision, patch }) => ({ revision, text: JSON.stringify(patch) }))));
    if (plan.lost.length > 0) await this.createCopies().catch(warnOfCopy);
    else if (lostId !== null) await conflicts.drop(lostId);
    return true;
  }

  /**
   * Keeps the work as it is before the document and the journal drop some of it: on this device, else at the server.
   * Rejects when neither takes it.
   */
  async #keepLost(): Promise<void> {
    const { editor, save, copy, newId, position, conflicts } = this.#saving;
    const before = this.#lostId;
    // The journal's own id: the next page makes the same copy of it.
    const id = copy.workId ?? before ?? newId();
    this.#lostId = id;
    // The person is told at once.
    save.setCopyWaiting(true);
    const isStored = await conflicts.store({ id, snapshot: { ...editor.snapshot(), viewport: position.viewport } });
    if (before !== null && before !== id) await conflicts.drop(before);
    if (isStored) return;
    try {
      await this.createCopies();
    } catch (error) {
      if (conflicts.has(id)) throw error;
    }
  }

  /** The project was deleted elsewhere: saves no more, and keeps the work as a project of its own. */
  async giveUp(): Promise<void> {
    const { save, editor, slot, copy, copies, newId, position, journal, conflicts } = this.#saving;
    const mine = { base: position.base(), revision: position.revision, now: editor.snapshot() };
    this.isGone = true;
    journal.stop();
    save.setPhase('gone');
    if (this.#lostId !== null) await conflicts.drop(this.#lostId);
    if (!position.hasWork) {
      await this.#removeCopy();
      return;
    }
    // The journal's own id: the next page makes the same copy of a journal that could not be removed.
    const id = copy.workId ?? newId();
    if (await conflicts.store(await copies.beside.copyOfGone(slot, mine, id))) await this.#removeCopy();
    await this.createCopies().catch(warnOfCopy);
  }

  /** Makes a project of what came after the project was gone if there is time for that or this device has not taken it. */
  async leave(hasTime: boolean): Promise<void> {
    const { conflicts } = this.#saving;
    const isHeld = !hasTime && (await conflicts.holdLater());
    // A project that is being made may lack the latest words.
    await this.#keeping;
    if (conflicts.hasLater && !isHeld) await this.keepAsProject();
    if (!conflicts.isWaiting) await this.#removeCopy();
  }

  /** Removes the journal once its work is stored elsewhere, and tries again until this device has done so. */
  async #removeCopy(): Promise<void> {
    if (!this.#isCopyRemoved) this.#isCopyRemoved = await this.#saving.copy.remove();
  }

  /**
   * Makes a new project of the canvas whose project was deleted elsewhere, once however often it is called meanwhile.
   *
   * @returns its id; null when the server does not take it now: then it is tried again.
   */
  keepAsProject(): Promise<number | null> {
    this.#keeping ??= this.#keep().finally(() => {
      this.#keeping = null;
    });
    return this.#keeping;
  }

  async #keep(): Promise<number | null> {
    const { save, conflicts } = this.#saving;
    if (conflicts.hasLater || save.copyProjectId === null) {
      await conflicts.storeLater();
      await this.createCopies().catch(warnOfCopy);
    }
    return save.copyProjectId;
  }

  /** Makes the waiting conflict copies; rejects when the server may take them another time. */
  async createCopies(): Promise<void> {
    await this.#saving.conflicts.create();
    if (this.isGone) await this.#removeCopy();
  }
}
