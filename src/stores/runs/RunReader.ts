import { type Api, ApiFailure } from '../../api';
import { isProjectGone } from '../../api/ApiFailure';
import type { Run } from '../../api/contractRuns';
import { DAY_MS } from '../../time';
import { backoffMs } from '../backoff';
import { Freshness } from '../Freshness';
import type { Cancel, Clock, Network } from '../ports';

/** Failures older than this are not told when a project opens. */
const TOLD_MS = DAY_MS;
/** Key of the list among the readings that are repeated; no run has this id. */
const LIST = '';

interface RunReaderDeps {
  readonly pid: number;
  readonly api: Pick<Api['runs'], 'list' | 'read'>;
  readonly clock: Clock;
  readonly network: Network;
  /** The runs as they are shown, by id. */
  readonly runs: ReadonlyMap<string, Run>;
  readonly put: (runs: readonly Run[]) => void;
  /** The server does not have this run any more. */
  readonly forget: (runId: string) => void;
}

/** Reads runs until they are known as they are: an answer never replaces what was told after it was asked for, and a failed reading is repeated. */
export class RunReader {
  readonly #deps: RunReaderDeps;
  readonly #freshness = new Freshness<string>();
  /** Ids of runs whose whole state is being read. */
  readonly #reading = new Set<string>();
  /** Those of them that are to be read again at once. */
  readonly #again = new Set<string>();
  /** Readings that have failed, or were behind what was told, and are to be repeated, by the id of their run. */
  readonly #repeats = new Map<string, Cancel>();
  /** Number of failures in a row, by the id of the run. */
  readonly #failures = new Map<string, number>();
  /** Number of answers in a row that were behind what was told, by the id of the run. */
  readonly #behind = new Map<string, number>();
  #isDisposed = false;

  constructor(deps: RunReaderDeps) {
    this.#deps = deps;
  }

  /** An event of this run has come: an answer that is on its way may lack it. */
  noteEvent(runId: string): void {
    this.#freshness.tell(runId);
  }

  /** Reads the runs under way and how the last runs ended. */
  async list(): Promise<void> {
    if (this.#isDisposed) return;
    const { api, pid, clock, runs, put } = this.#deps;
    this.#cancelRepeat(LIST);
    const asked = this.#freshness.ask();
    try {
      const listed = await api.list(pid);
      if (this.#isDisposed) return;
      const since = new Date(clock.now() - TOLD_MS).toISOString();
      const accepted = listed
        .filter(({ runId, state, endedAt }) => state === 'running' || runs.has(runId) || (endedAt ?? '') > since)
        .filter(({ runId }) => this.#freshness.accepts(runId, asked));
      put(accepted);
      this.#failures.delete(LIST);
      const settled = new Set(accepted.map(({ runId }) => runId));
      for (const runId of settled) this.#settle(runId);
      // These were told of meanwhile, or are older than all that the server lists.
      const open = Array.from(runs.values()).filter(
        ({ runId, state }) => state === 'running' && !settled.has(runId) && !this.#reading.has(runId),
      );
      await Promise.all(open.map(({ runId }) => this.read(runId)));
    } catch (error) {
      console.warn('the runs of this project could not be read', error);
      if (!isProjectGone(error)) this.#repeat(LIST, error);
    }
  }

  /** Reads a whole run; one that is being read is read once more. */
  async read(runId: string): Promise<void> {
    if (this.#reading.has(runId)) {
      this.noteEvent(runId);
      this.#again.add(runId);
      return;
    }
    const { api, runs, put, forget } = this.#deps;
    this.#cancelRepeat(runId);
    this.#reading.add(runId);
    try {
      let isBehind = true;
      while (isBehind && !this.#isDisposed) {
        const asked = this.#freshness.ask();
        const run = await api.read(runId);
        isBehind = !this.#freshness.accepts(runId, asked);
        if (!isBehind || !runs.has(runId)) put([run]);
        // While a large run goes on something is told during every reading.
        if (isBehind && !this.#again.delete(runId)) {
          const times = this.#behind.get(runId) ?? 0;
          this.#behind.set(runId, times + 1);
          this.#failures.delete(runId);
          this.#later(runId, backoffMs(times));
          return;
        }
      }
      this.#settle(runId);
    } catch (error) {
      console.warn('how the run is could not be read', error);
      if (error instanceof ApiFailure && error.status === 404) forget(runId);
      else this.#repeat(runId, error);
    } finally {
      this.#reading.delete(runId);
      this.#again.delete(runId);
    }
  }

  /** The device is online again: failed readings are repeated at once. */
  resume(): void {
    for (const key of this.#repeats.keys()) this.#start(key);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const key of this.#repeats.keys()) this.#cancelRepeat(key);
  }

  #start(key: string): void {
    void (key === LIST ? this.list() : this.read(key));
  }

  #repeat(key: string, error: unknown): void {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    const wantedMs = (error instanceof ApiFailure && error.retryAfterMs) || 0;
    this.#later(key, Math.max(backoffMs(failures), wantedMs));
  }

  #later(key: string, delayMs: number): void {
    const { clock, network } = this.#deps;
    if (this.#isDisposed) return;
    this.#cancelRepeat(key);
    // Without a line nothing is sent until `resume`.
    const cancel = network.isOnline() && clock.after(delayMs, () => this.#start(key));
    this.#repeats.set(key, cancel || (() => undefined));
  }

  /** It is known how this run is: a failed reading of it need not be repeated. */
  #settle(runId: string): void {
    this.#failures.delete(runId);
    this.#behind.delete(runId);
    this.#cancelRepeat(runId);
  }

  #cancelRepeat(key: string): void {
    this.#repeats.get(key)?.();
    this.#repeats.delete(key);
  }
}
