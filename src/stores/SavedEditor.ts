import type { Api } from '../api';
import type { Job } from '../api/contract';
import type { ProjectEvent } from '../api/contractEvents';
import type { Take } from '../api/contractTakes';
import { Editor } from '../engine';
import { AutosaveQueue } from './sync/AutosaveQueue';
import type { SaveStore } from './sync/SaveStore';
import { FlowClipboard } from './clipboard/FlowClipboard';
import { Conversion } from './Conversion';
import { GenerationStore } from './generation/GenerationStore';
import { highestNumber } from './generation/JobNumbers';
import { PendingJobs } from './generation/PendingJobs';
import { CellsStore } from './cells/CellsStore';
import { FlowStore } from './flow/FlowStore';
import { loadProject, type LoadResult, type OpenedProject } from './sync/opening/loadProject';
import type { LocalCopies, LeftCopy } from './sync/device/LocalCopies';
import type { TabSlot } from './sync/device/TabSlot';
import type { ProjectCopy } from './sync/device/ProjectCopy';
import type { Cancel } from './ports';
import type { ReadAhead } from './sync/opening/ReadAhead';
import { ProjectEvents } from './runs/ProjectEvents';
import { RunsStore } from './runs/RunsStore';
import type { StorePorts } from './StorePorts';
import { showTakes } from './takes/showTakes';
import { LibraryStore } from './takes/LibraryStore';
import { TakesStore } from './takes/TakesStore';
import { Uploads } from './Uploads';
import { VersionsStore } from './versions/VersionsStore';
import { Writing } from './Writing';

/**
 * Re-exported so that it comes in the editor's file: opening reads the snapshot before an editor exists, and should not
 * load a second file for that.
 */
export { openShape } from './sync/opening/openSnapshot';

/** With a stream that begins later, runs and takes are read twice. */
const PROJECT_STREAM_WAIT_MS = 1500;
/** Period after which pictures that the server had no room for are sent again. */
const FULL_AGAIN_MS = 60_000;
/** Period after which pictures whose upload has failed are sent again. */
const FAILED_AGAIN_MS = 30_000;

export interface SavedEditorDeps {
  readonly ports: StorePorts;
  readonly copies: LocalCopies;
  readonly slot: TabSlot;
  readonly ahead: ReadAhead;
  readonly save: SaveStore;
  /** Sends the work in the project's own slot while no tab holds that slot. */
  readonly sendLeft: (slot: TabSlot) => Promise<number | null>;
  /** The project's name as it is now; null before it is known here. */
  readonly name: () => string | null;
  /** Saving waits until its member is signed in; the member may be signed in again already. */
  readonly onSignedOut: () => void;
  /** The drawing or the viewport has changed, or a picture has arrived. */
  readonly onNewLook: () => void;
}

type NotOpened = Exclude<LoadResult, OpenedProject>;

/** The editor of an open project, what works on its nodes, and the way of its changes to the server. */
export class SavedEditor {
  readonly editor: Editor;
  /** The editor's document as screens observe it. */
  readonly flow: FlowStore;
  readonly cells: CellsStore;
  readonly generation: GenerationStore;
  readonly uploads: Uploads;
  readonly conversion: Conversion;
  readonly writing: Writing;
  readonly clipboard: FlowClipboard;
  readonly versions: VersionsStore;
  readonly takes: TakesStore;
  readonly runs: RunsStore;
  readonly library: LibraryStore;
  /** The project's name as it was loaded. */
  readonly name: string;
  readonly #deps: SavedEditorDeps;
  readonly #events: ProjectEvents;
  readonly #queue: AutosaveQueue;
  readonly #copy: ProjectCopy;
  readonly #cancels: Cancel[] = [];
  #closeTab: Cancel = () => undefined;
  #hasRead = false;

  private constructor(
    { name, snapshot, document, start }: OpenedProject,
    api: Api,
    copy: ProjectCopy,
    deps: SavedEditorDeps,
  ) {
    const { clock, network, pageLife, newId, random, notify, announce, alert, records, tabs, readPicture } = deps.ports;
    const { pid, memberId } = deps.slot;
    const editor = new Editor({ snapshot, document, uniqueId: newId });
    this.editor = editor;
    this.flow = new FlowStore(editor);
    this.name = name;
    this.#deps = deps;
    this.#copy = copy;
    this.uploads = new Uploads({ editor, files: api.files, network, readPicture, alert, notify, announce });
    this.#events = new ProjectEvents({
      pid,
      api: api.events,
      clock,
      network,
      pageLife,
      random,
      onEvent: (event) => this.#hear(event),
      // It does not tell what has changed since an earlier reading.
      onBegin: () => {
        if (this.#hasRead) this.#readAnew();
      },
    });
    this.generation = new GenerationStore({
      pid,
      events: this.#events,
      editor,
      api,
      clock,
      newId,
      notify,
      announce,
      pictureFor: (value) => this.uploads.contentFor(value),
      catchUp: () => this.#queue.catchUp(),
      pending: new PendingJobs({ records, slot: deps.slot, tabs }),
    });
    this.clipboard = new FlowClipboard({
      editor,
      memberId,
      resolveUrl: api.files.resolveUrl,
      notify,
      announce,
    });
    this.conversion = new Conversion({ editor, nodes: api.nodes, notify });
    this.writing = new Writing({ editor, nodes: api.nodes });
    this.takes = new TakesStore({ pid, editor, api: api.takes, clock, network, notify, announce });
    this.library = new LibraryStore({
      pid,
      api: api.takes,
      clock,
      notify,
      announce,
      onChanged: (take, isDeleted) => {
        if (take.projectId === pid) this.takes.hear(take, isDeleted);
      },
    });
    this.runs = new RunsStore({
      pid,
      editor,
      flow: this.flow,
      api: api.runs,
      clock,
      network,
      newId,
      notify,
      announce,
      canvas: {
        flush: async () => {
          // A picture on its way would be planned as another one.
          await this.uploads.settled();
          return this.#queue.flush();
        },
        revision: () => this.#queue.revision,
        follow: (revision) => this.#queue.follow(revision),
      },
      nextNumber: async (nodeIds) => {
        const highest = await highestNumber(api.jobs, pid, nodeIds);
        return Math.max(highest + 1, this.takes.nextNumber(nodeIds));
      },
      takesOf: (nodeId) => this.takes.of(nodeId),
      axesOf: (nodeId) => this.cells.axesOf(nodeId),
      failedByHand: () =>
        Array.from(this.generation.states).flatMap(([nodeId, { state }]) => (state === 'failed' ? nodeId : [])),
      onTakenOver: (nodeIds) => {
        for (const nodeId of nodeIds) this.generation.dismiss(nodeId);
      },
    });
    this.cells = new CellsStore({ flow: this.flow, takes: this.takes, runs: this.runs });
    this.versions = new VersionsStore({
      pid,
      api: api.versions,
      network,
      flush: () => this.#queue.flush(),
      follow: (revision) => this.#queue.follow(revision),
    });
    const tab = tabs.open(pid, (revision) => this.#queue.noteServerRevision(revision));
    this.#closeTab = tab.close;
    this.#queue = new AutosaveQueue({
      ...deps,
      ...deps.ports,
      name: () => deps.name() ?? name,
      api: api.projects,
      editor,
      copy,
      start,
      leftWork: () => this.#leftWork(),
      // A picture on its way becomes a short url within moments; the data URL need not travel twice.
      isHeld: () => this.uploads.isBusy,
      onAcknowledged: (revision) => tab.tell(revision),
    });
  }

  /** The work of closed tabs, for this one to take over; a further tab sends what the first one has left. */
  async #leftWork(): Promise<readonly LeftCopy[]> {
    const { copies, slot, save, sendLeft } = this.#deps;
    const kept = slot.tabId === null ? null : await sendLeft(slot);
    if (kept !== null && !this.#queue.conflicts.hasLater) save.keepCopy(kept);
    await copies.partUnread(slot);
    return copies.left(slot.pid, slot.memberId);
  }

  /** Loads the project of `slot`. */
  static async open(deps: SavedEditorDeps): Promise<SavedEditor | NotOpened> {
    const { ports, copies, slot, ahead } = deps;
    const { clock } = ports;
    const api = ports.api.forMember(slot.memberId);
    const copy = copies.copyOf(slot);
    const { pid, memberId } = slot;
    const loaded = await loadProject({
      slot,
      copy,
      copies,
      clock,
      api: {
        read: async () => (await ahead.take(pid, memberId)) ?? api.projects.read(pid),
        push: (...whole) => api.projects.push(...whole),
        patchCanvas: (...patch) => api.projects.patchCanvas(...patch),
      },
    });
    if (loaded.status !== 'ready') return loaded;
    const saved = new SavedEditor(loaded, api, copy, deps);
    try {
      await saved.#queue.takeUnsent(loaded.unsent);
    } catch (error) {
      saved.dispose();
      saved.stop();
      throw error;
    }
    return saved;
  }

  /** Begins to save, and sends the unsent work of earlier visits. */
  start(): void {
    const { ports, copies, slot, save, onNewLook } = this.#deps;
    const { clock, network } = ports;
    this.#cancels.push(
      this.editor.subscribe((event) => {
        const isWork = event.type === 'document' || event.type === 'viewport';
        // A picture that has arrived belongs on the thumbnail, and is nothing to save.
        const isPicture = event.type === 'invalidate' && event.reason === 'pictures';
        if (isWork || isPicture) onNewLook();
      }),
      network.subscribe(() => {
        if (!network.isOnline()) return;
        void this.uploads.retry();
        void this.generation.pickUp();
      }),
      clock.every(FULL_AGAIN_MS, () => {
        if (this.uploads.full.size > 0) void this.uploads.retry();
      }),
      clock.every(FAILED_AGAIN_MS, () => {
        if (this.uploads.hasFailed && !this.isPaused) void this.uploads.retry();
      }),
    );
    this.#queue.start();
    void copies.waiting.list(slot.memberId, slot.pid).then((waiting) => this.#queue.conflicts.takeUp(waiting));
    void copies.aside.has(slot).then((has) => save.setAside(has));
    void this.uploads.retry();
    this.#events.start();
    void this.generation.pickUp();
    this.#cancels.push(showTakes(this.editor, this.takes));
    void this.#read();
  }

  /** Something has changed in the project, here or elsewhere. */
  #hear(event: ProjectEvent): void {
    if (event.event === 'revision') this.#queue.noteServerRevision(event.data.revision, event.data.patches);
    else if (event.event === 'take') this.#hearTake(event.data.take, event.data.isDeleted ?? false);
    else if (event.event === 'reset') {
      this.#queue.noteServerRevision(event.data.revision);
      this.#readAnew();
    } else if (event.event === 'job') this.#hearJob(event.data);
    else this.runs.hear(event);
  }

  /** A node that says that it got no answer may have its result by now. */
  #hearJob({ nodeId, state, runId }: Job): void {
    const isFailed = nodeId !== null && this.generation.states.get(nodeId)?.state === 'failed';
    if (isFailed && state !== 'running' && runId === undefined) void this.generation.pickUp();
  }

  #hearTake(take: Take, isDeleted: boolean): void {
    this.takes.hear(take, isDeleted);
    this.library.hear(take, isDeleted);
  }

  /** Reads what the project's stream goes on to tell. */
  async #read(): Promise<void> {
    await this.#events.begun(PROJECT_STREAM_WAIT_MS);
    this.#hasRead = true;
    void this.runs.load();
    void this.takes.load();
  }

  #readAnew(): void {
    void this.runs.load();
    void this.takes.readAnew();
    void this.library.readAnew();
    void this.generation.pickUp();
  }

  /** Saving waits for its member to sign in again. */
  get isPaused(): boolean {
    return this.#queue.isPaused;
  }

  /** Some work of this member may be on this page only. The page may still show the project of one whose session has ended. */
  hasUnsentOf(memberId: string): boolean {
    const { follower, conflicts, isSent } = this.#queue;
    if (memberId !== this.#deps.slot.memberId) return false;
    return follower.isGone ? conflicts.isWaiting || conflicts.hasLater : !isSent;
  }

  /** This member is signed in now; saving goes on if it is the project's: another member's session never sends this work. */
  resume(memberId: string): void {
    if (memberId !== this.#deps.slot.memberId) return;
    this.#queue.resume();
    void this.uploads.retry();
    void this.generation.pickUp();
  }

  /** Passes on `ServerFollower.keepAsProject`. */
  keepAsProject(): Promise<number | null> {
    return this.#queue.follower.keepAsProject();
  }

  /** Records of the project on this device that the app cannot put back by itself, by their keys. */
  readAside(): Promise<ReadonlyMap<string, unknown>> {
    return this.#deps.copies.aside.list(this.#deps.slot);
  }

  /** The person has downloaded these records. */
  async noteAsideTaken(taken: ReadonlyMap<string, unknown>): Promise<void> {
    const { copies, slot, save } = this.#deps;
    await copies.aside.noteTaken(taken);
    save.setAside(await copies.aside.has(slot));
  }

  /** Passes on `AutosaveQueue.keepOnDevice`. */
  keepOnDevice(): Promise<boolean> {
    return this.#queue.keepOnDevice();
  }

  /** Sends the final pending changes; passes on `AutosaveQueue.leave`. */
  leave(moment: 'closing' | 'hidden' | 'away'): Promise<void> {
    return this.#queue.leave(moment);
  }

  /** Nothing works on the nodes any more; saving goes on until `stop`. */
  dispose(): void {
    for (const cancel of this.#cancels.splice(0)) cancel();
    this.generation.dispose();
    this.takes.dispose();
    this.runs.dispose();
    this.library.dispose();
    this.#events.dispose();
    this.uploads.dispose();
    this.conversion.dispose();
    this.cells.dispose();
    this.flow.dispose();
  }

  /** The person has moved on: from now on the two fast browser keys belong to the next project. */
  releaseFastKeys(): void {
    this.#copy.releaseFastKeys();
  }

  /** Called when the last answers have come. */
  stop(): void {
    this.#queue.stop();
    // The tab closes last: the answer to the last save is still told to the other tabs.
    this.#closeTab();
  }
}
