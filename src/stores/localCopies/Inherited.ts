import * as z from 'zod/mini';
import { isFlowEdge, isFlowNode, type FlowEdge, type FlowNode, type Snapshot } from '../../engine';
import type { Relative } from '../diff/mergeValues';
import type { Depot } from '../ports';
import { inheritedKey, type Place } from './Place';
import type { Recovered } from './Recovered';

const shape = z.object({
  revision: z.nullable(z.number()),
  nodes: z.array(z.custom<FlowNode>(isFlowNode)),
  edges: z.array(z.custom<FlowEdge>(isFlowEdge)),
});

/** What a tab went on from that was another tab's unsent work. */
interface Inheritance {
  /** The revision of the server that the work stood on. */
  readonly revision: number | null;
  /** The work: what differs from that revision. */
  readonly shared: Snapshot;
}

const VIEW = { x: 0, y: 0, zoom: 1 } as const;

const changed = <Item extends { readonly id: string }>(before: readonly Item[], now: readonly Item[]): Item[] => {
  const known = new Set(before);
  return now.filter((item) => !known.has(item));
};

/**
 * Without its server a tab beside another one opens with that one's unsent work, so that both have it. This remembers what
 * they had in common: neither then disputes what the other made of it.
 */
export class Inherited {
  readonly #depot: Depot;

  constructor(depot: Depot) {
    this.#depot = depot;
  }

  /** The tab at this place begins with that work of the project's own place. */
  async note(place: Place, { base, revision, snapshot }: Recovered): Promise<void> {
    const nodes = changed(base?.nodes ?? [], snapshot.nodes);
    const edges = changed(base?.edges ?? [], snapshot.edges);
    await this.#depot.setAll({ [inheritedKey(place)]: { revision, nodes, edges } }).catch(() => undefined);
  }

  /**
   * The tabs that share unsent work with the one at this place.
   *
   * @param others the places where other tabs keep their copies of the project.
   * @param settledAt the last revision at which this tab had nothing unsent: what was shared before it is history.
   */
  async relatives(
    place: Place,
    others: readonly Place[],
    settledAt: number | null,
    stateAt: (place: Place) => Promise<Snapshot | null>,
  ): Promise<Relative<Snapshot>[]> {
    const found: Relative<Snapshot>[] = [];
    for (const other of others) {
      if ((place.beside === null) === (other.beside === null)) continue;
      const inheritance = await this.#read(place.beside === null ? other : place);
      if (!inheritance) continue;
      const { revision, shared } = inheritance;
      if (settledAt !== null && revision !== null && settledAt > revision) continue;
      const now = await stateAt(other);
      if (now) found.push({ shared, now });
    }
    return found;
  }

  async #read(place: Place): Promise<Inheritance | null> {
    const read = shape.safeParse(await this.#depot.get(inheritedKey(place)).catch(() => undefined));
    if (!read.success) return null;
    const { revision, nodes, edges } = read.data;
    return { revision, shared: { nodes, edges, viewport: VIEW } };
  }
}
