import type { Api } from '../../api';
import type { ProjectSummary } from '../../api/contract';
import { readLastMember } from '../lastMember';
import type { LocalCopies } from '../sync/device/LocalCopies';
import type { Thumbnails } from '../sync/device/Thumbnails';
import type { Clock, RecordStore } from '../ports';
import { Resource } from '../resources/Resource';
import type { ProjectNames } from '../sync/ProjectNames';
import { ProjectList, type ProjectSearch, type NameOverlay } from './ProjectList';

interface ProjectsStoreDeps {
  readonly api: Pick<Api, 'projects'>;
  readonly clock: Clock;
  readonly records: RecordStore;
  readonly thumbnails: Thumbnails;
  readonly copies: Pick<LocalCopies, 'known'>;
  readonly names: ProjectNames;
}

/**
 * The projects that the dashboard shows: one list of the server's for each search, and those that this device can open by itself.
 */
export class ProjectsStore {
  /** The last member's projects that this device can open while the server does not answer. */
  readonly here: Resource<readonly ProjectSummary[]>;
  readonly #deps: ProjectsStoreDeps;
  readonly #lists = new Map<string, ProjectList>();

  constructor(deps: ProjectsStoreDeps) {
    const { clock, copies, records, thumbnails } = deps;
    this.#deps = deps;
    this.here = new Resource<readonly ProjectSummary[]>({
      clock,
      retries: 0,
      read: async () => {
        const member = await readLastMember(records, clock);
        if (!member) return [];
        const overlay = await this.#nameOverlay();
        return thumbnails.choose((await copies.known(member.memberId)).map(overlay));
      },
    });
  }

  /** The same object for the same search. */
  list(search: ProjectSearch): ProjectList {
    const key = JSON.stringify([search.q, search.sort]);
    const list =
      this.#lists.get(key) ?? new ProjectList(search, { ...this.#deps, nameOverlay: () => this.#nameOverlay() });
    this.#lists.set(key, list);
    return list;
  }

  /** Reads the lists on the screen again; others when they are shown next. Never rejects. */
  async refresh(): Promise<void> {
    await Promise.all([this.here.refresh(), ...Array.from(this.#lists.values(), (list) => list.refresh())]);
  }

  /** Shows a change that the server has not confirmed yet. */
  show(projectId: number, change: Partial<ProjectSummary>): void {
    for (const list of this.#lists.values()) list.show(projectId, change);
  }

  clear(): void {
    this.here.clear();
    for (const list of this.#lists.values()) list.pages.clear();
    this.#lists.clear();
  }

  /** Reads the names that the server does not have yet. */
  async #nameOverlay(): Promise<NameOverlay> {
    const { clock, names, records } = this.#deps;
    const member = await readLastMember(records, clock);
    const unsent = new Map((member ? await names.list(member.memberId) : []).map(({ pid, name }) => [pid, name]));
    return (project) => ({ ...project, name: unsent.get(project.projectId) ?? project.name });
  }
}
