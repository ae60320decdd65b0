import type { Api } from '../api';
import { Editor, type Snapshot } from '../engine';
import { AutosaveQueue } from './autosave/AutosaveQueue';
import type { SaveStore } from './autosave/SaveStore';
import { FlowClipboard } from './clipboard/FlowClipboard';
import { Conversion } from './Conversion';
import { changesBetween } from './diff/changesBetween';
import { GenerationStore } from './generation/GenerationStore';
import { PendingRuns } from './generation/PendingRuns';
import { loadProject, type LoadResult, type OpenedProject } from './loadProject';
import type { LocalCopies, Orphan } from './localCopies/LocalCopies';
import type { Place } from './localCopies/Place';
import type { ProjectCopy } from './localCopies/ProjectCopy';
import type { Cancel } from './ports';
import type { ReadAhead } from './ReadAhead';
import type { StorePorts } from './StorePorts';
import { showTakes } from './takes/showTakes';
import { TakesStore } from './takes/TakesStore';
import { Uploads } from './Uploads';
import { VersionsStore } from './versions/VersionsStore';

/** Opening needs it before there is an editor, and the page sends for one file only. */
export { openShape } from './openSnapshot';

/** So often pictures are tried again that the server had no room for. */
const FULL_AGAIN_MS = 60_000;

interface SavedEditorDeps {
  readonly ports: StorePorts;
  readonly copies: LocalCopies;
  readonly place: Place;
  readonly ahead: ReadAhead;
  readonly save: SaveStore;
  /** Sends what lies at the project's own place while nobody holds that. */
  readonly sendLeft: (place: Place) => Promise<void>;
  /** The project's name as it is now. */
  readonly name: () => string;
  /** Saving has to wait for its member; that one may be signed in again already. */
  readonly onSignedOut: () => void;
  /** What is drawn or where one looks has changed, or a picture has arrived. */
  readonly onNewLook: () => void;
}

type NotOpened = Exclude<LoadResult, OpenedProject>;

/** The editor of an open project, what works on its nodes, and the way of its changes to the server. */
export class SavedEditor {
  readonly editor: Editor;
  readonly generation: GenerationStore;
  readonly uploads: Uploads;
  readonly conversion: Conversion;
  readonly clipboard: FlowClipboard;
  readonly versions: VersionsStore;
  readonly takes: TakesStore;
  /** The project's name as it was loaded. */
  readonly name: string;
  readonly #deps: SavedEditorDeps;
  readonly #queue: AutosaveQueue;
  readonly #toKeep: Snapshot | null;
  readonly #cancels: Cancel[] = [];
  readonly #stopNoting: Cancel;
  #closeTab: Cancel = () => undefined;

  private constructor(
    { name, snapshot, document, start, toKeep }: OpenedProject,
    api: Api,
    copy: ProjectCopy,
    deps: SavedEditorDeps,
  ) {
    const { clock, network, newId, random, notify, announce, alert, depot, tabs, readPicture } = deps.ports;
    const { pid, memberId } = deps.place;
    const editor = new Editor({ snapshot, document, uniqueId: newId });
    this.editor = editor;
    this.name = name;
    this.#deps = deps;
    this.#toKeep = toKeep;
    this.uploads = new Uploads({ editor, files: api.files, network, readPicture, alert, notify, announce });
    this.generation = new GenerationStore({
      pid,
      editor,
      api,
      clock,
      newId,
      notify,
      announce,
      pictureFor: (value) => this.uploads.contentFor(value),
      pending: new PendingRuns({ depot, place: deps.place, tabs }),
    });
    this.clipboard = new FlowClipboard({
      editor,
      memberId,
      resolveUrl: api.files.resolveUrl,
      notify,
      announce,
    });
    this.conversion = new Conversion({ editor, nodes: api.nodes, notify });
    this.takes = new TakesStore({ pid, editor, api: api.takes, clock, network, notify, announce });
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
      pid,
      memberId,
      name: deps.name,
      api: api.projects,
      clock,
      network,
      newId,
      random,
      save: deps.save,
      source: {
        snapshot: () => editor.snapshot(),
        view: () => editor.viewport.camera,
        adopt: (next: Snapshot) => editor.merge(changesBetween(editor.snapshot(), next)),
      },
      copy,
      place: deps.place,
      relativesOf: (...asked) => deps.copies.relatives(...asked),
      copyOfGone: (...asked) => deps.copies.copyOfGone(...asked),
      leftWork: () => this.#leftWork(),
      copiesToMake: deps.copies.toMake,
      aside: deps.copies.aside,
      start,
      // A picture on its way becomes a short url within moments; the data URL need not travel twice.
      isHeld: () => this.uploads.isBusy,
      onSignedOut: deps.onSignedOut,
      onAcknowledged: (revision) => tab.tell(revision),
    });
    // From the first change on until the last answer came.
    this.#stopNoting = editor.subscribe((event) => {
      if (event.type === 'document') this.#queue.noteChange(event.effects);
    });
  }

  /** The first tab takes over what others have left; a tab beside it sends what the first one has left. */
  async #leftWork(): Promise<readonly Orphan[]> {
    const { copies, place, sendLeft } = this.#deps;
    if (place.beside === null) return copies.orphans(place.pid, place.memberId);
    await sendLeft(place);
    return [];
  }

  /** Loads the project of that place. */
  static async open(deps: SavedEditorDeps): Promise<SavedEditor | NotOpened> {
    const { ports, copies, place, ahead } = deps;
    const { clock } = ports;
    const api = ports.api.forMember(place.memberId);
    const copy = copies.copyOf(place);
    const { pid, memberId } = place;
    const loaded = await loadProject({
      place,
      copy,
      copies,
      clock,
      api: {
        read: async () => (await ahead.take(pid, memberId)) ?? api.projects.read(pid),
        push: (...whole) => api.projects.push(...whole),
        patchCanvas: (...patch) => api.projects.patchCanvas(...patch),
      },
    });
    return loaded.status === 'ready' ? new SavedEditor(loaded, api, copy, deps) : loaded;
  }

  /** Begins to save, and goes on with what earlier visits have left. */
  start(): void {
    const { ports, copies, place, save, onNewLook } = this.#deps;
    const { clock, network } = ports;
    this.#cancels.push(
      this.editor.subscribe((event) => {
        const isWork = event.type === 'document' || event.type === 'camera';
        // A picture that has arrived belongs on the thumbnail, and is nothing to save.
        const isPicture = event.type === 'invalidate' && event.reason === 'pictures';
        if (isWork || isPicture) onNewLook();
      }),
      network.subscribe(() => {
        if (network.isOnline()) void this.uploads.retry();
      }),
      clock.every(FULL_AGAIN_MS, () => {
        if (this.uploads.full.size > 0) void this.uploads.retry();
      }),
    );
    this.#queue.start();
    if (this.#toKeep) void this.#queue.keepAsCopy(this.#toKeep);
    void copies.toMake.list(place.memberId, place.pid).then((waiting) => this.#queue.takeUpCopies(waiting));
    void copies.aside.has(place.pid).then((has) => save.setAside(has));
    void this.uploads.retry();
    void this.generation.pickUp();
    this.#cancels.push(showTakes(this.editor, this.takes));
    void this.takes.load();
  }

  /** Saving waits for its member to sign in again. */
  get isPaused(): boolean {
    return this.#queue.isPaused;
  }

  /** This member is signed in now; saving goes on if it is the project's. */
  resume(memberId: string): void {
    if (memberId !== this.#deps.place.memberId) return;
    this.#queue.resume(memberId);
    void this.uploads.retry();
    void this.generation.pickUp();
  }

  /** As AutosaveQueue.keepAsProject. */
  keepAsProject(): Promise<number | null> {
    return this.#queue.keepAsProject();
  }

  /** What this device has of the project and cannot put back by itself, by its key. */
  readAside(): Promise<ReadonlyMap<string, unknown>> {
    return this.#deps.copies.aside.list(this.#deps.place.pid);
  }

  /** The person has taken these. */
  async noteAsideTaken(taken: ReadonlyMap<string, unknown>): Promise<void> {
    const { copies, place, save } = this.#deps;
    await copies.aside.noteTaken(taken);
    save.setAside(await copies.aside.has(place.pid));
  }

  /** The final difference; as AutosaveQueue.leave. */
  leave(moment: 'closing' | 'hidden' | 'away'): Promise<void> {
    return this.#queue.leave(moment);
  }

  /** Nothing works on the nodes any more; saving goes on until `stop`. */
  dispose(): void {
    for (const cancel of this.#cancels.splice(0)) cancel();
    this.generation.dispose();
    this.takes.dispose();
    this.uploads.dispose();
    this.conversion.dispose();
  }

  /** As AutosaveQueue.releaseFastKeys. */
  releaseFastKeys(): void {
    this.#queue.releaseFastKeys();
  }

  /** The last answers came. */
  stop(): void {
    this.#queue.stop();
    this.#stopNoting();
    // Only now: the answer to the last save is still told to the other tabs.
    this.#closeTab();
  }
}
