import { computed, makeObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../api';
import type { ProjectSummary } from '../../api/contract';
import type { Thumbnails } from '../sync/device/Thumbnails';
import type { Clock } from '../ports';
import { Resource } from '../resources/Resource';

/** A search among the projects, and the order of its results. */
export interface ProjectSearch {
  readonly q: string;
  readonly sort: 'updatedAt' | 'name';
}

interface Page {
  readonly items: readonly ProjectSummary[];
  readonly next: string | null;
}

/** Gives a project the name that the server does not have yet. */
export type NameOverlay = (project: ProjectSummary) => ProjectSummary;

interface ProjectListDeps {
  readonly api: Pick<Api, 'projects'>;
  readonly clock: Clock;
  readonly thumbnails: Thumbnails;
  readonly nameOverlay: () => Promise<NameOverlay>;
}

/** A project that was changed while the pages were read may be in two of them. */
const eachOnce = (projects: readonly ProjectSummary[]): ProjectSummary[] =>
  [...new Map(projects.toReversed().map((project) => [project.projectId, project])).values()].toReversed();

/** The member's projects of one search, as many pages as were requested; empty for a visitor. */
export class ProjectList {
  readonly pages: Resource<readonly Page[]>;
  /** Number of pages that were requested. */
  wanted = 1;
  readonly #thumbnails: Thumbnails;
  /** True while the next pages are read; those before them stay. */
  #isGrowing = false;

  constructor({ q, sort }: ProjectSearch, { api, clock, thumbnails, nameOverlay }: ProjectListDeps) {
    this.#thumbnails = thumbnails;
    this.pages = new Resource<readonly Page[]>({
      clock,
      failureMessage: 'failed to load projects',
      signedOutData: [],
      read: async (signal) => {
        const { data } = this.pages;
        if (data === undefined) this.#want(1);
        const pages = this.#isGrowing ? [...(data ?? [])] : [];
        let overlay: NameOverlay;
        do {
          const before = pages.at(-1)?.next ?? null;
          pages.push(await api.projects.list({ q, sort, ...(before !== null && { before }) }, signal));
          overlay = await nameOverlay();
        } while (pages.length < this.wanted && pages.at(-1)?.next !== null);
        this.#isGrowing = false;
        return pages.map((page) => ({ ...page, items: page.items.map(overlay) }));
      },
    });
    makeObservable(this, { wanted: observableRef, projects: computed, hasMore: computed, isLoadingMore: computed });
  }

  /** The projects with their newest thumbnails; undefined until they were read. */
  get projects(): readonly ProjectSummary[] | undefined {
    const { data } = this.pages;
    return data && this.#thumbnails.choose(eachOnce(data.flatMap(({ items }) => items)));
  }

  get hasMore(): boolean {
    const last = this.pages.data?.at(-1);
    return last !== undefined && last.next !== null;
  }

  get isLoadingMore(): boolean {
    const { data, isReading } = this.pages;
    return isReading && data !== undefined && this.wanted > data.length;
  }

  loadMore(): void {
    const { data, isReading } = this.pages;
    if (!data || !this.hasMore || this.isLoadingMore) return;
    this.#want(data.length + 1);
    // A reading under way goes on to the next page.
    if (isReading) return;
    this.#isGrowing = true;
    void this.pages.fetch().catch(() => undefined);
  }

  /** Continues after a failure where the reading stopped. */
  askAgain(): void {
    void this.pages.fetch().catch(() => undefined);
  }

  async refresh(): Promise<void> {
    this.#isGrowing = false;
    await this.pages.refresh();
  }

  show(projectId: number, change: Partial<ProjectSummary>): void {
    const shown = (project: ProjectSummary) => (project.projectId === projectId ? { ...project, ...change } : project);
    this.pages.set((pages) => pages.map((page) => ({ ...page, items: page.items.map(shown) })));
  }

  #want(pages: number): void {
    runInAction(() => {
      this.wanted = pages;
    });
  }
}
