import { makeObservable, observableRef, runInAction } from 'mobx';
import { SaveStore } from './sync/SaveStore';
import { isOfflineTooLong, readLastMember } from './lastMember';
import type { LocalCopies } from './sync/device/LocalCopies';
import type { MemberStore } from './member/MemberStore';
import type { Cancel } from './ports';
import type { ProjectStore } from './ProjectStore';
import type { ReadAhead } from './sync/opening/ReadAhead';
import type { SavedEditor, SavedEditorDeps } from './SavedEditor';
import type { StorePorts } from './StorePorts';
import type { CaptureThumbnail, ThumbnailSender } from './ThumbnailSender';

/** Time between two thumbnails of an open project, in milliseconds (THUMB-1). */
const THUMBNAIL_MS = 60_000;

export type SessionStatus = 'loading' | 'ready' | 'notFound' | 'visitor' | 'failed' | 'offlineTooLong';

export interface EditorSessionDeps {
  readonly ports: StorePorts;
  readonly member: MemberStore;
  readonly copies: LocalCopies;
  readonly project: ProjectStore;
  readonly thumbnailSender: ThumbnailSender;
  readonly ahead: ReadAhead;
  readonly sendLeft: SavedEditorDeps['sendLeft'];
  /** The member, whose session had ended, is signed in again. */
  readonly onSignedIn: () => void;
}

/** The parts of `SavedEditor` that the editor's screen uses. */
export type OpenEditor = Pick<
  SavedEditor,
  | 'editor'
  | 'flow'
  | 'cells'
  | 'generation'
  | 'uploads'
  | 'conversion'
  | 'writing'
  | 'clipboard'
  | 'versions'
  | 'takes'
  | 'runs'
  | 'library'
  | 'hasUnsentOf'
  | 'keepOnDevice'
  | 'keepAsProject'
  | 'readAside'
  | 'noteAsideTaken'
>;

/** The engine and what saves its document; no other page needs them, so they are loaded on demand. */
export const loadSavedEditor = () => import('./SavedEditor');

/** One visit to one project: opens it, keeps it saved, and leaves it in order. The engine is loaded for the first of them. */
export class EditorSession {
  readonly pid: number;
  /** Its own, since the last save may still be on its way when the next project is open. */
  readonly save = new SaveStore();
  status: SessionStatus = 'loading';
  /** Non-null exactly while the status is 'ready'. */
  open: OpenEditor | null = null;
  readonly #deps: EditorSessionDeps;
  readonly #cancels: Cancel[] = [];
  #saved: SavedEditor | null = null;
  #capture: CaptureThumbnail | null = null;
  #memberId = '';
  #leaveSlot: Cancel | null = null;
  /** The project's name when it was left; the shared name is the next project's while the last save is on its way. */
  #leftName: string | null = null;
  /** Initially true: an earlier visit may have ended without sending its thumbnail. */
  #hasNewLook = true;
  #isDisposed = false;
  #loading: Promise<void> = Promise.resolve();

  constructor(pid: number, deps: EditorSessionDeps) {
    this.pid = pid;
    this.#deps = deps;
    makeObservable(this, { status: observableRef, open: observableRef });
  }

  /** Loads the project and begins to save it. Resolves when `status` is no longer 'loading'; never rejects. */
  start(): Promise<void> {
    this.#loading = this.#load().catch((error: unknown) => {
      console.warn('the project could not be opened', error);
      this.#end('failed');
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    const { member: memberStore, ports, copies, project, ahead } = this.#deps;
    const asked = memberStore.lately();
    const [answer, { SavedEditor }] = await Promise.all([asked, loadSavedEditor()]);
    const member =
      answer.member ?? (answer.reason === 'unknown' ? await readLastMember(ports.records, ports.clock) : null);
    if (!member) {
      const isLongAgo = answer.reason === 'unknown' && (await isOfflineTooLong(ports.records, ports.clock));
      this.#end(answer.reason === 'visitor' ? 'visitor' : isLongAgo ? 'offlineTooLong' : 'failed');
      return;
    }
    const { memberId } = member;
    this.#memberId = memberId;
    const { slot, leave } = await copies.takeSlot(this.pid, memberId);
    if (this.#isDisposed) {
      leave();
      return;
    }
    this.#leaveSlot = leave;
    const saved = await SavedEditor.open({
      ports,
      copies,
      slot,
      ahead,
      save: this.save,
      sendLeft: this.#deps.sendLeft,
      name: () => this.#leftName ?? (project.pid === this.pid ? project.projectName : null),
      // The session this save began with may have been left for the next one while it was on its way.
      onSignedOut: () => void this.#resumeSaving(),
      onNewLook: () => {
        this.#hasNewLook = true;
      },
    });
    if (this.#isDisposed) {
      if (saved instanceof SavedEditor) {
        saved.dispose();
        saved.stop();
      }
      return;
    }
    if (!(saved instanceof SavedEditor)) {
      this.#end(saved.status);
      return;
    }
    void project.open(this.pid, saved.name, memberId);
    this.#begin(saved);
  }

  /** The stage registers how to draw itself as a thumbnail, and null when it is removed. */
  setThumbnailCapture(capture: CaptureThumbnail | null): void {
    this.#capture = capture;
  }

  /** The final diff, the thumbnail and the name. Everything that a closing page can carry starts before this returns. */
  async leave(moment: 'closing' | 'hidden' | 'away'): Promise<void> {
    const { project } = this.#deps;
    const work = this.#saved?.leave(moment) ?? Promise.resolve();
    const name = project.pid === this.pid ? project.leave(moment === 'closing') : Promise.resolve();
    const picture = moment === 'closing' ? Promise.resolve() : this.#sendThumbnail();
    await Promise.all([work, name, picture]);
  }

  /** Leaves and ends the session; resolves when the last answers have come. */
  async dispose(): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const cancel of this.#cancels.splice(0)) cancel();
    this.#saved?.dispose();
    const left = this.leave('away');
    this.#saved?.releaseFastKeys();
    const { project } = this.#deps;
    if (project.pid === this.pid) {
      this.#leftName = project.projectName;
      project.close();
    }
    await left;
    this.#saved?.stop();
    // An opening that goes on still writes at this slot.
    void this.#loading.then(() => this.#leaveSlot?.());
  }

  #end(status: SessionStatus): void {
    if (this.#isDisposed) return;
    runInAction(() => {
      this.status = status;
    });
  }

  #begin(saved: SavedEditor): void {
    const { clock, network, pageLife, tabs } = this.#deps.ports;
    this.#saved = saved;
    saved.start();
    this.#cancels.push(
      clock.every(THUMBNAIL_MS, () => void this.#keepThumbnail()),
      pageLife.subscribe((moment) => {
        if (moment === 'shown') void this.#resumeSaving();
        else void this.leave(moment);
      }),
      tabs.onMember((memberId) => saved.resume(memberId)),
      network.subscribe(() => {
        if (network.isOnline()) void this.#resumeSaving();
      }),
    );
    runInAction(() => {
      this.open = saved;
      this.status = 'ready';
    });
  }

  /** The person may have signed in again, here or in another tab. */
  async #resumeSaving(): Promise<void> {
    if (!this.#saved?.isPaused) return;
    const member = await this.#deps.ports.api.member.read().catch(() => null);
    if (!member) return;
    this.#saved.resume(member.memberId);
    this.#deps.onSignedIn();
  }

  async #keepThumbnail(): Promise<void> {
    if (!this.#capture || !this.#hasNewLook) return;
    // This is cleared before the capture, so that a change during the capture is drawn the next time.
    this.#hasNewLook = false;
    const isKept = await this.#deps.thumbnailSender.keep(this.pid, this.#memberId, this.#capture);
    if (!isKept) this.#hasNewLook = true;
  }

  async #sendThumbnail(): Promise<void> {
    await this.#keepThumbnail();
    await this.#deps.thumbnailSender.send(this.pid, this.#memberId);
  }
}
