import { createAtom } from 'mobx';
import { pause } from '../../api/nextTask';
import { readingRow, replaceText, type Change, type Editor, type EditorEvent, type FlowNode } from '../../engine';
import { HALF_FRAME_MS } from '../../time';

/** A change that touches more nodes than this starts the reading again, in tasks. */
const TOUCHED_MAX = 500;

/** True for a node that is found; null while nothing is looked for. */
export type Finds = ((node: FlowNode) => boolean) | null;

type DocumentEvent = Extract<EditorEvent, { readonly type: 'document' }>;

type Hit = Pick<FlowNode, 'id' | 'position'>;

const fromTop = (one: Hit, other: Hit): number => one.position.y - other.position.y;

/**
 * The hits of a search in the open document, in reading order: read in short tasks, of any size, then updated by each
 * change. For MobX; `marks` has the ids that are found, for the painters.
 */
export class FindStore {
  readonly #editor: Editor;
  readonly #marks: Set<string>;
  readonly #atom = createAtom('find');
  readonly #unsubscribe: () => void;
  #finds: Finds = null;
  /** Sorted from the top; only the row of a hit that is asked for is read from the left. */
  #hits: readonly Hit[] = [];
  #currentId: string | null = null;
  /** Index of the current hit, now or before it was lost; the next step starts there. */
  #place = -1;
  /** Raised for each reading; results of an earlier one are dropped. */
  #reading = 0;
  #isReading = false;

  constructor(editor: Editor, marks: Set<string>) {
    this.#editor = editor;
    this.#marks = marks;
    this.#unsubscribe = editor.subscribe((event) => this.#follow(event));
  }

  /** Number of nodes found so far. */
  get count(): number {
    this.#atom.reportObserved();
    return this.#hits.length;
  }

  /** True while some nodes have not been looked at yet. */
  get isReading(): boolean {
    this.#atom.reportObserved();
    return this.#isReading;
  }

  /** The hit that was gone to, while it is still found. */
  get currentId(): string | null {
    this.#atom.reportObserved();
    return this.#currentId !== null && this.#marks.has(this.#currentId) ? this.#currentId : null;
  }

  /** The current hit's place, from 1; 0 before any was gone to. */
  get position(): number {
    const id = this.currentId;
    const index = id === null ? -1 : this.#hits.findIndex((hit) => hit.id === id);
    const hit = this.#hits[index];
    if (!hit) return 0;
    const { start, row } = readingRow(this.#hits, index);
    return start + row.indexOf(hit) + 1;
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
    // When the current hit is not found any more, the one behind it has its place.
    const next = at >= 0 ? at + step : step === 1 ? place : place - 1;
    this.#place = (next + count) % count;
    const { start, row } = readingRow(this.#hits, this.#place);
    this.#currentId = row[this.#place - start]?.id ?? null;
    this.#atom.reportChanged();
    return this.#currentId;
  }

  /** Replaces in the current hit, as one step of undo. Returns the number of places replaced. */
  replaceHere(words: string, by: string): number {
    const node = this.#editor.document.node(this.currentId ?? '');
    if (!node) return 0;
    const { changes, places } = replaceText(this.#editor.document.kinds, node, words, by);
    this.#editor.apply(changes);
    return places;
  }

  /** Replaces in all hits, as one step of undo. Returns the number of places and of nodes. */
  async replaceAll(words: string, by: string): Promise<{ readonly places: number; readonly nodes: number }> {
    const { document } = this.#editor;
    const found = new Map<FlowNode, ReturnType<typeof replaceText>>();
    let end = performance.now() + HALF_FRAME_MS;
    for (const id of Array.from(this.#marks)) {
      const node = document.node(id);
      if (node) found.set(node, replaceText(document.kinds, node, words, by));
      if (performance.now() < end) continue;
      // oxlint-disable-next-line no-await-in-loop -- gives way between two tasks
      await pause();
      end = performance.now() + HALF_FRAME_MS;
    }
    const changes: Change[] = [];
    let places = 0;
    let nodes = 0;
    for (const [node, planned] of found) {
      const now = document.node(node.id);
      // Another edit has changed the node meanwhile.
      const current = !now || now === node ? planned : replaceText(document.kinds, now, words, by);
      if (!now || current.places === 0) continue;
      for (const change of current.changes) changes.push(change);
      places += current.places;
      nodes += 1;
    }
    this.#editor.apply(changes);
    return { places, nodes };
  }

  /** Ends the search for good. */
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
      this.#add(fresh);
      this.#told(new Set(fresh.map(({ id }) => id)));
      fresh = [];
    };
    await pause();
    let end = performance.now() + HALF_FRAME_MS;
    for (const { id } of document.idsInOrder) {
      if (reading !== this.#reading) return;
      const node = document.node(id);
      if (node && !this.#marks.has(id) && finds(node)) {
        this.#marks.add(id);
        fresh.push(node);
      }
      if (performance.now() < end) continue;
      take();
      // oxlint-disable-next-line no-await-in-loop -- gives way between two tasks
      await pause();
      end = performance.now() + HALF_FRAME_MS;
    }
    if (reading !== this.#reading) return;
    this.#isReading = false;
    take();
  }

  #follow(event: EditorEvent): void {
    if (!this.#finds) return;
    if (event.type === 'document') {
      const touched = this.#touchedBy(event);
      if (touched === 'all') this.#readAll();
      else this.#readAgain(touched);
    } else if (event.type === 'runs') this.#readAgain(event.nodeIds);
  }

  /** The nodes whose words may have changed: an image has the title of its input, and a text those of the nodes that it mentions. */
  #touchedBy({ changes, effects }: DocumentEvent): ReadonlySet<string> | 'all' {
    if (effects.length > TOUCHED_MAX) return 'all';
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
          break;
        case 'moveAll':
          return 'all';
      }
    }
    const about = this.#editor.scene.cardsAbout(changes, effects, TOUCHED_MAX);
    return about === 'all' ? about : new Set([...ids, ...about]);
  }

  #readAgain(ids: ReadonlySet<string>): void {
    const fresh: Hit[] = [];
    const lost = new Set<string>();
    const marked = new Set<string>();
    for (const id of ids) {
      const node = this.#editor.document.node(id);
      const wasFound = this.#marks.delete(id);
      const isFound = node !== undefined && this.#finds?.(node) === true;
      if (wasFound) lost.add(id);
      if (isFound) {
        this.#marks.add(id);
        fresh.push(node);
      }
      if (isFound !== wasFound) marked.add(id);
    }
    if (fresh.length === 0 && lost.size === 0) return;
    if (lost.size > 0) this.#hits = this.#hits.filter(({ id }) => !lost.has(id));
    this.#add(fresh);
    this.#told(marked);
  }

  #add(fresh: readonly Hit[]): void {
    // It costs one pass: the earlier ones are sorted already.
    if (fresh.length > 0) this.#hits = this.#hits.concat(fresh).toSorted(fromTop);
  }

  /** `ids`: the nodes whose mark was added or removed. */
  #told(ids: ReadonlySet<string>): void {
    this.#atom.reportChanged();
    if (ids.size > 0) this.#editor.repaint('marks', ids);
  }
}
