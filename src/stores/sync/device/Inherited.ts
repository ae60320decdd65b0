import * as z from 'zod/mini';
import { isFlowEdge, isFlowNode, type FlowEdge, type FlowNode, type Snapshot } from '../../../engine';
import type { RelatedTabs } from '../merge/mergeValues';
import type { RecordStore } from '../../ports';
import { writeRecords, readRecord } from './keyedRecords';
import { inheritedKey, type TabSlot } from './TabSlot';
import type { Recovered } from './records';

/**
 * Another tab's unsent work that a tab started from: its differences from the server's revision that is the base of the
 * work.
 */
const shape = z.object({
  revision: z.nullable(z.number()),
  nodes: z.array(z.custom<FlowNode>(isFlowNode)),
  edges: z.array(z.custom<FlowEdge>(isFlowEdge)),
});

function changed<Item>(now: readonly Item[], before: readonly Item[] = []): Item[] {
  const known = new Set(before);
  return now.filter((item) => !known.has(item));
}

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
    const nodes = changed(snapshot.nodes, base?.nodes);
    const edges = changed(snapshot.edges, base?.edges);
    await writeRecords(this.#records, { [inheritedKey(slot)]: { revision, nodes, edges } });
  }

  /** Passes the shared state on to `heir`, which takes over the work of the tab at `slot`. */
  async passOn(slot: TabSlot, heir: TabSlot): Promise<void> {
    const shared = heir.tabId === null ? null : await this.#read(slot);
    if (!shared) return;
    const own = await this.#read(heir);
    // The later one of two records holds what was shared last.
    if (own && (own.revision ?? 0) >= (shared.revision ?? 0)) return;
    await writeRecords(this.#records, { [inheritedKey(heir)]: shared });
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
  ): Promise<RelatedTabs> {
    const found: RelatedTabs[number][] = [];
    for (const other of others) {
      if ((slot.tabId === null) === (other.tabId === null)) continue;
      const shared = await this.#read(slot.tabId === null ? other : slot);
      if (!shared || (settledAt !== null && shared.revision !== null && settledAt > shared.revision)) continue;
      const made = await statesAt(other);
      if (made.length > 0) found.push({ shared, made });
    }
    return found;
  }

  #read(slot: TabSlot): Promise<z.infer<typeof shape> | null> {
    return readRecord(this.#records, inheritedKey(slot), shape);
  }
}
