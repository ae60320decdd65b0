import type { Snapshot } from '../../engine';
import { type Merge, mergeSnapshots } from '../diff/mergeSnapshots';
import { EMPTY_SNAPSHOT } from '../diff/readSnapshot';
import type { Cancel } from '../ports';
import type { AutosaveOptions } from './AutosaveOptions';
import type { KeptCopy } from './KeptCopy';
import type { SaveJournal } from './SaveJournal';
import type { SaveLine } from './SaveLine';
import type { SavePosition } from './SavePosition';
import type { SaveSender } from './SaveSender';
import { followServer, readServerState, type ServerState } from './serverState';

interface ServerFollowerParts {
  readonly position: SavePosition;
  readonly journal: SaveJournal;
  readonly line: SaveLine;
  readonly sender: SaveSender;
  readonly kept: KeptCopy;
}

/** As the journal: a killed tab loses at most its last second. */
const LATER_MS = 400;

const warnOfCopy = (error: unknown): void => console.warn('the copy could not be kept yet', error);

/** Brings the unsent work onto what others have made of the project: another state of the canvas, or nothing at all. */
export class ServerFollower {
  readonly #options: AutosaveOptions;
  readonly #parts: ServerFollowerParts;
  #isGone = false;
  #cancelLater: Cancel | null = null;

  constructor(options: AutosaveOptions, parts: ServerFollowerParts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** The project was deleted elsewhere: only a copy may still be waiting to be made. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Asks the server for its state and takes it over. Rejects when it does not answer. */
  async pull(): Promise<void> {
    const { api, pid } = this.#options;
    const { position, sender } = this.#parts;
    // The server may have it already: merged without it, what it did would look like new work to be done again.
    if (position.sending) await sender.send(false);
    const { revision, updatedAt } = position;
    const isKnown = position.behind === 'steps' && position.hasBase && revision !== null;
    const known = isKnown ? { snapshot: position.ground(), revision, updatedAt } : null;
    const theirs = known && (await followServer(api, pid, known));
    await this.meet(theirs ?? (await readServerState(api, pid)));
  }

  /** Takes over this state of the server. */
  async meet(theirs: ServerState): Promise<void> {
    const { source, save, onAcknowledged } = this.#options;
    const { position, journal, line, kept } = this.#parts;
    const base = position.hasBase ? position.ground() : position.hasWork ? EMPTY_SNAPSHOT : source.snapshot();
    position.dropSending();
    // Written first without the save on its way, which will not be sent again.
    const { stored } = await journal.writeInTurns();
    await stored;
    const { mine, merged, lost } = await this.#merge(base, theirs.snapshot);
    const release = journal.hold();
    source.adopt(merged);
    position.standOn(theirs, merged);
    if (!position.isDirty) line.forgetFailures();
    // Told at once: what was lost is on this page alone until it is stored.
    if (lost.length > 0) save.setCopyWaiting(true);
    save.setPhase(position.isDirty ? 'saving' : 'saved');
    onAcknowledged?.(theirs.revision);
    // Before the journal forgets it.
    if (lost.length > 0) await kept.store(mine);
    release();
    const { news } = theirs;
    await ('canvas' in news ? journal.keepWhole(news.canvas) : journal.acknowledge(news.steps));
    if (lost.length > 0) await this.createCopies().catch(warnOfCopy);
  }

  async #merge(base: Snapshot, theirs: Snapshot): Promise<Merge & { readonly mine: Snapshot }> {
    const { source, relativesOf, place } = this.#options;
    const mine = source.snapshot();
    const merge = mergeSnapshots(base, mine, theirs);
    if (merge.lost.length === 0) return { ...merge, mine };
    // Another tab of this browser may have gone on from the same work: that is no dispute.
    const related = await relativesOf(place, this.#parts.position.settledAt);
    const later = source.snapshot();
    return { ...mergeSnapshots(base, later, theirs, related), mine: later };
  }

  /** The project was deleted elsewhere: saves no more, and keeps the work as a project of its own. */
  async giveUp(): Promise<void> {
    const { save, source, place, copyOfGone } = this.#options;
    const { position, journal, kept } = this.#parts;
    const mine = { base: position.ground(), revision: position.revision, now: source.snapshot() };
    this.#isGone = true;
    journal.stop();
    save.setPhase('gone');
    if (!position.hasWork) {
      await this.#options.copy.remove();
      return;
    }
    await kept.storeShared(await copyOfGone(place, mine));
    await this.createCopies().catch(warnOfCopy);
  }

  /** The person goes on in a project that is gone. It is kept on this device, for the next start to make a project of. */
  noteLaterWork(): void {
    const { save, clock } = this.#options;
    save.keepCopy(null);
    this.#cancelLater ??= clock.after(LATER_MS, () => void this.#keepLaterWork());
  }

  /** Keeps what the person has done since, if there is anything; makes it a project at once where there is time for it. */
  async leave(hasTime: boolean): Promise<void> {
    const { kept } = this.#parts;
    if (this.#cancelLater) await this.#keepLaterWork();
    if (hasTime && kept.hasLater) await this.keepAsProject();
  }

  async #keepLaterWork(): Promise<void> {
    this.stop();
    await this.#parts.kept.storeLater(this.#options.source.snapshot());
  }

  async keepAsProject(): Promise<number | null> {
    const { save, source } = this.#options;
    if (save.copyProjectId === null) {
      this.stop();
      await this.#parts.kept.takeLater(source.snapshot());
      await this.createCopies().catch(warnOfCopy);
    }
    return save.copyProjectId;
  }

  /** Nothing is kept any more. */
  stop(): void {
    this.#cancelLater?.();
    this.#cancelLater = null;
  }

  /** Makes the copies that wait; rejects when the server may take them another time. */
  async createCopies(): Promise<void> {
    await this.#parts.kept.create();
    if (this.#isGone) await this.#options.copy.remove();
  }
}
