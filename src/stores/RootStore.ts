import { makeObservable, observableRef, runInAction } from 'mobx';
import { nanoid } from 'nanoid';
import { type Api, createApi } from '../api';
import type { ApiToken, Capabilities, Job } from '../api/contract';
import { SaveStore } from './sync/SaveStore';
import { browserNetwork, browserPageLife, browserStorage, browserTabs, systemClock } from './browserPorts';
import { EditorSession, loadSavedEditor } from './EditorSession';
import { indexedDbStore } from './sync/device/indexedDbStore';
import { dropUnusedCopies } from './sync/dropUnusedCopies';
import { type LeftWorkDeps, sendLeftWork, sendLeftProject } from './sync/sendLeftWork';
import { ProjectNames } from './sync/ProjectNames';
import { LocalCopies } from './sync/device/LocalCopies';
import { Thumbnails } from './sync/device/Thumbnails';
import { AccountStore } from './member/AccountStore';
import { MemberStore } from './member/MemberStore';
import { ModelsStore } from './generation/ModelsStore';
import { PanelStore } from './PanelStore';
import { shrinkPicture } from './pictures';
import { type CardActions, createCardActions } from './projects/cardActions';
import { createProjectActions, type ProjectActions } from './projects/projectActions';
import { ProjectsStore } from './projects/ProjectsStore';
import { ProjectStore } from './ProjectStore';
import { ReadAhead } from './sync/opening/ReadAhead';
import { type Cancel, type SignOutNews, wait } from './ports';
import { Resource } from './resources/Resource';
import type { StorePorts } from './StorePorts';
import { ThumbnailSender } from './ThumbnailSender';

/** A sign-out waits at most this long for another tab that saves, and looks every POLL_MS. */
const OTHER_TABS_MS = 2000;
const POLL_MS = 100;

/** A project with work that the server does not have. */
export interface UnsavedProject {
  readonly projectId: number;
  /** Empty when the name is not known here. */
  readonly name: string;
  /** True when this device has not taken the latest work: it goes with the page. */
  readonly isOnPageOnly: boolean;
}

/** The app's state, one member a room, and the methods that touch several of them. */
export class RootStore {
  readonly api: Api;
  readonly member: MemberStore;
  readonly account = new AccountStore();
  readonly projects: ProjectsStore;
  /** Set when the server starts, so once a visit is enough. */
  readonly capabilities: Resource<Capabilities>;
  readonly models: ModelsStore;
  readonly project: ProjectStore;
  readonly panel = new PanelStore();
  /** How far the last project that was opened is saved. */
  save = new SaveStore();
  readonly actions: ProjectActions;
  readonly cards: CardActions;
  /** The project on the screen. */
  session: EditorSession | null = null;
  /** Counts the sign-outs by other tabs; each removes everything of the person from the screen. */
  signOuts = 0;
  /** Counts how often the network or the member has come back: pictures that could not be had may be there now. */
  returns = 0;
  #signOutsTold = 0;
  readonly #ports: StorePorts;
  readonly #copies: LocalCopies;
  readonly #names: ProjectNames;
  readonly #thumbnailSender: ThumbnailSender;
  readonly #ahead: ReadAhead;
  /** The project whose screen is on its way. */
  #expectedPid: number | null = null;
  /** Last saves that are still on their way, by project. */
  readonly #leaving = new Map<number, Promise<void>>();

  constructor(ports: StorePorts) {
    const { api, storage, records, clock, notify } = ports;
    this.#ports = ports;
    this.api = api;
    const thumbnails = new Thumbnails(storage, ports.shrink);
    this.#copies = new LocalCopies({
      storage,
      records,
      clock,
      tabs: ports.tabs,
      newId: ports.newId,
      onFull: () =>
        notify({
          variant: 'destructive',
          titleKey: 'toast.storageFullTitle',
          descriptionKey: 'toast.storageFullContent',
        }),
    });
    this.#names = new ProjectNames(api, records);
    this.#ahead = new ReadAhead({
      api: api.projects,
      clock,
      openShape: async (shape) => (await loadSavedEditor()).openShape(shape),
    });
    this.#thumbnailSender = new ThumbnailSender({ api, thumbnails, clock });
    this.member = new MemberStore({ api, records, clock });
    this.projects = new ProjectsStore({ api, clock, records, thumbnails, copies: this.#copies, names: this.#names });
    this.capabilities = new Resource({
      clock,
      freshMs: Number.POSITIVE_INFINITY,
      read: () => api.capabilities.read(),
    });
    this.models = new ModelsStore(this.capabilities);
    this.project = new ProjectStore(this.#names);
    const left = async (pid: number): Promise<void> => this.#leaving.get(pid);
    this.cards = createCardActions({
      api,
      projects: this.projects,
      thumbnails,
      copies: this.#copies,
      names: this.#names,
      records,
      clock,
      newId: ports.newId,
      left,
    });
    this.actions = createProjectActions({
      api,
      projects: this.projects,
      cards: this.cards,
      thumbnails,
      copies: this.#copies,
      records,
      clock,
      newId: ports.newId,
      left,
    });
    makeObservable(this, {
      session: observableRef,
      save: observableRef,
      signOuts: observableRef,
      returns: observableRef,
    });
  }

  /**
   * Called at the start of the app, on any page: sends what earlier pages could not, now and whenever the device is online again; then
   * reads again what the screens show. Returns a function that stops it.
   */
  start(): () => void {
    const { network } = this.#ports;
    void this.#sendLeftWork();
    const cancelSignOut = this.#ports.tabs.onSignOut((news) => void this.#hearOfSignOut(news));
    const cancelMember = this.#ports.tabs.onMember(() => this.#noteReturn());
    const cancelNetwork = network.subscribe(() => {
      if (!network.isOnline()) return;
      this.#noteReturn();
      this.#refresh();
      void this.#sendLeftWork();
    });
    const cancelPage = this.#ports.pageLife.subscribe((moment) => {
      if (moment === 'shown') this.#refresh();
    });
    return () => {
      cancelPage();
      cancelNetwork();
      cancelMember();
      cancelSignOut();
    };
  }

  /**
   * Begins the reading that `openProject` will wait for; call it when that is sure to follow soon. Returns a function for when it does not
   * follow after all.
   */
  expectProject(pid: number): Cancel {
    const giveUp = (): void => {
      if (this.#expectedPid === pid) this.#expectedPid = null;
    };
    // Its screen may have come first.
    if (this.session?.pid === pid) return giveUp;
    this.#expectedPid = pid;
    // A last save that is still on its way would not be in it.
    if (!this.#leaving.has(pid)) this.#ahead.begin(pid);
    void loadSavedEditor().catch(() => undefined);
    return giveUp;
  }

  /** Opens a project and closes the one before. Its `status` says how far it is; call `closeProject` on leaving the route. */
  openProject(pid: number): EditorSession {
    void this.closeProject();
    this.#expectedPid = null;
    const session = new EditorSession(pid, {
      ports: this.#ports,
      member: this.member,
      copies: this.#copies,
      project: this.project,
      thumbnailSender: this.#thumbnailSender,
      ahead: this.#ahead,
      onSignedIn: () => this.#noteReturn(),
      sendLeft: ({ pid: left, memberId }) => sendLeftProject(this.#leftWorkDeps, left, memberId),
    });
    runInAction(() => {
      this.session = session;
      this.save = session.save;
    });
    // The same project may be opened again while its last save is still on its way.
    void (this.#leaving.get(pid) ?? Promise.resolve()).then(() => session.start());
    return session;
  }

  /** Leaves the open project, or `only` that one; resolves when its last save was answered. */
  async closeProject(only: EditorSession | null = this.session): Promise<void> {
    if (!only) return;
    const left = only.dispose().finally(() => {
      if (this.#leaving.get(only.pid) === left) this.#leaving.delete(only.pid);
    });
    this.#leaving.set(only.pid, left);
    if (this.session === only) {
      runInAction(() => {
        this.session = null;
      });
    }
    await left;
    // The grid shows what leaving has changed: name, time, picture.
    void this.projects.refresh();
  }

  /**
   * Saves the open projects, in all tabs.
   *
   * @returns the projects with work that the server still does not have.
   */
  async saveForSignOut(memberId: string): Promise<readonly UnsavedProject[]> {
    const { tabs, clock } = this.#ports;
    tabs.tellSignOut({ moment: 'coming', dropped: null });
    await this.session?.leave('away');
    for (let rest = OTHER_TABS_MS; ; rest -= POLL_MS) {
      // The other tabs have got it by then, and their work is on this device.
      await wait(clock, POLL_MS);
      const pids = new Set(await this.#copies.work.projects(memberId));
      if (this.session?.open?.hasUnsentOf(memberId)) pids.add(this.session.pid);
      if (pids.size === 0) return [];
      if (rest <= 0) return this.#named([...pids], memberId);
      if (rest === OTHER_TABS_MS) await this.#sendLeftWork();
    }
  }

  async #named(pids: readonly number[], memberId: string): Promise<UnsavedProject[]> {
    const known = new Map((await this.#copies.known(memberId)).map(({ projectId, name }) => [projectId, name]));
    const { pid, open } = this.session ?? {};
    const onPage = open?.hasUnsentOf(memberId) && !(await open.keepOnDevice()) ? pid : null;
    return pids.map((projectId) => ({
      projectId,
      name: (projectId === this.project.pid ? this.project.projectName : known.get(projectId)) ?? '',
      isOnPageOnly: projectId === onPage,
    }));
  }

  /** The member's work that only this device has, as a file. */
  async unsavedWork(memberId: string): Promise<Blob> {
    const { pid, open } = this.session ?? {};
    const work = await this.#copies.work.read(memberId);
    const shown = open?.hasUnsentOf(memberId) ? { [`open/${pid}`]: open.editor.snapshot() } : {};
    return new Blob([JSON.stringify({ ...work, ...shown }, null, 2)], { type: 'application/json' });
  }

  /**
   * Saves the open projects, signs out and forgets what the server has acknowledged; rejects when the server could not be told.
   *
   * @param dropped the member who drops the remaining work, too.
   */
  signOut(dropped: string | null = null): Promise<void> {
    return this.#signOutBy(() => this.api.auth.signOut(), dropped);
  }

  /** The same in every browser of this member; also rejects when somebody else is signed in here by now. */
  signOutEverywhere(memberId: string, dropped: string | null = null): Promise<void> {
    return this.#signOutBy(() => this.api.forMember(memberId).auth.signOutEverywhere(), dropped);
  }

  async #signOutBy(tell: () => Promise<void>, dropped: string | null): Promise<void> {
    await this.session?.leave('away');
    await tell();
    this.#ports.tabs.tellSignOut({ moment: 'done', dropped });
    await this.#forget(dropped);
    // Nothing waits for this: a browser may take its time.
    void this.api.auth.clearCache().catch((error: unknown) => console.warn('the cache could not be cleared', error));
  }

  /** Nothing of the member stays on the screen, nor on this device what the server has. */
  async #forget(dropped: string | null): Promise<void> {
    const closed = this.closeProject();
    this.member.clear();
    this.projects.clear();
    await closed;
    await this.#copies.work.forget(dropped);
  }

  /** True when another tab has signed the person out since the last call. */
  takeSignOutNews(): boolean {
    const isNews = this.signOuts > this.#signOutsTold;
    this.#signOutsTold = this.signOuts;
    return isNews;
  }

  async #hearOfSignOut({ moment, dropped }: SignOutNews): Promise<void> {
    if (moment === 'coming') {
      await this.session?.leave('hidden');
      return;
    }
    const forgotten = this.#forget(dropped);
    // This comes after the screens' answers were dropped, so that they ask again who is signed in.
    runInAction(() => {
      this.signOuts += 1;
    });
    await forgotten;
  }

  /** The newest job that made a picture of the project; null for one that was not made here. */
  pictureJob(pid: number, url: string): Resource<Job | null> {
    return new Resource({
      clock: this.#ports.clock,
      // No retry: nothing waits for it, and the failure is shown beside the picture.
      retries: 0,
      failureMessage: 'how the picture was made could not be read',
      read: async () => (url.startsWith('/files/') ? ((await this.api.jobs.list(pid, { url })).at(-1) ?? null) : null),
    });
  }

  /** The name in the signature of a picture; null for an unsigned one, and when it is not known. */
  pictureSigner(url: string): Resource<string | null> {
    return new Resource({
      clock: this.#ports.clock,
      retries: 0,
      failureMessage: 'who has signed the picture could not be read',
      read: (signal) => (url.startsWith('/files/') ? this.api.files.signer(url, signal) : Promise.resolve(null)),
    });
  }

  /** The API tokens of this member. */
  tokens(memberId: string): Resource<readonly ApiToken[]> {
    const { tokens } = this.api.forMember(memberId);
    return new Resource({ clock: this.#ports.clock, retries: 0, read: () => tokens.list() });
  }

  /** Has pictures tried again that could not be loaded without the network or the member. */
  #noteReturn(): void {
    runInAction(() => {
      this.returns += 1;
    });
  }

  /** Reads again what the screens show. */
  #refresh(): void {
    void this.member.refresh();
    void this.projects.refresh();
    void this.capabilities.refresh();
  }

  get #leftWorkDeps(): LeftWorkDeps {
    return { ports: this.#ports, copies: this.#copies, names: this.#names, thumbnailSender: this.#thumbnailSender };
  }

  async #sendLeftWork(): Promise<void> {
    if (!this.#ports.network.isOnline()) return;
    const { member } = await this.member.lately();
    if (!member) return;
    this.#ports.tabs.tellMember(member.memberId);
    const isOpen = (pid: number): boolean => pid === this.#expectedPid || pid === this.session?.pid;
    // The lists on the screen were read meanwhile, with the old names, times and pictures.
    if (await sendLeftWork(this.#leftWorkDeps, member.memberId, isOpen)) void this.projects.refresh();
    await dropUnusedCopies(this.#copies, member.memberId, this.#ports.clock, isOpen);
  }
}

type GivenPorts = Pick<StorePorts, 'notify' | 'announce' | 'alert' | 'readPicture'> & Partial<StorePorts>;

/** The stores over the browser's own ports, each of which a test may give instead. */
export const createStores = (given: GivenPorts): RootStore =>
  new RootStore({
    api: createApi(),
    clock: systemClock,
    storage: browserStorage(),
    records: indexedDbStore(),
    network: browserNetwork,
    pageLife: browserPageLife,
    tabs: browserTabs,
    newId: nanoid,
    random: Math.random,
    shrink: shrinkPicture,
    ...given,
  });
