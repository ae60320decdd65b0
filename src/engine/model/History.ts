import type { Change } from './Change';

interface Step {
  readonly undo: readonly Change[];
  readonly redo: readonly Change[];
  /** Steps of the same group that follow one another become one, such as the letters of a word. */
  readonly group: string | null;
}

/** How many steps back one can go; the oldest are forgotten first. */
const MAX_STEPS = 500;

/** The steps that can be undone and redone, as changes in both directions. */
export class History {
  #past: Step[] = [];
  #future: Step[] = [];

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  record(undo: readonly Change[], redo: readonly Change[], group: string | null = null): void {
    if (undo.length === 0) return;
    this.#future = [];
    const last = this.#past.at(-1);
    if (group !== null && last?.group === group) {
      this.#past[this.#past.length - 1] = { undo: [...undo, ...last.undo], redo: [...last.redo, ...redo], group };
      return;
    }
    this.#past.push({ undo, redo, group });
    if (this.#past.length > MAX_STEPS) this.#past.shift();
  }

  /** Ends a group: what comes next is a step of its own. */
  seal(): void {
    const last = this.#past.at(-1);
    if (last?.group != null) this.#past[this.#past.length - 1] = { ...last, group: null };
  }

  /** The changes that undo the last step; null when there is none. */
  back(): readonly Change[] | null {
    const step = this.#past.pop();
    if (!step) return null;
    this.#future.push(step);
    return step.undo;
  }

  /** The changes that do the last undone step again; null when there is none. */
  forward(): readonly Change[] | null {
    const step = this.#future.pop();
    if (!step) return null;
    this.#past.push(step);
    return step.redo;
  }
}
