import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { ApiFailure } from '../../api';
import { isQuota } from '../../api/ApiFailure';
import type { Version } from '../../api/contract';
import type { VersionsApi } from '../../api/versions';
import { readSnapshot, type Snapshot } from '../../engine';
import type { Cancel, Network } from '../ports';

interface VersionsDeps {
  readonly pid: number;
  readonly api: VersionsApi;
  readonly network: Network;
  /** Sends pending changes; resolves with whether the server has all of them. */
  readonly flush: () => Promise<boolean>;
  /** Takes over a revision that the server has; resolves after the attempt. */
  readonly follow: (revision: number) => Promise<void>;
}

/** `offline`: versions are on the server only; `signedOut`: they are shown to their member only. */
export type VersionsStatus = 'loading' | 'ready' | 'offline' | 'signedOut' | 'failed';

/**
 * The end of an action on versions; `unsaved`: the current state could not be saved first, so nothing was done;
 * `unanswered`: it may have been done, and the screen shows what the server has; `full`: the member has no room left;
 * `serverFull`: the server has none.
 */
export type VersionOutcome =
  | 'done'
  | 'unsaved'
  | 'unanswered'
  | 'signedOut'
  | 'tooMany'
  | 'full'
  | 'serverFull'
  | 'failed';

/** Nodes of canvases kept in memory, some 20 MB; the one wanted last stays however large it is. */
const NODES_KEPT = 20_000;

/** The versions of the open project. */
export class VersionsStore {
  status: VersionsStatus = 'loading';
  /** Newest first. */
  versions: readonly Version[] = [];
  /** True while an action on versions is under way. */
  isBusy = false;
  /** True while the person looks at them. */
  isShown = false;
  readonly #deps: VersionsDeps;
  /** Canvases by id, least recently wanted first; a version never changes. */
  readonly #kept = new Map<number, Snapshot>();
  readonly #reading = new Map<number, Promise<Snapshot>>();
  /** The reading of the list that was begun last: an earlier answer may be older. */
  #loading: AbortController | null = null;
  #lastPicture: Promise<unknown> = Promise.resolve();
  #lastAction: Promise<unknown> = Promise.resolve();

  constructor(deps: VersionsDeps) {
    this.#deps = deps;
    makeObservable(this, {
      status: observableRef,
      versions: observableRef,
      isBusy: observableRef,
      isShown: observableRef,
      setShown: action,
    });
  }

  setShown(isShown: boolean): void {
    this.isShown = isShown;
  }

  /** Called when versions are shown: reads them, and again whenever the device is online again. Returns a function that stops it. */
  open(): Cancel {
    void this.load();
    const unsubscribe = this.#deps.network.subscribe(() => void this.load());
    return () => {
      unsubscribe();
      this.#loading?.abort();
    };
  }

  async load(): Promise<void> {
    const { api, network, pid } = this.#deps;
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    if (!network.isOnline()) {
      this.#setStatus('offline');
      return;
    }
    if (this.status !== 'ready') this.#setStatus('loading');
    try {
      const versions = await api.list(pid, loading.signal);
      if (loading.signal.aborted) return;
      runInAction(() => {
        this.versions = versions;
        this.status = 'ready';
      });
    } catch (error) {
      if (loading.signal.aborted) return;
      console.warn('the versions could not be read', error);
      this.#setStatus(statusAfter(error));
    }
  }

  /** The canvas of a version. Rejects when it cannot be read. */
  async snapshot(id: number): Promise<Snapshot> {
    return this.#keep(id, this.#kept.get(id) ?? (await this.#read(id)));
  }

  /**
   * The canvas of a version for a small picture of it. Whole canvases travel for that, so one is read at a time, in the
   * order of the requests, and none that is not wanted any more. Rejects when it cannot be read or is not wanted.
   */
  picture(id: number, signal: AbortSignal): Promise<Snapshot> {
    const picture = this.#lastPicture.then(async () => {
      signal.throwIfAborted();
      return this.#keep(id, this.#kept.get(id) ?? (await this.#fetch(id, signal)));
    });
    this.#lastPicture = picture.catch(() => undefined);
    return picture;
  }

  #keep(id: number, snapshot: Snapshot): Snapshot {
    this.#kept.delete(id);
    this.#kept.set(id, snapshot);
    let nodes = Array.from(this.#kept.values()).reduce((sum, kept) => sum + kept.nodes.length, 0);
    for (const [oldest, kept] of this.#kept) {
      if (nodes <= NODES_KEPT || oldest === id) break;
      this.#kept.delete(oldest);
      nodes -= kept.nodes.length;
    }
    return snapshot;
  }

  /** Makes a version of the canvas as it is now; it stays until it is deleted. */
  keep(name: string): Promise<VersionOutcome> {
    return this.#act(async ({ api, pid, flush }) => {
      if (!(await flush())) return 'unsaved';
      await api.keep(pid, name);
      return 'done';
    });
  }

  /** A named version stays until it is deleted; an empty name removes the name. */
  rename(id: number, name: string): Promise<VersionOutcome> {
    return this.#act(async ({ api, pid }) => {
      await api.rename(pid, id, name);
      return 'done';
    });
  }

  remove(id: number): Promise<VersionOutcome> {
    return this.#act(async ({ api, pid }) => {
      await api.remove(pid, id);
      return 'done';
    });
  }

  /**
   * Brings the canvas back to a version, as a new revision. The current state is saved and kept as a version first;
   * edits made meanwhile merge as with any other save.
   */
  restore(id: number): Promise<VersionOutcome> {
    return this.#act(async ({ api, pid, flush, follow }) => {
      if (!(await flush())) return 'unsaved';
      // A revision was made even when only the answer was lost.
      let revision = Number.POSITIVE_INFINITY;
      try {
        ({ revision } = await api.restore(pid, id));
      } finally {
        await follow(revision);
      }
      return 'done';
    });
  }

  /** Runs one action after another; the list afterwards is the server's. */
  #act(work: (deps: VersionsDeps) => Promise<VersionOutcome>): Promise<VersionOutcome> {
    const action = this.#lastAction.then(() => this.#run(work));
    this.#lastAction = action;
    return action;
  }

  async #run(work: (deps: VersionsDeps) => Promise<VersionOutcome>): Promise<VersionOutcome> {
    this.#setBusy(true);
    try {
      const outcome = await work(this.#deps);
      if (outcome === 'done') await this.load();
      return outcome;
    } catch (error) {
      console.warn('the versions could not be changed', error);
      await this.load();
      return outcomeOf(error);
    } finally {
      this.#setBusy(false);
    }
  }

  /** Reads the canvas once for all who ask meanwhile. */
  #read(id: number): Promise<Snapshot> {
    const reading = this.#reading.get(id) ?? this.#fetch(id).finally(() => this.#reading.delete(id));
    this.#reading.set(id, reading);
    return reading;
  }

  async #fetch(id: number, signal?: AbortSignal): Promise<Snapshot> {
    const { api, pid } = this.#deps;
    const canvas = await api.read(pid, id, signal).catch((error: unknown) => {
      if (statusAfter(error) === 'signedOut') this.#setStatus('signedOut');
      throw error;
    });
    const snapshot = readSnapshot(canvas);
    if (!snapshot) throw new Error('the version is no snapshot');
    return snapshot;
  }

  #setStatus(status: VersionsStatus): void {
    runInAction(() => {
      this.status = status;
    });
  }

  #setBusy(isBusy: boolean): void {
    runInAction(() => {
      this.isBusy = isBusy;
    });
  }
}

function outcomeOf(error: unknown): VersionOutcome {
  if (!(error instanceof ApiFailure)) return 'failed';
  if (error.kind !== 'http') return 'unanswered';
  if (error.status === 401) return 'signedOut';
  if (isQuota(error)) return 'full';
  if (error.status === 507) return 'serverFull';
  return error.code === 'tooManyVersions' ? 'tooMany' : 'failed';
}

function statusAfter(error: unknown): VersionsStatus {
  if (!(error instanceof ApiFailure)) return 'failed';
  if (error.status === 401) return 'signedOut';
  return error.kind === 'network' ? 'offline' : 'failed';
}
