import { makeObservable, observableRef, observableShallow, observe, runInAction } from 'mobx';
import { type Api, ApiFailure } from '../../api';
import { isProjectGone } from '../../api/ApiFailure';
import type { Take, TakePage } from '../../api/contractTakes';
import type { Editor } from '../../engine';
import { backoffMs } from '../backoff';
import { Freshness } from '../Freshness';
import type { Announce, Notify } from '../Notice';
import type { Cancel, Clock, Network } from '../ports';
import { ChangingTakes } from './ChangingTakes';
import { NewResults } from './NewResults';
import { newestFirst, withTake } from './newestFirst';
import { takeValue } from './showTakes';

/** The most takes that the server gives at a time. */
const PAGE = 200;
/** Pages of the newest takes that are read when a project opens; those of one node are read whole when they are looked at. */
const PAGES_AT_OPENING = 25;
/** Key of the project's newest takes among the readings; no node has this id. */
const ALL = '';

export interface TakesDeps {
  readonly pid: number;
  readonly editor: Editor;
  readonly api: Api['takes'];
  readonly clock: Clock;
  readonly network: Network;
  readonly notify: Notify;
  readonly announce: Announce;
}

/** The finished pictures and texts of the open project's nodes. */
export class TakesStore extends ChangingTakes {
  /** Takes by node id, newest first; a node without any has no entry. */
  readonly byNode = new Map<string, readonly Take[]>();
  /** Pictures with fewer stars are shown faded on their cards; null for none. */
  ratingMin: number | null = null;
  /** Id of the take that a person chose last, by node id: several takes may have the same bytes or words. */
  private readonly picked = new Map<string, number>();
  readonly #deps: TakesDeps;
  readonly #cancels: Cancel[] = [];
  /** Ids of nodes whose takes are all known. */
  #whole = new Set<string>();
  /** The reading of the project that was begun last. */
  #projectReading: Promise<unknown> = Promise.resolve();
  /** True when the project has older takes than those that were read at its opening. */
  #hasOlder = false;
  /** Ids of nodes in view whose older takes wait to be read. */
  readonly #inView = new Set<string>();
  #isReadingInView = false;
  /** Readings that have failed, by node id, or `ALL`: how often in a row, and their repeats. */
  readonly #failures = new Map<string, number>();
  /** Readings of nodes that are under way. */
  readonly #readings = new Map<string, Promise<boolean>>();
  readonly #repeats = new Map<string, Cancel>();
  /** News of takes against the answers that were asked for before it. */
  readonly #freshness = new Freshness<number>();
  #isDisposed = false;

  constructor(deps: TakesDeps) {
    super(deps);
    this.#deps = deps;
    makeObservable<this, 'picked'>(this, {
      byNode: observableShallow,
      ratingMin: observableRef,
      picked: observableShallow,
    });
    const { editor, clock, network } = deps;
    const newResults = new NewResults({
      editor,
      clock,
      knows: (nodeId, value) => this.#knows(nodeId, value),
      read: (nodeId) => this.#readNewest(nodeId),
      allRead: () => this.#allRead(),
    });
    this.#cancels.push(
      () => newResults.dispose(),
      editor.subscribe((event) => {
        if (event.type === 'selection') this.#loadSelected();
      }),
      network.subscribe(() => {
        if (!network.isOnline()) return;
        for (const key of new Set([ALL, ...this.#failures.keys()])) void this.#start(key);
      }),
    );
  }

  /** Reads the newest takes of the project, and again after a failure. */
  async load(): Promise<void> {
    this.#projectReading = this.#repeated(ALL, async () => {
      this.#hasOlder = !(await this.#readPages(PAGES_AT_OPENING));
    });
    await this.#projectReading;
    void this.#readInView();
    this.#loadSelected();
  }

  /** Reads everything again, after events were missed that the stream does not repeat. */
  async readAnew(): Promise<void> {
    // A reading of a node that is under way adds to the earlier set.
    this.#whole = new Set();
    this.#readings.clear();
    await this.load();
  }

  /** Reads all takes of a node from the server, and again after a failure. Returns whether they are known now. */
  async loadNode(nodeId: string): Promise<boolean> {
    const whole = this.#whole;
    if (whole.has(nodeId)) return true;
    const underWay = this.#readings.get(nodeId);
    if (underWay) return underWay;
    const reading = this.#repeated(nodeId, async () => {
      await this.#readPages(Number.POSITIVE_INFINITY, nodeId);
      whole.add(nodeId);
    }).finally(() => {
      if (this.#readings.get(nodeId) === reading) this.#readings.delete(nodeId);
    });
    this.#readings.set(nodeId, reading);
    return reading;
  }

  /**
   * Reads all takes of a node in view, as soon as the project is known to have older ones than were read at its opening. Every frame may
   * call it: what is known, being read or waiting to be read again is left alone.
   */
  readOlder(nodeId: string): void {
    if (this.#whole.has(nodeId) || this.#readings.has(nodeId) || this.#failures.has(nodeId)) return;
    this.#inView.add(nodeId);
    void this.#readInView();
  }

  /** Reads one node after the other: the canvas needs connections, too. */
  async #readInView(): Promise<void> {
    if (this.#isReadingInView || !this.#hasOlder) return;
    this.#isReadingInView = true;
    for (const nodeId of this.#inView) {
      this.#inView.delete(nodeId);
      if (!this.#isDisposed) await this.loadNode(nodeId);
    }
    this.#isReadingInView = false;
  }

  /** Takes of a node, newest first. */
  of(nodeId: string): readonly Take[] {
    return this.byNode.get(nodeId) ?? [];
  }

  /**
   * The one take whose picture or words the node shows: of equal ones the one that was picked, else the newest. Follows
   * the document only when it is asked again.
   */
  chosen(nodeId: string): Take | null {
    const value = this.#deps.editor.document.node(nodeId)?.data.value;
    const shown = this.of(nodeId).filter((take) => takeValue(take) === value);
    return shown.find(({ id }) => id === this.picked.get(nodeId)) ?? shown[0] ?? null;
  }

  /** The first number that no take of these nodes has, as far as takes have been read. */
  nextNumber(nodeIds: readonly string[]): number {
    const numbers = nodeIds.flatMap((nodeId) => this.of(nodeId).map(({ number }) => number));
    return numbers.reduce((highest, number) => Math.max(highest, number), -1) + 1;
  }

  /** Tells of each node whose takes change, or of which another one is picked. */
  follow(tell: (nodeId: string) => void): Cancel {
    const cancels = [this.byNode, this.picked].map((map: Map<string, unknown>) =>
      observe(map, ({ name }) => tell(name)),
    );
    return () => {
      for (const cancel of cancels) cancel();
    };
  }

  lookFor(ratingMin: number | null): void {
    runInAction(() => {
      this.ratingMin = ratingMin;
    });
  }

  /** Makes the node show this take, as an edit that can be undone. */
  choose(take: Take): void {
    const { nodeId } = take;
    const { editor, announce } = this.#deps;
    const value = takeValue(take);
    if (this.chosen(nodeId)?.id === take.id) return;
    runInAction(() => this.picked.set(nodeId, take.id));
    if (editor.document.node(nodeId)?.data.value !== value)
      editor.apply([{ type: 'setData', id: nodeId, data: { value } }]);
    announce('takes.saidChosen');
  }

  /** Gives the node the settings that this take was made with, for its next run; its words stay those that are connected. */
  useSettings({ nodeId, recipe }: Take): void {
    const { editor, announce } = this.#deps;
    if (!recipe || !editor.document.node(nodeId)) return;
    const { model, settings } = recipe;
    editor.apply([{ type: 'setData', id: nodeId, data: { model, settings } }]);
    announce('takes.saidSettings');
  }

  /** Takes the server's news of a take that was made, judged or deleted anywhere. */
  hear(take: Take, isDeleted: boolean): void {
    if (isDeleted) {
      this.drop(take);
      this.hearDeletion(take);
    } else if (this.hearThere(take)) this.putBack(take);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const cancel of [...this.#cancels.splice(0), ...this.#repeats.values()]) cancel();
  }

  /** The card of a node whose takes are all older than those that were read would have no way to them. */
  #loadSelected(): void {
    const { document, selection } = this.#deps.editor;
    const [nodeId] = selection.nodes;
    if (!this.#hasOlder || nodeId === undefined || selection.nodes.size > 1) return;
    if (document.kinds.of(document.node(nodeId)?.type ?? '')?.run?.isGeneration) void this.loadNode(nodeId);
  }

  async #start(key: string): Promise<void> {
    if (key === ALL) await this.load();
    else await this.loadNode(key);
  }

  /** Returns false when the reading has failed: it is repeated as long as the device is online, and when it is online again. */
  async #repeated(key: string, read: () => Promise<void>): Promise<boolean> {
    const { clock, network } = this.#deps;
    this.#cancelRepeat(key);
    try {
      await read();
      this.#failures.delete(key);
      this.#cancelRepeat(key);
      return true;
    } catch (error) {
      console.warn('takes could not be read', error);
      const failures = this.#failures.get(key) ?? 0;
      this.#failures.set(key, failures + 1);
      this.#cancelRepeat(key);
      if (this.#isDisposed || !network.isOnline() || isProjectGone(error)) return false;
      const wantedMs = (error instanceof ApiFailure && error.retryAfterMs) || 0;
      const ms = Math.max(backoffMs(failures), wantedMs);
      this.#repeats.set(
        key,
        clock.after(ms, () => void this.#start(key)),
      );
      return false;
    }
  }

  #cancelRepeat(key: string): void {
    this.#repeats.get(key)?.();
    this.#repeats.delete(key);
  }

  /** Resolves when no reading of the whole project is under way. */
  async #allRead(): Promise<void> {
    let reading;
    do {
      reading = this.#projectReading;
      await reading;
    } while (reading !== this.#projectReading);
  }

  async #readNewest(nodeId: string): Promise<void> {
    const { api, pid } = this.#deps;
    const asked = this.#freshness.ask();
    this.#take((await api.list(pid, { nodeId, limit: PAGE })).takes, asked);
  }

  #knows(nodeId: string, value: string): boolean {
    return this.of(nodeId).some((take) => takeValue(take) === value);
  }

  /** Reads that many pages, the newest first: of the project, or of one node. Returns whether they were all. */
  async #readPages(pages: number, nodeId?: string): Promise<boolean> {
    const { api, pid } = this.#deps;
    let before: string | null = null;
    let newest = Number.POSITIVE_INFINITY;
    for (let page = 0; page < pages && !this.#isDisposed; page++) {
      const asked = this.#freshness.ask();
      const { takes, next }: TakePage = await api.list(pid, {
        limit: PAGE,
        ...(nodeId !== undefined && { nodeId }),
        ...(before !== null && { before }),
      });
      const end = newest;
      const start = next === null ? 0 : (takes.at(-1)?.id ?? end);
      const known = nodeId === undefined ? Array.from(this.byNode.values()).flat() : this.of(nodeId);
      this.#take(
        takes,
        asked,
        known.filter(({ id }) => id >= start && id < end),
      );
      if (next === null) return true;
      before = next;
      newest = start;
    }
    return false;
  }

  /**
   * Takes in an answer, except where news came after it was asked for.
   *
   * @param covered the known takes that the answer would have; those that it lacks were deleted.
   */
  #take(takes: readonly Take[], asked: number, covered: readonly Take[] = []): void {
    const removed = new Set(this.removed.map(({ id }) => id));
    const listed = new Set(takes.map(({ id }) => id));
    const gone = covered.filter(({ id }) => !listed.has(id));
    const isCurrent = ({ id }: Take): boolean => !removed.has(id) && this.#freshness.accepts(id, asked);
    const nodes = new Map<string, Take[]>();
    for (const take of takes.filter(isCurrent)) {
      const some = nodes.get(take.nodeId);
      if (some) some.push(take);
      else nodes.set(take.nodeId, [take]);
    }
    runInAction(() => {
      for (const [nodeId, some] of nodes) this.byNode.set(nodeId, newestFirst([...this.of(nodeId), ...some]));
      for (const take of gone.filter(isCurrent)) this.#forget(take);
    });
  }

  protected showRated(take: Take): void {
    this.putBack(take);
  }

  protected putBack(take: Take): void {
    this.#freshness.tell(take.id);
    runInAction(() => this.byNode.set(take.nodeId, withTake(this.of(take.nodeId), take)));
  }

  protected drop(take: Take): void {
    this.#freshness.tell(take.id);
    this.#forget(take);
  }

  #forget({ id, nodeId }: Take): void {
    const left = this.of(nodeId).filter((take) => take.id !== id);
    runInAction(() => {
      if (left.length > 0) this.byNode.set(nodeId, left);
      else this.byNode.delete(nodeId);
    });
  }
}
