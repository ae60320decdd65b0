import type { PatchAnswer } from '../../api/contract';
import { type Effect, PendingChanges, type Snapshot } from '../../engine';
import { planMerge, planTakeIn, type WholeMerge, withMembers } from './merge/mergeChanges';
import type { Lost, RelatedTabs } from './merge/mergeValues';
import { compareSnapshots, readChanges } from './merge/readChanges';
import { EMPTY_SNAPSHOT } from './opening/readSnapshot';
import type { Decoded } from './patch/decodePatches';
import { joinTexts } from './patch/Patch';
import { isSame, type JsonObject } from './patch/sameValue';
import type { Unsent } from './device/ProjectCopy';
import { type Recovered, type Sending, timeAfter } from './device/records';
import { Encoding, type Rest, restOf, withoutView } from './patch/Encoding';
import type { SavedEditing, SaveStart } from './AutosaveQueue';
import { type EarlierWork, partedWork } from './PendingSave';
import type { ServerCanvas, ServerPatches } from './serverState';

/** The next save: no other change joins its encoding. */
interface Sealed {
  /** All changes since the base, with those that came after the save. */
  readonly changes: PendingChanges;
  readonly encoding: Pick<Encoding, 'patch' | 'hasWork' | 'rest' | 'advance'>;
  /** Its words and key never change, so that a repeat after a time-out is harmless; null until they are made. */
  save: Sending | null;
}

/** The way to bring the pending changes onto another state of the server. */
interface Rebase extends WholeMerge {
  readonly state: ServerPatches | ServerCanvas;
  readonly theirs: Decoded;
  /** The changes of the document that are pending on the base of the plan. */
  readonly own: PendingChanges;
}

/**
 * The acknowledged base, the save on its way and the changes pending on top. The base and the changes by id since then
 * together are the document.
 */
export class SavePosition {
  readonly #editor: SavedEditing;
  /** The base's members beside nodes and edges, or those of the opened document while no state of the server is known. */
  #rest: Rest;
  /** This page's members, without the viewport and the bookmarks, whose newest the editor has. */
  #ownMembers: JsonObject;
  /** The next save, or the one on its way. */
  sealed: Sealed | null = null;
  #pending: PendingChanges;
  /** The encoding of the changes noted so far. */
  #encoding: Encoding | null = null;
  /** The viewport that was opened or sent last; null when this page's has to be sent. */
  #sentView: JsonObject | null;
  /** Revision of the base; null while no state of the server is known. */
  revision: number | null;
  updatedAt: string;
  /** True while there may be work that no save holds. */
  isDirty: boolean;
  changeCount = 0;
  /** Tells that the server is ahead of the base: by some patches, or by an unknown change. */
  behind: 'patches' | 'whole' | null;
  /** The newest revision that another tab has told of since the last state was taken over. */
  #told = 0;
  /** The last revision at which nothing was pending; null when there always was. */
  settledAt: number | null;

  constructor(start: SaveStart, editor: SavedEditing) {
    const opened = editor.snapshot();
    const base = start.base ?? opened;
    this.#editor = editor;
    this.#rest = restOf(base);
    this.#ownMembers = restOf(opened);
    this.revision = start.revision;
    this.updatedAt = start.updatedAt;
    this.isDirty = start.hasUnsent;
    this.behind = start.isServerUnknown || start.revision === null ? 'whole' : null;
    this.settledAt = start.hasUnsent ? null : start.revision;
    this.#sentView = start.hasUnsent ? restOf(base).viewport : { ...editor.view.viewport };
    this.#pending = PendingChanges.between(base, opened);
  }

  get viewport(): Snapshot['viewport'] {
    return viewportOf(this.#rest);
  }

  /** The save whose answer has not come. */
  get sending(): Sending | null {
    return this.sealed?.save ?? null;
  }

  get hasWork(): boolean {
    return this.isDirty || this.sealed?.encoding.hasWork === true;
  }

  /** True when the viewport differs from the one last sent. */
  get isViewMoved(): boolean {
    return !isSame(this.#sentView, this.#editor.view.viewport);
  }

  /** The whole state after the save on its way; ask for it only when all of it has to travel. */
  target(): Snapshot {
    return this.#wholeAt(this.#nextRest, this.#pending);
  }

  /** The whole base, or the opened document while no state of the server is known; costly like `target`. */
  base(): Snapshot {
    return this.#wholeAt(this.#rest, this.sealed?.changes ?? this.#pending);
  }

  #wholeAt(rest: Rest, changes: PendingChanges): Snapshot {
    const { nodes, edges } = this.#editor.snapshot();
    const whole = { nodes: changes.baseNodes(nodes), edges: changes.baseEdges(edges), viewport: viewportOf(rest) };
    return { ...whole, ...withoutView(rest) };
  }

  /** Encodes the changes that no save holds yet; the same object until more are noted, unless the page is left. */
  encoding(isLeaving = false): Encoding {
    if (this.#encoding && !isLeaving) return this.#encoding;
    const to = { ...this.#own, viewport: { ...this.#editor.view.viewport } };
    const encoding = new Encoding({ changes: this.#pending, from: this.#nextRest, to, isLeaving });
    if (!isLeaving) this.#encoding = encoding;
    return encoding;
  }

  /** The unacknowledged changes at the moment of that encoding. */
  unsent({ patch }: Encoding): Unsent {
    const patches = this.sealed ? joinTexts(this.sealed.encoding.patch.text, patch.text) : patch.text;
    return { revision: this.revision, patches, sending: this.sending };
  }

  /** False when other changes are pending by now than that encoding has. */
  isCurrent(encoding: Encoding): boolean {
    return encoding.of === this.#pending;
  }

  note(effects: readonly Effect[]): void {
    this.sealed?.changes.note(effects);
    this.#pending.note(effects);
    this.changeCount += 1;
    this.isDirty = true;
    this.#encoding = null;
  }

  noteRevision(revision: number): void {
    this.#told = Math.max(this.#told, revision);
    if (this.revision !== null && revision > this.revision) this.behind ??= 'patches';
  }

  /** Seals the pending changes as the next save, unless one is on its way; later changes join the save after it. */
  seal(isLeaving: boolean): void {
    if (this.sealed || this.revision === null) return;
    this.sealed = { changes: this.#pending, encoding: this.encoding(isLeaving), save: null };
    this.#setPending(PendingChanges.on(this.#pending.counts));
    this.isDirty = false;
  }

  /** Serializes the sealed changes. Returns false when they cancel out and nothing is to be sent. */
  serializeSealed(key: string): boolean {
    const sealed = this.sealed;
    if (!sealed) return false;
    const { patch, rest } = sealed.encoding;
    if (patch.length === 0) {
      this.#unseal();
      return false;
    }
    sealed.save ??= { key, text: patch.text };
    this.#sentView = rest.viewport;
    return true;
  }

  /** Returns false when the save was acknowledged before: it was in flight, and sent again as the page was leaving. */
  acknowledge(save: Sending, answer: PatchAnswer): boolean {
    const sealed = this.sealed;
    if (sealed?.save !== save) return false;
    this.#rest = sealed.encoding.rest;
    this.#reach(answer);
    // The revision that was told of was this very save.
    if (this.behind === 'patches' && this.#told <= answer.revision) this.behind = null;
    this.#unseal();
    return true;
  }

  /** Drops the save on its way, which will not be sent again; its changes are pending like the rest. */
  dropSending(): void {
    if (!this.sealed) return;
    this.#setPending(this.sealed.changes);
    this.sealed = null;
    this.#sentView = null;
    this.isDirty = this.#hasPending;
  }

  /**
   * Plans how the pending changes come onto a state of the server. Null when its patches do not apply to the base. Drops
   * the save on its way.
   */
  planRebase(state: ServerPatches | ServerCanvas, relatives?: RelatedTabs): Rebase | null {
    this.dropSending();
    if ('since' in state && state.since !== this.revision) return null;
    // The server has nothing yet of work without a revision.
    const isNew = this.revision === null && this.hasWork;
    const own = isNew ? PendingChanges.between(EMPTY_SNAPSHOT, this.#editor.snapshot()) : this.#pending;
    const base = (): Snapshot => (isNew ? EMPTY_SNAPSHOT : this.base());
    const theirs =
      'snapshot' in state
        ? compareSnapshots(base(), state.snapshot)
        : this.#read(state.patches.map(({ patch }) => patch));
    if (!theirs) return null;
    const rest = isNew ? restOf(EMPTY_SNAPSHOT) : this.#rest;
    return { ...this.#planMerge(theirs, own, rest, relatives), state, theirs, own };
  }

  #read(patches: readonly (readonly unknown[])[]): Decoded | null {
    const { document } = this.#editor;
    return readChanges(patches, { own: this.#pending, document, rest: this.#nextRest, snapshot: () => this.target() });
  }

  /** Plans how changes of the state below `own`, whose other members are `rest`, come into the document. */
  #planMerge({ changes, rest: theirs }: Decoded, own: PendingChanges, rest: Rest, relatives?: RelatedTabs): WholeMerge {
    const plan = planMerge({ document: this.#editor.document, incoming: changes, own, relatives });
    return withMembers(plan, { base: rest, mine: this.#own, theirs });
  }

  /** Makes the server's state the base. Nothing may have changed since the plan. */
  rebase(rebase: Rebase): void {
    const { theirs, state, own } = rebase;
    this.#setPending(own);
    this.#apply(rebase, 'merge');
    this.#rest = theirs.rest;
    this.#setPending(this.#pending.since(theirs.changes));
    this.#reach(state);
    // A revision told of while this state was on its way is asked for only once: a server that was restored may never
    // reach it.
    this.behind = this.#told > state.revision ? 'patches' : null;
    this.#told = 0;
    this.isDirty = this.encoding().hasWork;
    this.#noteSettled();
  }

  /**
   * The time of the base rises with each state of the server: a stream tells no time of its patches, and a 412 that comes
   * through a proxy may lack its Date.
   */
  #reach({ revision, updatedAt }: PatchAnswer): void {
    this.updatedAt = this.revision === null ? updatedAt : timeAfter(this.updatedAt, updatedAt);
    this.revision = revision;
  }

  /** Merges unsent work on an earlier state into the document, as work of this tab. Returns what could not be kept. */
  takeIn(work: EarlierWork): readonly Lost[] {
    const merge = planTakeIn(this.#editor.document, this.#own, work);
    this.#apply(merge, 'user');
    this.isDirty ||= this.#hasPending;
    return merge.lost;
  }

  /** Puts the work of an earlier page back onto its base, which the document is, with the save that was on its way. */
  restore(copy: Recovered): void {
    const { base, snapshot, operations, sending } = copy;
    const parted = partedWork(copy);
    const sent = base && parted && this.#redo([parted.sent]);
    if (sent && sending) {
      const patch = { text: sending.text, length: parted.sent.length };
      const encoding = { patch, hasWork: true, rest: sent.rest, advance: () => true };
      this.sealed = { changes: this.#pending, encoding, save: sending };
      this.#setPending(this.#pending.since(sent.changes));
    }
    const unsent = sent ? parted.after : operations;
    if (!base || !unsent || !this.#redo([unsent])) this.#makeOwn(compareSnapshots(this.target(), snapshot));
    this.isDirty = this.encoding().hasWork;
  }

  #redo(patches: readonly (readonly unknown[])[]): Decoded | null {
    const read = this.#read(patches);
    if (read) this.#makeOwn(read);
    return read;
  }

  #makeOwn(changes: Decoded): void {
    this.#apply(this.#planMerge(changes, this.#pending, this.#nextRest), 'user');
  }

  /** Its listeners note what this changes. */
  #apply({ changes, additions, members }: WholeMerge, origin: 'merge' | 'user'): void {
    this.#editor.merge(changes);
    this.#editor.merge(additions());
    this.#ownMembers = members;
    this.#editor.bookmarks.replace(members.bookmarks, origin);
  }

  /** The other members once the save on its way is acknowledged. */
  get #nextRest(): Rest {
    return this.sealed?.encoding.rest ?? this.#rest;
  }

  get #own(): JsonObject {
    const { bookmarks: _bookmarks, ...members } = this.#ownMembers;
    return { ...members, ...this.#editor.bookmarks.member };
  }

  /** True when something has changed since the save on its way, or since the last acknowledged one. */
  get #hasPending(): boolean {
    return !this.#pending.isEmpty || !isSame(withoutView(this.#own), withoutView(this.#rest));
  }

  #setPending(changes: PendingChanges): void {
    this.#pending = changes;
    this.#encoding = null;
  }

  /** The sealed changes are the server's, or were none. */
  #unseal(): void {
    this.sealed = null;
    this.isDirty = this.#hasPending;
    this.#noteSettled();
  }

  #noteSettled(): void {
    if (!this.hasWork) this.settledAt = this.revision;
  }
}

const viewportOf = ({ viewport }: Rest): Snapshot['viewport'] => viewport as unknown as Snapshot['viewport'];
