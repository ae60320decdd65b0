import { ApiFailure } from '../../../src/api';
import { httpFailure } from '../../../src/api/ApiFailure';
import { PATCH_MAX_BYTES } from '../../../src/api/contract';
import type { PatchAnswer, ProjectHead } from '../../../src/api/contract';
import type { PatchCondition, ProjectsApi, PushCondition, WholeProject } from '../../../src/api/projects';
import type { Snapshot } from '../../../src/engine';
import { applyPatch } from '../../../src/stores/sync/patch/applyPatch';
import type { FakeClock } from './FakeClock';

interface StoredProject {
  name: string;
  /** Null when the project never had a canvas. */
  snapshot: Snapshot | null;
  revision: number;
  updatedAt: string;
  readonly answers: Map<string, { readonly text: string; readonly answer: PatchAnswer }>;
  readonly log: { revision: number; patch: unknown[] }[];
}

/** Misbehaviour of the line or the server for the next call. */
export type Trouble =
  /** No request reaches the server. */
  | 'network'
  /** The server acts and the answer is lost. */
  | 'timeoutAfterCommit'
  /** A proxy answers instead of the server, with its own page. */
  | { readonly proxyStatus: number }
  | { readonly status: number; readonly code?: string };

const CODES: Readonly<Record<number, string>> = { 404: 'projectNotFound' };

/** The server's own refusal. */
export const failure = (status: number, body?: unknown, code = CODES[status] ?? `http${status}`): ApiFailure =>
  new ApiFailure({ kind: 'http', status, code, message: `status ${status}`, body });

/** The projects of the contract in memory, with revisions, conditions, idempotency and lost answers. */
export class FakeProjects implements ProjectsApi {
  readonly stored = new Map<number, StoredProject>();
  /** `PATCH 7` and the like, in order. */
  readonly calls: string[] = [];
  readonly patches: { text: string; key: string; isLeaving: boolean }[] = [];
  readonly thumbnails = new Map<number, Blob>();
  /** Applied one a call. */
  troubles: Trouble[] = [];
  /** Applied to every call until it is null again. */
  outage: Trouble | null = null;
  /** The log no longer reaches back: a 412 carries no patches. */
  hasForgotten = false;
  clockOffsetMs = 0;
  /** The member whose session calls. */
  memberId = 'jin';
  readonly #clock: FakeClock;
  #lastPid = 100;
  readonly #lost = new Map<string, number>();
  readonly #held = new Map<string, Promise<void>>();
  /** Project ids by the key of the request that created them. */
  readonly #created = new Map<string, { readonly pid: number; readonly body: string }>();

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  put(pid: number, snapshot: Snapshot | null, name = 'Rivers'): void {
    const updatedAt = this.#clock.iso();
    this.stored.set(pid, { name, snapshot, revision: 1, updatedAt, answers: new Map(), log: [] });
  }

  /** Saves from another device. */
  editElsewhere(pid: number, patch: unknown[]): void {
    this.#apply(this.#get(pid), patch);
  }

  snapshotOf(pid: number): Snapshot | null {
    return this.#get(pid).snapshot;
  }

  /** Replaces the canvas as a whole: no patch leads over it. */
  replaceElsewhere(pid: number, snapshot: Snapshot): ProjectHead {
    const stored = this.#get(pid);
    stored.snapshot = snapshot;
    stored.revision += 1;
    stored.updatedAt = this.#clock.iso();
    stored.log.length = 0;
    return this.#head(pid);
  }

  /** Loses the next answers to this call; the server acts on it. */
  lose(call: string, times: number): void {
    this.#lost.set(call, times);
  }

  /** Holds this call, once it is made, until the returned function is called. */
  hold(call: string): () => void {
    let release: (() => void) | undefined;
    this.#held.set(
      call,
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    return () => release?.();
  }

  /** Other calls of the same server have the same troubles. */
  answer<Result>(call: string, work: () => Result): Promise<Result> {
    return this.#call(call, work);
  }

  readonly list: ProjectsApi['list'] = () =>
    this.#call('GET', () => ({
      items: [...this.stored].map(([projectId, { name, updatedAt }]) => {
        return { projectId, name, updatedAt, thumbnail: null };
      }),
      next: null,
    }));

  readonly create: ProjectsApi['create'] = (name, canvas, key) =>
    this.#call('POST', () => {
      const first = this.#created.get(key);
      const body = name + canvas;
      if (first && first.body !== body) throw failure(422, undefined, 'idempotencyKeyReused');
      if (first) return this.#head(first.pid);
      this.#lastPid += 1;
      this.#created.set(key, { pid: this.#lastPid, body });
      this.put(this.#lastPid, JSON.parse(canvas) as Snapshot, name);
      return this.#head(this.#lastPid);
    });

  readonly remove: ProjectsApi['remove'] = (pid) =>
    this.#call(`DELETE ${pid}`, () => {
      this.#get(pid);
      this.stored.delete(pid);
    });

  readonly read: ProjectsApi['read'] = (pid) =>
    this.#call(`GET ${pid}`, () => {
      const { snapshot } = this.#get(pid);
      const head = { ...this.#head(pid), memberId: this.memberId };
      const canvas = snapshot ? JSON.stringify(snapshot) : '';
      return { head, canvas, serverTime: this.#clock.now() + this.clockOffsetMs };
    });

  readonly push: ProjectsApi['push'] = (project: WholeProject, condition?: PushCondition) =>
    this.#call(`POST ${project.pid}`, () => {
      const stored = this.#get(project.pid);
      const isMet =
        condition === undefined ||
        (condition === 'onlyIfEmpty' ? stored.snapshot === null : condition.revision === stored.revision);
      if (!isMet) throw failure(412);
      stored.snapshot = structuredClone(project.snapshot) as Snapshot;
      if (typeof condition !== 'object') stored.name = project.name;
      stored.revision += 1;
      return this.#head(project.pid);
    });

  readonly patchCanvas: ProjectsApi['patchCanvas'] = (pid, text, condition) => this.#patch(pid, text, condition, false);

  readonly askSince: ProjectsApi['askSince'] = (pid, revision) =>
    this.#call(`PATCH [] ${pid}`, () => {
      const stored = this.#get(pid);
      this.#check(stored, revision);
      return { revision: stored.revision, updatedAt: stored.updatedAt };
    });

  readonly patchCanvasLeaving: ProjectsApi['patchCanvasLeaving'] = (pid, text, condition) =>
    text.length >= 60 * 1024 ? null : this.#patch(pid, text, condition, true);

  readonly rename: ProjectsApi['rename'] = (pid, name) =>
    this.#call(`PUT name ${pid}`, () => {
      this.#get(pid).name = name;
      return this.#head(pid);
    });

  readonly renameLeaving: ProjectsApi['renameLeaving'] = (pid, name) => this.rename(pid, name);

  readonly sendThumbnail: ProjectsApi['sendThumbnail'] = (pid, picture) =>
    this.#call(`PUT thumbnail ${pid}`, () => {
      this.#get(pid);
      this.thumbnails.set(pid, picture);
      return `/files/thumbnail-${pid}.png`;
    });

  #patch(pid: number, text: string, condition: PatchCondition, isLeaving: boolean): Promise<PatchAnswer> {
    this.patches.push({ text, key: condition.idempotencyKey, isLeaving });
    return this.#call(`PATCH ${pid}`, () => {
      if (text.length > PATCH_MAX_BYTES) throw failure(413, undefined, 'bodyTooLarge');
      const stored = this.#get(pid);
      const before = stored.answers.get(condition.idempotencyKey);
      if (before) {
        if (before.text !== text) throw failure(422);
        return before.answer;
      }
      this.#check(stored, condition.revision);
      this.#apply(stored, JSON.parse(text) as unknown[]);
      const answer = { revision: stored.revision, updatedAt: stored.updatedAt };
      stored.answers.set(condition.idempotencyKey, { text, answer });
      return answer;
    });
  }

  #check(stored: StoredProject, base: number): void {
    if (base === stored.revision) return;
    const patches = this.hasForgotten ? undefined : stored.log.filter(({ revision }) => revision > base);
    const words = { message: 'behind', error: 'behind', code: 'behind' };
    throw failure(412, { ...words, revision: stored.revision, ...(patches && { patches }) });
  }

  #apply(stored: StoredProject, patch: unknown[]): void {
    if (!stored.snapshot) throw failure(409);
    stored.snapshot = applyPatch(stored.snapshot, patch);
    stored.revision += 1;
    stored.updatedAt = this.#clock.iso();
    stored.log.push({ revision: stored.revision, patch });
  }

  #get(pid: number): StoredProject {
    const stored = this.stored.get(pid);
    if (!stored) throw failure(404);
    return stored;
  }

  #head(pid: number): ProjectHead {
    const { name, updatedAt, revision } = this.#get(pid);
    return { projectId: pid, name, updatedAt, revision };
  }

  async #call<Result>(call: string, work: () => Result): Promise<Result> {
    this.calls.push(call);
    const held = this.#held.get(call);
    this.#held.delete(call);
    if (held) await held;
    const lost = this.#lost.get(call) ?? 0;
    this.#lost.set(call, lost - 1);
    const trouble = lost > 0 ? 'timeoutAfterCommit' : (this.troubles.shift() ?? this.outage);
    if (trouble === 'network') {
      throw new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'no line' });
    }
    if (typeof trouble === 'object' && trouble !== null && 'proxyStatus' in trouble) {
      throw httpFailure(trouble.proxyStatus, 'of a proxy', '<html>', {});
    }
    if (trouble && trouble !== 'timeoutAfterCommit') throw failure(trouble.status, undefined, trouble.code);
    const result = work();
    if (trouble === 'timeoutAfterCommit') {
      throw new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message: 'no answer' });
    }
    return result;
  }
}
