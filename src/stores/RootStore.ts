import type { QueryClient } from '@tanstack/react-query';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { nanoid } from 'nanoid';
import { type Api, createApi } from '../api';
import { SaveStore } from './autosave/SaveStore';
import { browserNetwork, browserPageLife, browserStorage, browserTabs, systemClock } from './browserPorts';
import { type CardActions, createCardActions } from './cardActions';
import { EditorSession, loadSavedEditor } from './EditorSession';
import { indexedDbDepot } from './indexedDbDepot';
import { keepLastMember } from './lastMember';
import { type LeftoverDeps, sendLeftovers, sendLeftProject } from './leftovers';
import { LocalCopies } from './localCopies/LocalCopies';
import { Thumbnails } from './localCopies/Thumbnails';
import { PanelStore } from './PanelStore';
import { shrinkPicture } from './pictures';
import { createProjectActions, type ProjectActions } from './projectActions';
import { ProjectStore } from './ProjectStore';
import { createQueries, type Queries } from './queries';
import { createQueryClient } from './queryClient';
import { ReadAhead } from './ReadAhead';
import type { StorePorts } from './StorePorts';
import { ThumbnailCourier } from './ThumbnailCourier';
import { UnsentNames } from './UnsentNames';

/** The app's state, one member a room, and the verbs that touch several of them. */
export class RootStore {
  readonly api: Api;
  readonly queryClient: QueryClient = createQueryClient();
  readonly queries: Queries;
  readonly project: ProjectStore;
  readonly panel = new PanelStore();
  readonly save = new SaveStore();
  readonly actions: ProjectActions;
  readonly cards: CardActions;
  /** The project on the screen. */
  session: EditorSession | null = null;
  readonly #ports: StorePorts;
  readonly #copies: LocalCopies;
  readonly #names: UnsentNames;
  readonly #courier: ThumbnailCourier;
  readonly #ahead: ReadAhead;
  /** The project whose screen is on its way. */
  #expectedPid: number | null = null;
  /** Last saves that are still on their way, by project. */
  readonly #leaving = new Map<number, Promise<void>>();

  constructor(ports: StorePorts) {
    const { api, storage, depot, clock, notify } = ports;
    this.#ports = ports;
    this.api = api;
    const thumbnails = new Thumbnails(storage, ports.shrink);
    this.#copies = new LocalCopies({
      storage,
      depot,
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
    this.#names = new UnsentNames(depot);
    this.#ahead = new ReadAhead({
      api: api.projects,
      clock,
      openShape: async (shape) => (await loadSavedEditor()).openShape(shape),
    });
    this.#courier = new ThumbnailCourier({ api: api.projects, thumbnails, clock });
    this.queries = createQueries({ api, clock, depot, thumbnails, copies: this.#copies, names: this.#names });
    this.project = new ProjectStore({ api, names: this.#names });
    this.actions = createProjectActions({
      api,
      queryClient: this.queryClient,
      thumbnails,
      copies: this.#copies,
      depot,
      newId: ports.newId,
    });
    this.cards = createCardActions({
      api,
      queryClient: this.queryClient,
      thumbnails,
      copies: this.#copies,
      names: this.#names,
      depot,
      clock,
      newId: ports.newId,
      left: async (pid) => this.#leaving.get(pid),
    });
    makeObservable(this, { session: observableRef });
  }

  /**
   * At the start of the app, on any page: sends what earlier pages could not, then and whenever the device is online
   * again, when what the screens show is asked for anew too. Answers the way to stop.
   */
  start(): () => void {
    const { network } = this.#ports;
    void this.#sendLeftovers();
    return network.subscribe(() => {
      if (!network.isOnline()) return;
      // The query client itself misses it where the page was opened without a line.
      void this.queryClient.invalidateQueries();
      void this.#sendLeftovers();
    });
  }

  /** Begins already what `openProject` of it will wait for; to be called when it is sure to follow soon. */
  expectProject(pid: number): void {
    this.#expectedPid = pid;
    // A last save that is still on its way would not be in it.
    if (!this.#leaving.has(pid)) this.#ahead.begin(pid);
    void loadSavedEditor().catch(() => undefined);
  }

  /** Opens a project and closes the one before. Its `status` says how far it is; call `closeProject` on leaving the route. */
  openProject(pid: number): EditorSession {
    void this.closeProject();
    this.#expectedPid = null;
    const session = new EditorSession(pid, {
      ports: this.#ports,
      queries: this.queries,
      queryClient: this.queryClient,
      copies: this.#copies,
      project: this.project,
      save: this.save,
      courier: this.#courier,
      ahead: this.#ahead,
      sendLeft: ({ pid: left, memberId }) => sendLeftProject(this.#leftoverDeps, left, memberId),
    });
    runInAction(() => {
      this.session = session;
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
    void this.queryClient.invalidateQueries({ queryKey: ['projects'] });
  }

  /** Saves what is open, signs out and forgets who was here; rejects when the server could not be told. */
  signOut(): Promise<void> {
    return this.#signOutBy(() => this.api.auth.signOut());
  }

  /** The same in every browser of this member; also rejects when somebody else is signed in here by now. */
  signOutEverywhere(memberId: string): Promise<void> {
    return this.#signOutBy(() => this.api.forMember(memberId).auth.signOutEverywhere());
  }

  async #signOutBy(tell: () => Promise<void>): Promise<void> {
    await this.session?.leave('away');
    await tell();
    await this.closeProject();
    await keepLastMember(this.#ports.depot, null);
    this.queryClient.clear();
  }

  get #leftoverDeps(): LeftoverDeps {
    return { ports: this.#ports, copies: this.#copies, names: this.#names, courier: this.#courier };
  }

  async #sendLeftovers(): Promise<void> {
    if (!this.#ports.network.isOnline()) return;
    const { member } = await this.queryClient.fetchQuery(this.queries.memberLately);
    if (!member) return;
    this.#ports.tabs.tellMember(member.memberId);
    await sendLeftovers(
      this.#leftoverDeps,
      member.memberId,
      (pid) => pid === this.#expectedPid || pid === this.session?.pid,
    );
  }
}

type GivenPorts = Pick<StorePorts, 'notify' | 'announce' | 'alert' | 'readPicture'> & Partial<StorePorts>;

/** The stores over the browser's own ports, each of which a test may give instead. */
export const createStores = (given: GivenPorts): RootStore =>
  new RootStore({
    api: createApi(),
    clock: systemClock,
    storage: browserStorage(),
    depot: indexedDbDepot(),
    network: browserNetwork,
    pageLife: browserPageLife,
    tabs: browserTabs,
    newId: nanoid,
    random: Math.random,
    shrink: shrinkPicture,
    ...given,
  });
