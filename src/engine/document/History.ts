import { add } from '../geometry/vector';
import { Arrivals } from './Arrivals';
import type { Change } from './Change';
import type { Effect } from './Effect';
import type { GraphDocument } from './GraphDocument';
import { movesIn, type Moving } from './moves';
import type { StepName } from './stepName';

interface Step extends Moving {
  /** Steps of the same group that follow one another become one, such as the letters of a word. */
  readonly group: string | null;
  /** A number that rises. */
  readonly at: number;
  readonly name: StepName;
}

/** A step was undone or redone, or there was nothing left to undo or redo. */
export interface StepEvent {
  readonly type: 'step';
  readonly did: 'undo' | 'redo';
  /** Null when changes from elsewhere, such as a restored version, have left nothing of any step. */
  readonly step: StepName | null;
}

/** Applies changes and returns the inverse of those that took effect. */
type Apply = (changes: readonly Change[]) => readonly Change[];

const DEFAULT_STEPS = 500;

/**
 * The steps that can be undone and redone. The document reports each time which changes took effect, so that redo restores a thing that
 * arrived between the step and its undo, such as a picture.
 */
export class History {
  #past: Step[] = [];
  #future: Step[] = [];
  readonly #document: GraphDocument;
  readonly #arrivals: Arrivals;
  readonly #tell: (event: StepEvent) => void;
  readonly #maxSteps: number;
  #now = 0;

  /** `maxSteps`: how many steps back one can go; the oldest are forgotten first. */
  constructor(document: GraphDocument, tell: (event: StepEvent) => void, maxSteps = DEFAULT_STEPS) {
    this.#document = document;
    this.#arrivals = new Arrivals(document);
    this.#tell = tell;
    this.#maxSteps = maxSteps;
  }

  /** The step that is undone next; null when there is none. */
  get undoStep(): StepName | null {
    return this.#past.at(-1)?.name ?? null;
  }

  /** The step that is redone next; null when there is none. */
  get redoStep(): StepName | null {
    return this.#future.at(-1)?.name ?? null;
  }

  /** `undo`: the changes that lead back. A new step forgets what could be redone; one that joins its group keeps the group's name. */
  record(undo: readonly Change[], name: StepName, group: string | null = null): void {
    if (undo.length === 0) return;
    this.#future = [];
    const last = this.#past.at(-1);
    const at = (this.#now += 1);
    if (group !== null && last?.group === group) {
      const changes = joined(undo, this.#arrivals.without(last.changes, last.at));
      this.#past[this.#past.length - 1] = { ...last, ...this.#moving(changes), at };
      return;
    }
    this.#past.push({ ...this.#moving(undo), group, at, name });
    if (this.#past.length > this.#maxSteps) this.#past.shift();
  }

  /** Notes changes from elsewhere, as wanted and as they took effect: undoing or redoing an older step keeps their words and results. */
  noteArrivals(wanted: readonly Change[], effects: readonly Effect[]): void {
    const oldest = Math.min(this.#past[0]?.at ?? Infinity, this.#future[0]?.at ?? Infinity);
    this.#arrivals.forget(oldest);
    if (oldest < Infinity) this.#arrivals.note(wanted, effects, (this.#now += 1));
  }

  /** Ends a group: the next change is a step of its own. */
  seal(): void {
    const last = this.#past.at(-1);
    if (last?.group != null) this.#past[this.#past.length - 1] = { ...last, group: null };
  }

  /** Returns a function that opens the group of the last step again, if that was sealed meanwhile and is still the last one. */
  keepOpen(): () => void {
    const open = this.#past.at(-1);
    return () => {
      const last = this.#past.at(-1);
      if (open && last?.at === open.at) this.#past[this.#past.length - 1] = { ...last, group: open.group };
    };
  }

  /** Undoes the last step; steps of which nothing is left to undo are passed over. */
  undo(apply: Apply): void {
    if (this.undoStep === null) return;
    const step = this.#travel(this.#past, this.#future, apply);
    this.seal();
    this.#tell({ type: 'step', did: 'undo', step });
  }

  /** Does the last undone step again. */
  redo(apply: Apply): void {
    if (this.redoStep === null) return;
    const step = this.#travel(this.#future, this.#past, apply);
    this.#tell({ type: 'step', did: 'redo', step });
  }

  /** Returns the step that had something left to do; null when there was none. */
  #travel(from: Step[], to: Step[], apply: Apply): StepName | null {
    for (let step = from.pop(); step; step = from.pop()) {
      const at = (this.#now += 1);
      const { name } = step;
      // Pushed before it is filled: listeners of the changes ask at once whether there is a step to undo or redo, and may make steps.
      const empty: Step = { changes: [], moves: [], group: null, at, name };
      to.push(empty);
      const changes = apply(this.#arrivals.upToDate(step, step.at));
      const filled: Step[] = changes.length > 0 ? [{ ...empty, ...this.#moving(changes) }] : [];
      const index = to.lastIndexOf(empty);
      if (index !== -1) to.splice(index, 1, ...filled);
      if (filled.length > 0) return name;
    }
    return null;
  }

  /** Their moves are looked for while they fit the document: others may take a row away, and then no removal of its category tells of it. */
  #moving(changes: readonly Change[]): Moving {
    return { changes, moves: movesIn(changes, this.#document) };
  }
}

/** Names of the values that a change overwrites; null for a change that does more than set values. */
function slotsOf(change: Change): string[] | null {
  if (change.type === 'moveNode') return [`position ${change.id}`];
  if (change.type === 'setData') return Object.keys(change.data).map((key) => `data ${key} ${change.id}`);
  if (change.type === 'setRow') return Object.keys(change.data).map((key) => `row ${key} ${change.rowId} ${change.id}`);
  return null;
}

/** The newer inverse, then the older one. Values that the older one sets anyway are left out, so that a group stays small. */
function joined(newer: readonly Change[], older: readonly Change[]): readonly Change[] {
  const one = newer.length === 1 ? newer[0] : undefined;
  const other = older.length === 1 ? older[0] : undefined;
  // Both moves started from the same positions: the inverse leads back to them however often all were moved.
  if (one?.type === 'moveAll' && other?.type === 'moveAll' && one.to && one.to.nodes === other.to?.nodes)
    return [{ ...other, by: add(one.by, other.by) }];
  const set = new Set(older.flatMap((change) => slotsOf(change) ?? []));
  const isCovered = (change: Change): boolean => slotsOf(change)?.every((slot) => set.has(slot)) ?? false;
  const left = newer.filter((change) => !isCovered(change));
  return left.length === 0 ? older : [...left, ...older];
}
