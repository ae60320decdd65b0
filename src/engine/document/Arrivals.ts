import type { Change } from './Change';
import type { Effect } from './Effect';
import type { GraphDocument } from './GraphDocument';

interface Arrival {
  readonly value: unknown;
  readonly at: number;
}

/**
 * The results that came from elsewhere to nodes whose runs generate: an older result never replaces them (UNDO-1). Times
 * are sequence numbers of `History`.
 */
export class Arrivals {
  readonly #document: GraphDocument;
  readonly #newest = new Map<string, Arrival>();

  constructor(document: GraphDocument) {
    this.#document = document;
  }

  /** Notes the effects of `wanted` changes from elsewhere. */
  note(wanted: readonly Change[], effects: readonly Effect[], at: number): void {
    for (const effect of effects) {
      if (effect.type !== 'setNode' && effect.type !== 'insertNode') continue;
      // A node with another index counts as newly added.
      const [before, after] = effect.type === 'setNode' ? [effect.before, effect.after] : [null, effect.item];
      const { value } = after.data;
      if (this.#generates(after.type) && value !== before?.data.value) this.#newest.set(after.id, { value, at });
    }
    // The undo of a deletion brings its node back with the results that have come since.
    for (const change of wanted) {
      if (change.type !== 'setData' || !('value' in change.data) || this.#document.node(change.id)) continue;
      this.#newest.set(change.id, { value: change.data.value, at });
    }
  }

  /** The changes of that time, except for values for which results have come since. */
  without(changes: readonly Change[], at: number): readonly Change[] {
    if (this.#newest.size === 0) return changes;
    return changes.flatMap((change) => this.#rest(change, at));
  }

  #rest(change: Change, at: number): Change | readonly [] {
    const node =
      'node' in change ? change.node : change.type === 'setData' ? this.#document.node(change.id) : undefined;
    const newest = node && this.#generates(node.type) ? this.#newest.get(node.id) : undefined;
    if (!newest || newest.at <= at) return change;
    if ('node' in change)
      return { ...change, node: { ...change.node, data: { ...change.node.data, value: newest.value } } };
    if (change.type !== 'setData') return change;
    const { value: _value, ...data } = change.data;
    return { ...change, data };
  }

  #generates(type: string): boolean {
    return this.#document.kinds.of(type)?.run?.isGeneration ?? false;
  }
}
