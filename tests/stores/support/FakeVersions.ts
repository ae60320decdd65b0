import type { Version, VersionKind } from '../../../src/api/contract';
import type { VersionsApi } from '../../../src/api/versions';
import type { Snapshot } from '../../../src/engine';
import { failure, type FakeProjects } from './FakeProjects';

/** The versions of the projects of FakeProjects. */
export class FakeVersions implements VersionsApi {
  readonly stored: { version: Version; pid: number; snapshot: Snapshot }[] = [];
  readonly #projects: FakeProjects;
  readonly #now: () => string;
  #lastId = 0;

  constructor(projects: FakeProjects, now: () => string) {
    this.#projects = projects;
    this.#now = now;
  }

  /** Adds a version of the current canvas. */
  put(pid: number, kind: VersionKind, name = '', createdAt = this.#now()): Version {
    const snapshot = this.#projects.snapshotOf(pid);
    if (!snapshot) throw failure(409);
    this.#lastId += 1;
    const { revision } = this.#projects.stored.get(pid) ?? { revision: 0 };
    const version = { id: this.#lastId, kind, name, revision, createdAt };
    this.stored.unshift({ version, pid, snapshot });
    return version;
  }

  readonly list: VersionsApi['list'] = (pid) =>
    this.#projects.answer(`GET versions ${pid}`, () =>
      this.stored.filter((each) => each.pid === pid).map(({ version }) => version),
    );

  readonly keep: VersionsApi['keep'] = (pid, name) =>
    this.#projects.answer(`POST versions ${pid}`, () => this.put(pid, 'kept', name));

  readonly read: VersionsApi['read'] = (_pid, id) =>
    this.#projects.answer(`GET version ${id}`, () => structuredClone(this.#find(id).snapshot));

  readonly rename: VersionsApi['rename'] = (_pid, id, name) =>
    this.#projects.answer(`PUT version ${id}`, () => {
      const found = this.#find(id);
      found.version = { ...found.version, name };
      return found.version;
    });

  readonly remove: VersionsApi['remove'] = (_pid, id) =>
    this.#projects.answer(`DELETE version ${id}`, () => {
      this.stored.splice(this.stored.indexOf(this.#find(id)), 1);
    });

  readonly restore: VersionsApi['restore'] = (pid, id) =>
    this.#projects.answer(`POST restore ${id}`, () => {
      const { snapshot } = this.#find(id);
      this.put(pid, 'restore');
      return this.#projects.replaceElsewhere(pid, snapshot);
    });

  #find(id: number) {
    const found = this.stored.find(({ version }) => version.id === id);
    if (!found) throw failure(404);
    return found;
  }
}
