import type { QueryClient } from '@tanstack/react-query';
import { makeObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../api';
import { Editor, type Snapshot } from '../engine';
import { AutosaveQueue } from './autosave/AutosaveQueue';
import type { SaveStore } from './autosave/SaveStore';
import { Conversion } from './Conversion';
import { changesBetween } from './diff/changesBetween';
import { GenerationStore } from './generation/GenerationStore';
import { PendingRuns } from './generation/PendingRuns';
import { readLastMember } from './lastMember';
import { loadProject, type OpenedProject } from './loadProject';
import type { LocalCopies } from './localCopies/LocalCopies';
import type { ProjectCopy } from './localCopies/ProjectCopy';
import type { Cancel } from './ports';
import type { ProjectStore } from './ProjectStore';
import type { Queries } from './queries';
import type { StorePorts } from './StorePorts';
import type { CaptureThumbnail, ThumbnailCourier } from './ThumbnailCourier';
import { Uploads } from './Uploads';

/** product.md section 9. */
const THUMBNAIL_MS = 60_000;
/** A member read this short ago is not asked for again when a project opens. */
const MEMBER_FRESH_MS = 10_000;

export type SessionStatus = 'loading' | 'ready' | 'notFound' | 'visitor' | 'failed';

export interface EditorSessionDeps {
  readonly ports: StorePorts;
  readonly queries: Queries;
  readonly queryClient: QueryClient;
  readonly copies: LocalCopies;
  readonly project: ProjectStore;
  readonly save: SaveStore;
  readonly courier: ThumbnailCourier;
}

/** What stands once a project is open. */
export interface OpenEditor {
  readonly editor: Editor;
  readonly generation: GenerationStore;
  readonly uploads: Uploads;
  readonly conversion: Conversion;
}

/** One visit to one project: opens it, keeps it saved, and leaves it in order. */
export class EditorSession {
  readonly pid: number;
  status: SessionStatus = 'loading';
  /** Set exactly while the status is 'ready'. */
  open: OpenEditor | null = null;
  readonly #deps: EditorSessionDeps;
  readonly #cancels: Cancel[] = [];
  #queue: AutosaveQueue | null = null;
  #closeTab: Cancel | null = null;
  #memberId = '';
  #capture: CaptureThumbnail | null = null;
  #leavePlace: Cancel | null = null;
  /** From the start: an earlier visit may have ended without carrying its thumbnail. */
  #hasNewLook = true;
  #isDisposed = false;

  constructor(pid: number, deps: EditorSessionDeps) {
    this.pid = pid;
    this.#deps = deps;
    makeObservable(this, { status: observableRef, open: observableRef });
  }

  /** Loads the project and begins to save it. Resolves when `status` is no longer 'loading'; never rejects. */
  async start(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      console.warn('the project could not be opened', error);
      this.#end('failed');
    }
  }

  async #load(): Promise<void> {
    const { queryClient, queries, ports, copies, project, save } = this.#deps;
    save.reset();
    const answer = await queryClient.fetchQuery({ ...queries.member, staleTime: MEMBER_FRESH_MS });
    const member = answer.member ?? (answer.reason === 'unknown' ? await readLastMember(ports.depot) : null);
    if (!member) {
      this.#end(answer.reason === 'visitor' ? 'visitor' : 'failed');
      return;
    }
    this.#memberId = member.memberId;
    const { place, leave } = await copies.takePlace(this.pid, member.memberId);
    if (this.#isDisposed) {
      leave();
      return;
    }
    this.#leavePlace = leave;
    const { clock } = ports;
    const api = ports.api.forMember(member.memberId);
    const copy = copies.copyOf(place);
    const loaded = await loadProject({ place, copy, api: api.projects, copies, clock });
    if (this.#isDisposed) return;
    if (loaded.status !== 'ready') {
      this.#end(loaded.status);
      return;
    }
    void project.open(this.pid, loaded.name, member.memberId);
    this.#wire(loaded, copy, api);
  }

  /** The stage tells how it is drawn as a thumbnail, and null when it goes. */
  setThumbnailCapture(capture: CaptureThumbnail | null): void {
    this.#capture = capture;
  }

  /** The final diff, the thumbnail and the name. Everything that a closing page can carry starts before this returns. */
  async leave(moment: 'closing' | 'hidden' | 'away'): Promise<void> {
    const { project } = this.#deps;
    const work = this.#queue?.leave(moment) ?? Promise.resolve();
    const name = project.pid === this.pid ? project.leave() : Promise.resolve();
    const picture = moment === 'closing' ? Promise.resolve() : this.#sendThumbnail();
    await Promise.all([work, name, picture]);
  }

  /** Leaves and ends the session; resolves when the last answers came. */
  async dispose(): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const cancel of this.#cancels.splice(0)) cancel();
    const { open } = this;
    open?.generation.dispose();
    open?.uploads.dispose();
    open?.conversion.dispose();
    const left = this.leave('away');
    this.#queue?.releaseFastKeys();
    const { project } = this.#deps;
    if (project.pid === this.pid) project.close();
    await left;
    this.#queue?.stop();
    // Only now: the answer to the last save is still told to the other tabs.
    this.#closeTab?.();
    this.#leavePlace?.();
  }

  #end(status: SessionStatus): void {
    if (this.#isDisposed) return;
    runInAction(() => {
      this.status = status;
    });
  }

  #wire({ snapshot, start, toKeep }: OpenedProject, copy: ProjectCopy, api: Api): void {
    const { ports, copies, project, save } = this.#deps;
    const { clock, network, newId, random, notify, announce, alert, depot, tabs } = ports;
    const { pid } = this;
    const editor = new Editor({ snapshot, uniqueId: newId });
    const uploads = new Uploads({ editor, files: api.files, network, alert, notify, announce });
    const generation = new GenerationStore({
      pid,
      editor,
      api,
      clock,
      newId,
      notify,
      announce,
      pending: new PendingRuns(depot, pid, this.#memberId),
    });
    const conversion = new Conversion({ editor, nodes: api.nodes, notify });
    const tab = tabs.open(pid, (revision) => queue.noteServerRevision(revision));
    const queue = new AutosaveQueue({
      pid,
      memberId: this.#memberId,
      name: () => project.projectName ?? '',
      api: api.projects,
      clock,
      network,
      newId,
      random,
      save,
      source: {
        snapshot: () => editor.snapshot(),
        adopt: (next: Snapshot) => editor.merge(changesBetween(editor.snapshot(), next)),
      },
      copy,
      copiesToMake: copies.toMake,
      start,
      // A picture on its way becomes a short url within moments; the data URL need not travel twice.
      isHeld: () => uploads.isBusy,
      onAcknowledged: (revision) => tab.tell(revision),
    });
    this.#queue = queue;
    this.#cancels.push(
      editor.subscribe(({ type }) => {
        if (type !== 'document' && type !== 'camera') return;
        this.#hasNewLook = true;
        queue.noteChange();
      }),
      clock.every(THUMBNAIL_MS, () => void this.#keepThumbnail()),
      network.subscribe(() => {
        if (network.isOnline()) void uploads.retry();
      }),
      ports.pageLife.subscribe((moment) => {
        if (moment === 'shown') void this.#resumeSaving();
        else void this.leave(moment);
      }),
    );
    this.#closeTab = () => tab.close();
    queue.start();
    if (toKeep) void queue.keepAsCopy(toKeep);
    void copies.toMake.list(this.#memberId).then((all) => queue.takeUpCopies(all.filter((copy) => copy.pid === pid)));
    runInAction(() => {
      this.open = { editor, generation, uploads, conversion };
      this.status = 'ready';
    });
    void uploads.retry();
    void generation.pickUp();
  }

  /** The person may have signed in again in another tab. */
  async #resumeSaving(): Promise<void> {
    if (!this.#queue?.isPaused) return;
    const member = await this.#deps.ports.api.member.read().catch(() => null);
    if (member?.memberId !== this.#memberId) return;
    this.#queue.resume(member.memberId);
    void this.open?.uploads.retry();
  }

  async #keepThumbnail(): Promise<void> {
    if (!this.#capture || !this.#hasNewLook) return;
    // Before the capture: what changes during it is drawn the next time.
    this.#hasNewLook = false;
    const isKept = await this.#deps.courier.keep(this.pid, this.#capture);
    if (!isKept) this.#hasNewLook = true;
  }

  async #sendThumbnail(): Promise<void> {
    await this.#keepThumbnail();
    await this.#deps.courier.send(this.pid);
  }
}
