import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Api } from '../../../src/api';
import type { FlowNode } from '../../../src/engine';
import type { GenerateImage, GenerateText, Job, Member } from '../../../src/api/contract';
import type { ImageEvent } from '../../../src/api/contractStream';
import type { Analysis, DescribePicture } from '../../../src/api/contractWords';
import type { UploadOptions } from '../../../src/api/files';
import type { EditorSession, OpenEditor } from '../../../src/stores/EditorSession';
import type { Notice, NoticeKey } from '../../../src/stores/Notice';
import type { ReadPicture } from '../../../src/stores/ports';
import { RootStore } from '../../../src/stores/RootStore';
import { FakeClock } from './FakeClock';
import { failure, FakeProjects } from './FakeProjects';
import { FakeEvents } from './FakeEvents';
import { FakeRuns } from './FakeRuns';
import { FakeTakes } from './FakeTakes';
import { FakeVersions } from './FakeVersions';
import { FakeRecordStore, FakeNetwork, FakePageLife, FakeTabs, SmallStorage } from './fakes';
import { textOf } from './snapshots';
import { PREVIEW_MODEL } from '../../support/previewModel';

export const JIN: Member = { memberId: 'jin', name: 'Jin', picture: null };
export const MIA: Member = { memberId: 'mia', name: 'Mia', picture: null };

let turns = 0;

/** Most pending work needs a turn of the event loop; loading modules are awaited at every fourth, since that reads all that are loaded. */
const settleModules = async (): Promise<void> => {
  turns += 1;
  await (turns % 4 === 2 ? vi.dynamicImportSettled() : nextTurn());
};

/** A stream of image events that the test feeds. */
export class Stream {
  readonly #queue: (ImageEvent | Error | null)[] = [];
  #wake: () => void = () => undefined;

  say(...events: ImageEvent[]): this {
    return this.#push(...events);
  }

  /** Ends it by a lost line, or by the server's failure. */
  fail(error: Error): this {
    return this.#push(error);
  }

  end(): this {
    return this.#push(null);
  }

  async *read(signal?: AbortSignal): AsyncGenerator<ImageEvent, void, undefined> {
    signal?.addEventListener('abort', () => this.#push(new DOMException('aborted', 'AbortError')));
    for (;;) {
      const next = this.#queue.shift();
      if (next === null) return;
      if (next instanceof Error) throw next;
      if (next) yield next;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #push(...items: (ImageEvent | Error | null)[]): this {
    this.#queue.push(...items);
    this.#wake();
    return this;
  }
}

/** The world around the stores: one browser, one server, one clock. A second desk may share the server and the browser. */
export class Desk {
  readonly clock: FakeClock;
  readonly projects: FakeProjects;
  readonly versions: FakeVersions;
  readonly takes: FakeTakes;
  readonly manyRuns: FakeRuns;
  readonly events: FakeEvents;
  readonly records: FakeRecordStore;
  readonly storage: Storage;
  readonly network = new FakeNetwork();
  readonly page = new FakePageLife();
  readonly tabs: FakeTabs;
  readonly notices: Notice[] = [];
  readonly announced: NoticeKey[] = [];
  readonly alerts: NoticeKey[] = [];
  readonly stores: RootStore;
  /** Who is signed in at the server: a member, a visitor (401), or unknown. */
  member: Member | 'visitor' | 'unknown' = JIN;
  readonly runs: { request: GenerateImage; key: string }[] = [];
  readonly writings: { request: GenerateText; key: string }[] = [];
  readonly streams: Stream[] = [];
  readonly jobStreams = new Map<string, Stream>();
  jobs: Job[] = [];
  readonly abortedJobs: string[] = [];
  /** When the server has answered that a job is aborted. */
  abortAnswered = Promise.resolve();
  analyze: (content: string) => Promise<Analysis> = async () => [];
  describe: (picture: DescribePicture) => Promise<string> = () => Promise.reject(failure(501));
  improve: (content: string) => Promise<string> = () => Promise.reject(failure(501));
  /** Signers of pictures, by url. */
  readonly signers = new Map<string, string>();
  upload: (picture: Blob, options?: UploadOptions) => Promise<string> = async () => '/files/uploaded.png';
  readonly uploads: Blob[] = [];
  readPicture: ReadPicture = async (file) => file;
  #ids = 0;

  constructor({ beside, storage }: { readonly beside?: Desk; readonly storage?: Storage } = {}) {
    this.clock = beside?.clock ?? new FakeClock(settleModules);
    this.projects = beside?.projects ?? new FakeProjects(this.clock);
    this.versions = beside?.versions ?? new FakeVersions(this.projects, () => this.clock.iso());
    this.takes = beside?.takes ?? new FakeTakes();
    this.manyRuns = beside?.manyRuns ?? new FakeRuns();
    this.events = beside?.events ?? new FakeEvents();
    this.records = beside?.records ?? new FakeRecordStore();
    this.storage = storage ?? beside?.storage ?? new SmallStorage();
    this.tabs = new FakeTabs(beside?.tabs);
    const name = beside ? `b${this.tabs.number}-` : 'a';
    this.stores = new RootStore({
      api: this.#api(),
      clock: this.clock,
      storage: this.storage,
      records: this.records,
      network: this.network,
      pageLife: this.page,
      tabs: this.tabs,
      newId: () => `${name}${(this.#ids += 1)}`,
      random: () => 0.5,
      readPicture: (...asked) => this.readPicture(...asked),
      shrink: async (dataUrl) => dataUrl.slice(0, 60),
      notify: (notice) => this.notices.push(notice),
      announce: (key) => this.announced.push(key),
      alert: (key) => this.alerts.push(key),
    });
  }

  /** Closes the tab without a word, as a browser crash does. */
  kill(): void {
    this.network.set(false);
    this.tabs.kill();
  }

  /** Opens a project and waits until it is loaded, with its runs and takes; after 500 ms only what is saved is. */
  async open(pid: number, waitMs = 2000): Promise<EditorSession> {
    const session = this.stores.openProject(pid);
    await this.clock.pass(waitMs);
    return session;
  }

  /** Same as `open`, for a project that is expected to load. */
  async edit(pid: number, waitMs?: number): Promise<OpenEditor> {
    const { open, status } = await this.open(pid, waitMs);
    if (!open) throw new Error(`the project is ${status}`);
    return open;
  }

  /** The text of the node 'idea' in the open document. */
  get openedText(): unknown {
    return textOf(this.stores.session?.open?.editor.snapshot());
  }

  /** The text of the node 'idea' on the server. */
  get serverText(): unknown {
    return textOf(this.projects.snapshotOf(7));
  }

  serverNode(id: string): FlowNode | undefined {
    return this.projects.snapshotOf(7)?.nodes.find((node) => node.id === id);
  }

  /** The server or another person changes the canvas of project 7; returns its revision. */
  async saveElsewhere(patch: object[]): Promise<number> {
    const { head } = await this.projects.read(7);
    const condition = { revision: head.revision, idempotencyKey: 'theirs' };
    const { revision } = await this.projects.patchCanvas(7, JSON.stringify(patch), condition);
    this.events.tell({ event: 'revision', data: { revision } });
    return revision;
  }

  /** Puts a whole copy on this device, as an earlier page left it. */
  leaveCopy(snapshot: unknown, timestamp: string, pid = 7): void {
    this.storage.setItem('flow_latest', JSON.stringify({ pid, name: 'Mine', timestamp, snapshot }));
  }

  /** Puts unsent changes on this device, on top of the whole copy, as an earlier page left them. */
  leaveChange(revision: number, patches: readonly unknown[], memberId = 'jin'): void {
    const change = { pid: 7, memberId, revision, timestamp: this.clock.iso(), patches };
    this.storage.setItem('flow_latest_change', JSON.stringify(change));
  }

  read(key: string): unknown {
    const text = this.storage.getItem(key);
    return text === null ? null : JSON.parse(text);
  }

  #api(): Api {
    return {
      projects: this.projects,
      versions: this.versions,
      takes: this.takes,
      events: this.events,
      runs: this.manyRuns,
      member: {
        read: async () => {
          if (this.member === 'visitor') throw failure(401);
          if (this.member === 'unknown') throw failure(503);
          return this.member;
        },
        usage: () => Promise.reject(failure(503)),
      },
      auth: {
        signInUrl: (redirect) => redirect,
        signOut: async () => void (this.member = 'visitor'),
        signOutEverywhere: async () => void (this.member = 'visitor'),
        clearCache: async () => undefined,
      },
      tokens: {
        list: async () => [],
        make: () => Promise.reject(failure(503)),
        revoke: async () => undefined,
      },
      capabilities: {
        read: async () => ({
          signIn: 'local',
          image: 'offline',
          analyze: 'offline',
          write: null,
          models: [PREVIEW_MODEL],
        }),
      },
      files: {
        upload: (picture, _name, options) => {
          this.uploads.push(picture);
          return this.upload(picture, options);
        },
        read: async () => new Blob(),
        signer: async (url) => this.signers.get(url) ?? null,
        smallUrl: (url, size) => `${url}?size=${size}`,
        resolveUrl: (url) => url,
      },
      nodes: {
        analyze: (content) => this.analyze(content),
        describe: (request) => this.describe(request),
        improve: (content) => this.improve(content),
        generateImage: (request, { signal, idempotencyKey }) => {
          const stream = new Stream();
          this.runs.push({ request, key: idempotencyKey });
          this.streams.push(stream);
          return stream.read(signal);
        },
        generateText: (request, { signal, idempotencyKey }) => {
          const stream = new Stream();
          this.writings.push({ request, key: idempotencyKey });
          this.streams.push(stream);
          return stream.read(signal);
        },
      },
      jobs: {
        list: async (_pid, { since = '', nodeId, limit = this.jobs.length }) => {
          if (!this.network.isOnline()) throw failure(503);
          const isAsked = (job: Job): boolean =>
            (nodeId === undefined || job.nodeId === nodeId) &&
            (job.state === 'running' || job.startedAt >= since || (job.endedAt ?? '') >= since);
          return this.jobs.filter(isAsked).slice(-limit);
        },
        events: (jobId, signal) => {
          const stream = this.jobStreams.get(jobId) ?? new Stream().fail(failure(404));
          return stream.read(signal);
        },
        abort: async (jobId) => {
          this.abortedJobs.push(jobId);
          await this.abortAnswered;
        },
      },
      forMember: (memberId) => {
        const api = this.#api();
        return { ...api, projects: this.#meant(api.projects, memberId), files: this.#meant(api.files, memberId) };
      },
    };
  }

  /** Refuses calls that are meant for another member than the signed-in one, as the server does. */
  #meant<Calls extends object>(calls: Calls, memberId: string): Calls {
    return new Proxy(calls, {
      get: (target, key) => {
        const isOther = typeof this.member === 'object' && this.member.memberId !== memberId;
        return isOther ? () => Promise.reject(failure(401)) : Reflect.get(target, key);
      },
    });
  }
}
