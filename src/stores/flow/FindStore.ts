import { createAtom } from 'mobx';
import { pause } from '../../api/nextTask';
import { replaceText, type Change, type Editor, type EditorEvent, type FlowNode } from '../../engine';

/** So long one task reads; milliseconds, half a frame. */
const TASK_MS = 8;
/** What touches more nodes than this is read again from the beginning, in tasks. */
const TOUCHED_MAX = 500;
/** Cards whose tops lie in one band are read from left to right; world pixels. */
const BAND = 100;

/** Says whether a node is found; null while nothing is looked for. */
export type Finds = ((node: FlowNode) => boolean) | null;

interface Hit {
  readonly id: string;
  readonly band: number;
  readonly x: number;
}

const hitOf = ({ id, position }: FlowNode): Hit => ({ id, band: Math.floor(position.y / BAND), x: position.x });

const inReadingOrder = (one: Hit, other: Hit): number => one.band - other.band || one.x - other.x;

/** Both are in reading order. */
function merged(one: readonly Hit[], other: readonly Hit[]): Hit[] {
  const all: Hit[] = [];
  let at = 0;
  for (const hit of other) {
    for (let next = one[at]; next && inReadingOrder(next, hit) <= 0; next = one[at]) {
      all.push(next);
      at += 1;
    }
    all.push(hit);
  }
  for (; at < one.length; at += 1) all.push(one[at] as Hit);
  return all;
}

/**
 * What a search finds on the open canvas, as one reads it: read in short tasks, of any size, and after that followed by what
 * changes. For MobX; `marks` has the ids that are found, for whoever paints them.
 */
export class FindStore {
  readonly #editor: Editor;
  readonly #marks: Set<string>;
  readonly #atom = createAtom('find');
  readonly #unsubscribe: () => void;
  #finds: Finds = null;
  #hits: readonly Hit[] = [];
  #currentId: string | null = null;
  /** Where the current one is among the hits, or was: from there it goes on. */
  #place = -1;
  /** Another one for each reading; what an earlier one still reads is dropped. */
  #reading = 0;
  #isReading = false;
  #runs: ReadonlyMap<string, string> = new Map();

  constructor(editor: Editor, marks: Set<string>) {
    this.#editor = editor;
    this.#marks = marks;
    this.#unsubscribe = editor.subscribe((event) => this.#follow(event));
  }

  /** How many nodes are found so far. */
  get count(): number {
    this.#atom.reportObserved();
    return this.#hits.length;
  }

  /** Some have not been looked at yet. */
  get isReading(): boolean {
    this.#atom.reportObserved();
    return this.#isReading;
  }

  /** The one that was gone to, as long as it is found. */
  get currentId(): string | null {
    this.#atom.reportObserved();
    return this.#currentId !== null && this.#marks.has(this.#currentId) ? this.#currentId : null;
  }

  /** Its place, from 1; 0 before any was gone to. */
  get position(): number {
    const id = this.currentId;
    return id === null ? 0 : this.#hits.findIndex((hit) => hit.id === id) + 1;
  }

  search(finds: Finds): void {
    this.#finds = finds;
    this.#currentId = null;
    this.#place = -1;
    this.#readAll();
  }

  /** Goes to the next one, or the one before, around the end. Returns its id; null when nothing is found. */
  go(step: 1 | -1): string | null {
    const count = this.#hits.length;
    if (count === 0) return null;
    const at = this.position - 1;
    const place = Math.max(0, this.#place);
    // One that is not found any more has left its place to the one behind it.
    const next = at >= 0 ? at + step : step === 1 ? place : place - 1;
    this.#place = (next + count) % count;
    this.#currentId = this.#hits[this.#place]?.id ?? null;
    this.#atom.reportChanged();
    return this.#currentId;
  }

  /** Replaces in the current one, as one step to undo. Returns at how many places. */
  replaceHere(words: string, by: string): number {
    const node = this.#editor.document.node(this.currentId ?? '');
    if (!node) return 0;
    const { changes, places } = replaceText(this.#editor.document.kinds, node, words, by);
    this.#editor.run(changes);
    return places;
  }

  /** Replaces in all that are found, as one step to undo. Returns at how many places, of how many nodes. */
  async replaceAll(words: string, by: string): Promise<{ readonly places: number; readonly nodes: number }> {
    const { document } = this.#editor;
    const found = new Map<FlowNode, ReturnType<typeof replaceText>>();
    let end = performance.now() + TASK_MS;
    for (const { id } of this.#hits) {
      const node = document.node(id);
      if (node) found.set(node, replaceText(document.kinds, node, words, by));
      if (performance.now() < end) continue;
      // oxlint-disable-next-line no-await-in-loop -- gives way between two tasks
      await pause();
      end = performance.now() + TASK_MS;
    }
    const changes: Change[] = [];
    let places = 0;
    let nodes = 0;
    for (const [node, planned] of found) {
      const now = document.node(node.id);
      // Somebody else has written there meanwhile.
      const current = !now || now === node ? planned : replaceText(document.kinds, now, words, by);
      if (!now || current.places === 0) continue;
      for (const change of current.changes) changes.push(change);
      places += current.places;
      nodes += 1;
    }
    this.#editor.run(changes);
    return { places, nodes };
  }

  /** Finds nothing any more. */
  dispose(): void {
    this.#unsubscribe();
    this.search(null);
  }

  #readAll(): void {
    this.#reading += 1;
    const gone = new Set(this.#marks);
    this.#marks.clear();
    this.#hits = [];
    this.#isReading = this.#finds !== null;
    this.#told(gone);
    if (this.#finds) void this.#read(this.#reading, this.#finds);
  }

  async #read(reading: number, finds: NonNullable<Finds>): Promise<void> {
    const { document } = this.#editor;
    let fresh: Hit[] = [];
    const take = (): void => {
      fresh.sort(inReadingOrder);
      this.#hits = merged(this.#hits, fresh);
      this.#told(new Set(fresh.map(({ id }) => id)));
      fresh = [];
    };
    await pause();
    let end = performance.now() + TASK_MS;
    for (const { id } of document.named) {
      if (reading !== this.#reading) return;
      const node = document.node(id);
      if (node && !this.#marks.has(id) && finds(node)) {
        this.#marks.add(id);
        fresh.push(hitOf(node));
      }
      if (performance.now() < end) continue;
      take();
      // oxlint-disable-next-line no-await-in-loop -- gives way between two tasks
      await pause();
      end = performance.now() + TASK_MS;
    }
    if (reading !== this.#reading) return;
    this.#isReading = false;
    take();
  }

  #follow(event: EditorEvent): void {
    if (!this.#finds) return;
    if (event.type === 'document') {
      const { effects } = event;
      if (effects.length > TOUCHED_MAX || effects.some(({ type }) => type === 'moveAll')) this.#readAll();
      else this.#readAgain(this.#touchedBy(effects));
    } else if (event.type === 'invalidate' && event.reason === 'runs') this.#followRuns();
  }

  /** The nodes whose words may be others now: an image is called by what feeds it. */
  #touchedBy(effects: Extract<EditorEvent, { readonly type: 'document' }>['effects']): Set<string> {
    const { document } = this.#editor;
    const ids = new Set<string>();
    for (const effect of effects) {
      switch (effect.type) {
        case 'insertEdge':
        case 'removeEdge':
          ids.add(effect.item.target);
          break;
        case 'insertNode':
        case 'removeNode':
          ids.add(effect.item.id);
          break;
        case 'setNode':
          ids.add(effect.after.id);
          if (effect.before.data === effect.after.data) break;
          for (const { target } of document.edgesOutOf(effect.after.id)) ids.add(target);
          break;
        case 'moveAll':
      }
    }
    return ids;
  }

  #followRuns(): void {
    const before = this.#runs;
    const now = new Map(Array.from(this.#editor.runs, ([id, { state }]) => [id, state]));
    this.#runs = now;
    const ids = [...before.keys(), ...now.keys()].filter((id) => before.get(id) !== now.get(id));
    if (ids.length > 0) this.#readAgain(new Set(ids));
  }

  #readAgain(ids: ReadonlySet<string>): void {
    const fresh: Hit[] = [];
    const marked = new Set<string>();
    let isLess = false;
    for (const id of ids) {
      const node = this.#editor.document.node(id);
      const wasFound = this.#marks.delete(id);
      isLess ||= wasFound;
      const isFound = node !== undefined && this.#finds?.(node) === true;
      if (isFound) {
        this.#marks.add(id);
        fresh.push(hitOf(node));
      }
      if (isFound !== wasFound) marked.add(id);
    }
    if (fresh.length === 0 && !isLess) return;
    const kept = isLess ? this.#hits.filter(({ id }) => !ids.has(id)) : this.#hits;
    this.#hits = merged(kept, fresh.toSorted(inReadingOrder));
    this.#told(marked);
  }

  /** `ids`: whose mark has come or gone. */
  #told(ids: ReadonlySet<string>): void {
    this.#atom.reportChanged();
    if (ids.size > 0) this.#editor.repaint('marks', ids);
  }
}
