import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../api';
import type { LibraryQuery, Take } from '../../api/contractTakes';
import { DAY_MS } from '../../time';
import type { Announce, Notify } from '../Notice';
import type { Cancel, Clock } from '../ports';
import { ChangingTakes } from './ChangingTakes';
import { withTake } from './newestFirst';

/** A page of this many fills the tallest panel several times. */
const PAGE = 120;
/** Delay after a letter, so that typing does not ask for each one. */
const TYPING_MS = 250;
const DAYS = { always: null, day: 1, week: 7, month: 30 } as const;

export interface LibraryFilter {
  readonly q: string;
  readonly of: 'project' | 'member';
  readonly ratingMin: number | null;
  /** The model that made the picture; null for all. */
  readonly model: string | null;
  readonly since: keyof typeof DAYS;
}

export const ALL_PICTURES: LibraryFilter = { q: '', of: 'project', ratingMin: null, model: null, since: 'always' };

interface LibraryDeps {
  readonly pid: number;
  readonly api: Api['takes'];
  readonly clock: Clock;
  readonly notify: Notify;
  readonly announce: Announce;
  /** A take of the open project has changed. */
  readonly onChanged: (take: Take, isDeleted: boolean) => void;
}

/** All finished pictures of the open project or of the member, including those of deleted nodes. */
export class LibraryStore extends ChangingTakes {
  isOpen = false;
  filter: LibraryFilter = ALL_PICTURES;
  /** Takes found so far, newest first. */
  takes: readonly Take[] = [];
  status: 'reading' | 'ready' | 'failed' = 'ready';
  /** True when more can be read. */
  hasMore = false;
  /** The models of all takes seen here: the names that nodes had for them, by their ids. */
  models: ReadonlyMap<string, string> = new Map();
  readonly #deps: LibraryDeps;
  /** Filter that `takes` were read by. */
  #filterOfTakes = ALL_PICTURES;
  #next: string | null = null;
  /** Id of the oldest take of the pages that were read. */
  #end = 0;
  /** The page that was asked for last, by the end of the one before it; null for the first. */
  #asked: string | null = null;
  #reading: AbortController | null = null;
  /** News that came while a page is read, whose answer may be older. */
  #meanwhile: { readonly take: Take; readonly isDeleted: boolean }[] = [];
  #cancelTyping: Cancel | null = null;

  constructor(deps: LibraryDeps) {
    super(deps);
    this.#deps = deps;
    makeObservable(this, {
      isOpen: observableRef,
      filter: observableRef,
      takes: observableRef,
      status: observableRef,
      hasMore: observableRef,
      models: observableRef,
      toggle: action,
    });
  }

  /** Opens the library and reads, or closes it. */
  toggle(): void {
    this.isOpen = !this.isOpen;
    if (this.isOpen) void this.#read();
    else this.#reading?.abort();
  }

  /** Changes the filter and reads; typed words a moment after the last letter. */
  choose(change: Partial<LibraryFilter>): void {
    runInAction(() => {
      this.filter = { ...this.filter, ...change };
    });
    this.#cancelTyping?.();
    this.#cancelTyping = this.#deps.clock.after('q' in change ? TYPING_MS : 0, () => void this.#read());
  }

  /** Reads the next page, unless one is being read. */
  async more(): Promise<void> {
    if (this.hasMore && this.status === 'ready') await this.#read(this.#next);
  }

  /** Reads the page that could not be read; otherwise everything once more. */
  async again(): Promise<void> {
    await this.#read(this.status === 'failed' ? this.#asked : null);
  }

  /** Reads everything again if it is open, after events were missed that the stream does not repeat. */
  async readAnew(): Promise<void> {
    if (this.isOpen) await this.#read();
  }

  /** Takes the server's news of a take of the open project that was made, judged or deleted anywhere. */
  hear(take: Take, isDeleted: boolean): void {
    if (isDeleted) this.hearDeletion(take);
    else this.hearThere(take);
    if (!this.isOpen) return;
    this.#note(take, isDeleted);
    this.#apply(take, isDeleted);
  }

  dispose(): void {
    this.#cancelTyping?.();
    this.#reading?.abort();
  }

  /** @param before the end of the earlier page; the first page when absent. */
  async #read(before: string | null = null): Promise<void> {
    const { api } = this.#deps;
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#asked = before;
    this.#meanwhile = [];
    const { filter } = this;
    runInAction(() => {
      this.status = 'reading';
    });
    try {
      const page = await api.search({ ...this.#query(), ...(before !== null && { before }) }, reading.signal);
      if (this.#reading !== reading) return;
      this.#next = page.next;
      runInAction(() => {
        this.#filterOfTakes = filter;
        // A page is older than all before it, so a very large library is not sorted again with each.
        this.takes = before === null ? page.takes : [...this.takes, ...page.takes];
        this.hasMore = page.next !== null;
        this.#end = page.takes.at(-1)?.id ?? this.#end;
        this.status = 'ready';
        const models = new Map(this.models);
        for (const { model, recipe } of page.takes)
          if (model !== null) models.set(model, recipe?.model ?? models.get(model) ?? model);
        this.models = models;
        for (const { take, isDeleted } of this.#meanwhile) this.#apply(take, isDeleted);
      });
    } catch (error) {
      if (this.#reading !== reading || reading.signal.aborted) return;
      console.warn('the library could not be read', error);
      runInAction(() => {
        this.status = 'failed';
        if (filter === this.#filterOfTakes) return;
        this.takes = [];
        this.hasMore = false;
        this.#next = null;
      });
    }
  }

  #query(): LibraryQuery {
    const { q, of, ratingMin, model, since } = this.filter;
    const days = DAYS[since];
    return {
      limit: PAGE,
      ...(q.trim() !== '' && { q: q.trim() }),
      ...(of === 'project' && { projectId: this.#deps.pid }),
      ...(ratingMin !== null && { ratingMin }),
      ...(model !== null && { model }),
      ...(days !== null && { from: new Date(this.#deps.clock.now() - days * DAY_MS).toISOString() }),
    };
  }

  /** Shows news, as far as it belongs to what was read. */
  #apply(take: Take, isDeleted: boolean): void {
    const isKnown = this.takes.some(({ id }) => id === take.id);
    if (this.#isUnread(take)) return;
    const { q, of, ratingMin, model, since } = this.filter;
    const isPlain = q === '' && ratingMin === null && model === null && since === 'always';
    const isAsked = isPlain && (of === 'member' || take.projectId === this.#deps.pid);
    if (isDeleted) this.#show(this.takes.filter(({ id }) => id !== take.id));
    else if (isKnown || isAsked) this.#show(withTake(this.takes, take));
  }

  /** True for an older take, which comes with its page. */
  #isUnread({ id }: Take): boolean {
    return this.hasMore && id < this.#end;
  }

  #note(take: Take, isDeleted: boolean): void {
    if (this.status === 'reading') this.#meanwhile.push({ take, isDeleted });
  }

  protected showRated(take: Take): void {
    this.#note(take, false);
    this.#show(this.takes.map((each) => (each.id === take.id ? take : each)));
    this.#deps.onChanged(take, false);
  }

  protected putBack(take: Take): void {
    this.#note(take, false);
    if (!this.#isUnread(take)) this.#show(withTake(this.takes, take));
  }

  protected drop(take: Take): void {
    this.#note(take, true);
    this.#show(this.takes.filter(({ id }) => id !== take.id));
  }

  protected override onKept(take: Take, isDeleted: boolean): void {
    this.#deps.onChanged(take, isDeleted);
  }

  #show(takes: readonly Take[]): void {
    runInAction(() => {
      this.takes = takes;
    });
  }
}
