import type { FlowNode, Snapshot } from '../../../src/engine';

type Nodes = Pick<Snapshot, 'nodes'>;

/** One change that somebody made to one node, with what they saw there before. */
interface Deed {
  readonly kind: 'add' | 'write' | 'remove';
  readonly nodeId: string;
  /** The node's words since then; empty but for a 'write'. */
  readonly words: string;
  readonly by: string;
  readonly at: number;
  readonly over: Deed | null;
  /** The bar has said 'Saved' since. */
  isAcknowledged: boolean;
  /** May be gone: its tab crashed within a second of it, or it could not reach everybody. */
  isLost: boolean;
}

/** A killed tab loses at most its last second. */
const LAST_SECOND_MS = 1000;

const wordsOf = ({ data }: FlowNode): string => (typeof data.value === 'string' ? data.value : '');

/**
 * Records what people did, and from it what must exist in the end: everything that was acknowledged or is older than the last second of a
 * crashed tab, unless somebody who saw it overwrote it or removed its node.
 */
export class Ledger {
  readonly #deeds: Deed[] = [];

  /** The words by which this deed is known; `seen` is the node as its doer saw it. */
  note(kind: Deed['kind'], by: string, at: number, nodeId: string, seen: FlowNode | null): string {
    const words = kind === 'write' ? `${by} ${this.#deeds.length}` : '';
    const over = seen && this.#shownBy(seen);
    // A tab that opened another's unsent node owns a copy of it: removing it in one tab does not remove it in both.
    const isShared =
      kind === 'remove' &&
      this.#deeds.some((deed) => deed.kind === 'add' && deed.nodeId === nodeId && !deed.isAcknowledged);
    this.#deeds.push({ kind, nodeId, words, by, at, over, isAcknowledged: false, isLost: isShared });
    return words;
  }

  acknowledge(by: string): void {
    for (const deed of this.#deeds) if (deed.by === by && !deed.isLost) deed.isAcknowledged = true;
  }

  crash(by: string, at: number): void {
    for (const deed of this.#deeds) {
      if (deed.by === by && !deed.isAcknowledged && at - deed.at < LAST_SECOND_MS) deed.isLost = true;
    }
  }

  /** Deeds that should be in the canvas, or in a conflict copy of it, and are not. */
  missing(canvas: Nodes, copies: readonly Nodes[]): string[] {
    const isIn = ({ nodes }: Nodes, id: string): boolean => nodes.some((node) => node.id === id);
    const isSafe = (deed: Deed): boolean => {
      const { kind, nodeId, words } = deed;
      const wasRemoved = this.#deeds.some((other) => other.kind === 'remove' && other.nodeId === nodeId);
      if (wasRemoved && !isIn(canvas, nodeId)) return true;
      if (kind === 'remove') return false;
      const all = [canvas, ...copies];
      if (kind === 'add') return all.some((one) => isIn(one, nodeId));
      const isSaid = all.some(({ nodes }) => nodes.some((node) => node.id === nodeId && wordsOf(node) === words));
      // Words that their remover saw may be gone, though a copy of the node, which another tab owns, is there with earlier ones.
      const mayGo = (later: Deed): boolean => (later.kind === 'remove' ? later.isLost : isSafe(later));
      return isSaid || this.#deeds.some((later) => later.over === deed && mayGo(later));
    };
    return this.#deeds
      .filter((deed) => !deed.isLost && !isSafe(deed))
      .map(({ kind, nodeId, words, isAcknowledged }) =>
        [kind, nodeId, words, isAcknowledged ? '(acknowledged)' : ''].join(' ').trim(),
      );
  }

  #shownBy(node: FlowNode): Deed | null {
    const words = wordsOf(node);
    return (
      this.#deeds.find(
        (deed) => deed.nodeId === node.id && (words === '' ? deed.kind === 'add' : deed.words === words),
      ) ?? null
    );
  }
}
