import * as z from 'zod/mini';
import { isFlowEdge, isFlowNode, type FlowEdge, type FlowNode, type Snapshot } from '../../../engine';
import type { Relative } from '../merge/mergeValues';
import type { RecordStore } from '../../ports';
import { inheritedKey, type TabSlot } from './TabSlot';
import type { Recovered } from './records';

const shape = z.object({
  revision: z.nullable(z.number()),
  nodes: z.array(z.custom<FlowNode>(isFlowNode)),
  edges: z.array(z.custom<FlowEdge>(isFlowEdge)),
});

/** Another tab's unsent work that a tab started from. */
interface Inheritance {
  /** The server's revision that is the base of the work. */
  readonly revision: number | null;
  /** The shared work: its differences from that revision. */
  readonly shared: Snapshot;
}

const VIEW = { x: 0, y: 0, zoom: 1 } as const;

const changed = <Item extends { readonly id: string }>(before: readonly Item[], now: readonly Item[]): Item[] => {
  const known = new Set(before);
  return now.filter((item) => !known.has(item));
};

/**
 * A tab that opens beside another one without the server starts with that one's unsent work, so that both have it. This
 * remembers their common state, so that neither conflicts with the other's later changes.
 */
export class Inherited {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Notes that the tab at this slot starts with that work of the project's own slot. */
  async note(slot: TabSlot, { base, revision, snapshot }: Recovered): Promise<void> {
    const nodes = changed(base?.nodes ?? [], snapshot.nodes);
    const edges = changed(base?.edges ?? [], snapshot.edges);
    await this.#write(slot, revision, nodes, edges);
  }

  /** Passes the shared state on to `heir`, which takes over the work of the tab at `slot`. */
  async passOn(slot: TabSlot, heir: TabSlot): Promise<void> {
    const inheritance = heir.beside === null ? null : await this.#read(slot);
    if (!inheritance) return;
    const own = await this.#read(heir);
    // The later one of two records holds what was shared last.
    if (own && (own.revision ?? 0) >= (inheritance.revision ?? 0)) return;
    const { revision, shared } = inheritance;
    await this.#write(heir, revision, shared.nodes, shared.edges);
  }

  /**
   * The tabs that share unsent work with the one at this slot.
   *
   * @param others the slots where other tabs keep their copies of the project.
   * @param settledAt the last revision at which this tab had nothing unsent; states shared before it do not count.
   */
  async relatives(
    slot: TabSlot,
    others: readonly TabSlot[],
    settledAt: number | null,
    statesAt: (slot: TabSlot) => Promise<readonly Snapshot[]>,
  ): Promise<Relative<Snapshot>[]> {
    const found: Relative<Snapshot>[] = [];
    for (const other of others) {
      if ((slot.beside === null) === (other.beside === null)) continue;
      const inheritance = await this.#read(slot.beside === null ? other : slot);
      if (!inheritance) continue;
      const { revision, shared } = inheritance;
      if (settledAt !== null && revision !== null && settledAt > revision) continue;
      const made = await statesAt(other);
      if (made.length > 0) found.push({ shared, made });
    }
    return found;
  }

  async #write(
    slot: TabSlot,
    revision: number | null,
    nodes: readonly FlowNode[],
    edges: readonly FlowEdge[],
  ): Promise<void> {
    await this.#records.setAll({ [inheritedKey(slot)]: { revision, nodes, edges } }).catch(() => undefined);
  }

  async #read(slot: TabSlot): Promise<Inheritance | null> {
    const read = shape.safeParse(await this.#records.get(inheritedKey(slot)).catch(() => undefined));
    if (!read.success) return null;
    const { revision, nodes, edges } = read.data;
    return { revision, shared: { nodes, edges, viewport: VIEW } };
  }
}
