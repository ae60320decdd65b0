import { add } from '../geometry/vector';
import type { Change } from './Change';

interface Step {
  readonly changes: readonly Change[];
  /** Steps of the same group that follow one another become one, such as the letters of a word. */
  readonly group: string | null;
}

/** Applies changes and answers the way back from what really took effect. */
type Apply = (changes: readonly Change[]) => readonly Change[];

const DEFAULT_STEPS = 500;

/**
 * The steps that can be undone and redone. What a travel really did is asked of the document each time, so that
 * redo brings back what arrived between the step and its undoing, such as a picture.
 */
export class History {
  #past: Step[] = [];
  #future: Step[] = [];
  readonly #maxSteps: number;

  /** `maxSteps`: how many steps back one can go; the oldest are forgotten first. */
  constructor(maxSteps = DEFAULT_STEPS) {
    this.#maxSteps = maxSteps;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** `undo`: the changes that lead back. A new step forgets what could be redone. */
  record(undo: readonly Change[], group: string | null = null): void {
    if (undo.length === 0) return;
    this.#future = [];
    const last = this.#past.at(-1);
    if (group !== null && last?.group === group) {
      this.#past[this.#past.length - 1] = { changes: joined(undo, last.changes), group };
      return;
    }
    this.#past.push({ changes: undo, group });
    if (this.#past.length > this.#maxSteps) this.#past.shift();
  }

  /** Ends a group: what comes next is a step of its own. */
  seal(): void {
    const last = this.#past.at(-1);
    if (last?.group != null) this.#past[this.#past.length - 1] = { ...last, group: null };
  }

  /** Undoes the last step; steps of which nothing is left to undo are passed over. */
  back(apply: Apply): void {
    travel(this.#past, this.#future, apply);
    this.seal();
  }

  /** Does the last undone step again. */
  forward(apply: Apply): void {
    travel(this.#future, this.#past, apply);
  }
}

function travel(from: Step[], to: Step[], apply: Apply): void {
  for (let step = from.pop(); step; step = from.pop()) {
    // Before it is filled: what hears of the changes asks at once whether there is a way back.
    to.push({ changes: [], group: null });
    const changes = apply(step.changes);
    to.pop();
    if (changes.length === 0) continue;
    to.push({ changes, group: null });
    return;
  }
}

/** What a change overwrites; null for one that does more than set a value. */
function slotsOf(change: Change): string[] | null {
  if (change.type === 'moveNode') return [`position ${change.id}`];
  if (change.type === 'setData') return Object.keys(change.data).map((key) => `data ${key} ${change.id}`);
  return null;
}

/** The newer way back, then the older; a value that the older one sets anyway is left out, so a group stays small. */
function joined(newer: readonly Change[], older: readonly Change[]): readonly Change[] {
  const one = newer.length === 1 ? newer[0] : undefined;
  const other = older.length === 1 ? older[0] : undefined;
  // From the same places: the way back leads to them however often all were moved.
  if (one?.type === 'moveAll' && other?.type === 'moveAll' && one.to && one.to.nodes === other.to?.nodes)
    return [{ ...other, by: add(one.by, other.by) }];
  const set = new Set(older.flatMap((change) => slotsOf(change) ?? []));
  const isCovered = (change: Change): boolean => slotsOf(change)?.every((slot) => set.has(slot)) ?? false;
  const left = newer.filter((change) => !isCovered(change));
  return left.length === 0 ? older : [...left, ...older];
}
