import { setImmediate } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { type Change, Editor, type FlowNode, type Snapshot } from '../../../src/engine';
import { AutosaveQueue } from '../../../src/stores/sync/AutosaveQueue';
import { SaveStore } from '../../../src/stores/sync/SaveStore';
import { LocalCopies } from '../../../src/stores/sync/device/LocalCopies';
import type { UnsentWork } from '../../../src/stores/sync/opening/loadProject';
import { applyPatch } from '../../../src/stores/sync/patch/applyPatch';
import { FakeClock } from './FakeClock';
import { failure } from './FakeProjects';
import { FakeNetwork, FakeTabs, SmallStorage } from './fakes';
import { largeCanvas } from './largeCanvas';

const SLOT = { pid: 7, memberId: 'jin', tabId: null };

const refuse = (): never => {
  throw failure(400);
};

const moved = ({ id, position: { x, y } }: FlowNode): Change => ({ type: 'moveNode', id, position: { x: x + 15, y } });

interface SavedCanvasOptions {
  readonly nodes: number;
  /** Returns the base as saving knows it; the opened snapshot itself by default. */
  readonly baseOf?: (snapshot: Snapshot) => Snapshot;
  /** Counts every read of a node; for counts only, since it is slow. */
  readonly isWatched?: boolean;
  /** A patch that an earlier page has left unsent. */
  readonly unsent?: readonly unknown[];
}

/** An open canvas that saves itself to a server that accepts everything, and counts the cost of saves. */
export class SavedCanvas {
  /** Reads of a member of a node, since `forgetCosts`. */
  looks = 0;
  /** The most reads in one task of the page, since `forgetCosts`. */
  mostLooksATask = 0;
  /** Bytes of patches sent, since `forgetCosts`. */
  sentBytes = 0;
  /** Bytes given to the stores of this device, serialized as IndexedDB does, since `forgetCosts`. */
  keptBytes = 0;
  readonly editor: Editor;
  /** Runs as the next save reaches the server. */
  onArrival: (() => void) | null = null;
  readonly #clock = new FakeClock(async () => {
    await setImmediate();
    this.#endTask();
  });
  #looksBefore = 0;
  #queue: AutosaveQueue | null = null;
  #revision = 1;
  #others: readonly unknown[] = [];
  readonly #save = new SaveStore();
  readonly #base: Snapshot;
  readonly #unsent: readonly unknown[];

  private constructor({ nodes, baseOf = (snapshot) => snapshot, isWatched = false, unsent = [] }: SavedCanvasOptions) {
    const snapshot = largeCanvas(nodes);
    const opened = isWatched ? { ...snapshot, nodes: snapshot.nodes.map((node) => this.#watched(node)) } : snapshot;
    this.editor = new Editor({ snapshot: opened, uniqueId: () => 'unused' });
    this.#base = baseOf(this.editor.snapshot());
    this.#unsent = unsent;
  }

  static async open(options: SavedCanvasOptions): Promise<SavedCanvas> {
    const canvas = new SavedCanvas(options);
    await canvas.#start();
    return canvas;
  }

  get isSaved(): boolean {
    return this.#save.state === 'saved';
  }

  forgetCosts(): void {
    this.looks = 0;
    this.#looksBefore = 0;
    this.mostLooksATask = 0;
    this.sentBytes = 0;
    this.keptBytes = 0;
  }

  /** Moves a node one grid step to the right. */
  move(index: number): void {
    const node = this.editor.document.allNodes()[index];
    if (!node) throw new Error(`there is no node ${index}`);
    this.editor.apply([moved(node)]);
  }

  moveAll(): void {
    this.editor.apply(this.editor.document.allNodes().map(moved));
  }

  /** Moves everything by an arrow key, with all of it selected. */
  moveAsOne(): void {
    this.editor.selectAll();
    this.editor.nudge({ x: 15, y: 0 });
  }

  /** Somebody else saves this patch. */
  otherSaves(patch: readonly unknown[]): void {
    this.#others = patch;
    this.#queue?.noteServerRevision((this.#revision += 1));
  }

  pass(ms: number): Promise<void> {
    return this.#clock.pass(ms);
  }

  /** Hides the page, which may be closed at the next moment. */
  hide(): void {
    void this.#queue?.leave('hidden');
  }

  #endTask(): void {
    this.mostLooksATask = Math.max(this.mostLooksATask, this.looks - this.#looksBefore);
    this.#looksBefore = this.looks;
  }

  #watched(node: FlowNode): FlowNode {
    return new Proxy(node, {
      get: (target, key) => {
        this.looks += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
  }

  /** The patch as an earlier page has left it on this device. */
  #unsentWork(): UnsentWork | null {
    const operations = this.#unsent;
    if (operations.length === 0) return null;
    const timestamp = this.#clock.iso();
    const copy = {
      name: 'Rivers',
      timestamp,
      baseTimestamp: timestamp,
      revision: this.#revision,
      base: this.#base,
      snapshot: applyPatch(this.#base, operations),
      operations,
      hasUnsent: true,
      sending: null,
      owed: () => ({ whole: null, acknowledged: [] }),
      isBare: false,
    };
    return { copy, earlier: null, canvas: JSON.stringify(this.#base) };
  }

  async #start(): Promise<void> {
    const clock = this.#clock;
    const { editor } = this;
    let ids = 0;
    const newId = (): string => `id${(ids += 1)}`;
    const storage = new SmallStorage();
    const copies = new LocalCopies({
      storage: Object.assign(storage, {
        setItem: (key: string, text: string) => {
          this.keptBytes += Buffer.byteLength(text);
          SmallStorage.prototype.setItem.call(storage, key, text);
        },
      }),
      records: {
        get: async () => undefined,
        getMany: async (keys) => keys.map(() => undefined),
        keys: async () => [],
        setAll: async (entries) => {
          for (const value of Object.values(entries)) this.keptBytes += serialize(value).byteLength;
          return true;
        },
      },
      clock,
      tabs: new FakeTabs(),
      newId,
      onFull: refuse,
    });
    const copy = copies.copyOf(SLOT);
    const updatedAt = clock.iso();
    await copy.writeWhole(
      { name: 'Rivers', timestamp: updatedAt, canvas: JSON.stringify(this.#base) },
      { revision: this.#revision, patches: '[]', sending: null },
    );
    const queue = new AutosaveQueue({
      slot: SLOT,
      name: () => 'Rivers',
      api: {
        patchCanvas: async (_pid, text) => {
          this.onArrival?.();
          this.onArrival = null;
          this.sentBytes += Buffer.byteLength(text);
          this.#revision += 1;
          return { revision: this.#revision, updatedAt: clock.iso() };
        },
        // Larger than a browser carries.
        patchCanvasLeaving: () => null,
        askSince: async (_pid, since) => {
          const revision = this.#revision;
          if (since === revision) return { revision, updatedAt: clock.iso() };
          const patches = [{ revision, patch: this.#others }];
          throw failure(412, { message: '', error: '', code: '', revision, patches });
        },
        push: refuse,
        read: refuse,
        create: refuse,
        list: refuse,
        rename: refuse,
      },
      clock,
      network: new FakeNetwork(),
      newId,
      random: () => 0.5,
      save: this.#save,
      editor,
      copies,
      copy,
      start: {
        base: this.#base,
        revision: this.#revision,
        updatedAt,
        hasUnsent: this.#unsent.length > 0,
        isServerUnknown: false,
      },
    });
    const unsent = this.#unsentWork();
    this.forgetCosts();
    await queue.takeUnsent(unsent);
    queue.start();
    this.#queue = queue;
  }
}
