import * as z from 'zod/mini';
import { isFlowEdge, isFlowNode, type FlowEdge, type FlowNode, type Snapshot } from '../../../engine';
import type { RelatedTabs } from '../merge/mergeValues';
import { isSame } from '../patch/sameValue';
import type { RecordStore, Tabs } from '../../ports';
import type { DeviceStore } from './DeviceStore';
import { readRecord, writeRecords } from './keyedRecords';
import { type Recovered, snapshotShape } from './records';
import { baseOf, operationsOf, patched } from './recoverEntry';
import { goneKey, inheritedKey, type TabSlot } from './TabSlot';
import type { ConflictState } from './WaitingCopies';

/**
 * Another tab's unsent work that a tab started from: its differences from the server's revision that is the base of the
 * work.
 */
const inheritedShape = z.object({
  revision: z.nullable(z.number()),
  nodes: z.array(z.custom<FlowNode>(isFlowNode)),
  edges: z.array(z.custom<FlowEdge>(isFlowEdge)),
});
const goneShape = z.object({ id: z.string(), snapshot: snapshotShape });

/** A tab's work on a project, and its acknowledged base. */
interface TabWork {
  readonly base: Snapshot;
  readonly revision: number | null;
  readonly now: Snapshot;
}

/** Another tab's work as last kept; its base is the server's state when that tab last heard of it. */
interface States extends TabWork {
  /** The base with the save that was on its way. */
  readonly sent: Snapshot;
}

function changed<Item>(now: readonly Item[], before: readonly Item[] = []): Item[] {
  const known = new Set(before);
  return now.filter((item) => !known.has(item));
}

/** Merges both works into one state; null when not all of either survives. */
async function together(one: TabWork, other: TabWork): Promise<Snapshot | null> {
  const { mergeSnapshots } = await import('../merge/mergeChanges');
  // The older base is taken: on the newer one the other work would seem to have reverted what came between them.
  const { base } = (other.revision ?? 0) < (one.revision ?? 0) ? other : one;
  const { merged, lost } = mergeSnapshots(base, one.now, other.now);
  const back = mergeSnapshots(base, other.now, merged);
  return lost.length === 0 && back.lost.length === 0 ? merged : null;
}

const isSameCanvas = (one: Snapshot, other: Snapshot): boolean =>
  isSame({ ...one, viewport: null }, { ...other, viewport: null });

interface TabsBesideDeps {
  readonly records: RecordStore;
  readonly store: DeviceStore;
  readonly tabs: Pick<Tabs, 'claim' | 'whenFree'>;
}

/**
 * The tabs of this browser on one project. A tab that opens beside another one without the server starts with that one's
 * unsent work, so that both have it; their common state is remembered, so that neither conflicts with the other's later
 * changes.
 */
export class TabsBeside {
  readonly #deps: TabsBesideDeps;

  constructor(deps: TabsBesideDeps) {
    this.#deps = deps;
  }

  /** Notes that the tab at this slot starts with that work of the project's own slot. */
  async inherit(slot: TabSlot, { base, revision, snapshot }: Recovered): Promise<void> {
    const nodes = changed(snapshot.nodes, base?.nodes);
    const edges = changed(snapshot.edges, base?.edges);
    await writeRecords(this.#deps.records, { [inheritedKey(slot)]: { revision, nodes, edges } });
  }

  /** Passes the shared state on to `heir`, which takes over the work of the tab at `slot`. */
  async passOn(slot: TabSlot, heir: TabSlot): Promise<void> {
    const shared = heir.tabId === null ? null : await this.#inherited(slot);
    if (!shared) return;
    const own = await this.#inherited(heir);
    // The later one of two records holds what was shared last.
    if (own && (own.revision ?? 0) >= (shared.revision ?? 0)) return;
    await writeRecords(this.#deps.records, { [inheritedKey(heir)]: shared });
  }

  /**
   * The tabs that share unsent work with the one at this slot.
   *
   * @param settledAt the last revision at which this tab had nothing unsent; states shared before it do not count.
   */
  async relatives(slot: TabSlot, settledAt: number | null): Promise<RelatedTabs> {
    const found: RelatedTabs[number][] = [];
    for (const other of await this.#others(slot)) {
      if ((slot.tabId === null) === (other.tabId === null)) continue;
      const shared = await this.#inherited(slot.tabId === null ? other : slot);
      if (!shared || (settledAt !== null && shared.revision !== null && settledAt > shared.revision)) continue;
      const states = await this.#statesAt(other);
      if (states) found.push({ shared, made: [states.base, states.sent, states.now] });
    }
    return found;
  }

  /**
   * The conflict copy for the unsent work of a project that was deleted elsewhere, one for all tabs of this browser: the
   * copy of an earlier tab when that has all of this tab's work, else a new one that includes the work of the other tabs
   * as far as it does not conflict, under this id.
   */
  async copyOfGone(slot: TabSlot, mine: TabWork, id: string): Promise<ConflictState> {
    const { records, store, tabs } = this.#deps;
    const key = goneKey(slot);
    let release = await tabs.claim(key);
    for (; !release; release = await tabs.claim(key)) await tabs.whenFree(key);
    try {
      const others: TabWork[] = [];
      for (const other of await this.#others(slot)) {
        const states = (await store.isSent(other)) ? null : await this.#statesAt(other);
        if (states) others.push(states);
      }
      const made = await readRecord(records, key, goneShape);
      const both = made && (await together(mine, { ...mine, now: made.snapshot }));
      if (made && both && isSameCanvas(both, made.snapshot)) return made;
      let whole = mine.now;
      for (const other of others) whole = (await together({ ...mine, now: whole }, other)) ?? whole;
      const copy = { id, snapshot: whole };
      // The record stays until the last of them has let go of its slot.
      if (others.length > 0) await writeRecords(records, { [key]: copy });
      return copy;
    } finally {
      release();
    }
  }

  async #others(slot: TabSlot): Promise<TabSlot[]> {
    return (await this.#deps.store.slots(slot.memberId, slot.pid)).filter(({ tabId }) => tabId !== slot.tabId);
  }

  #inherited(slot: TabSlot): Promise<z.infer<typeof inheritedShape> | null> {
    return readRecord(this.#deps.records, inheritedKey(slot), inheritedShape);
  }

  /** Null when there is nothing at this slot, or a part of it is missing. */
  async #statesAt(slot: TabSlot): Promise<States | null> {
    const entry = await this.#deps.store.read(slot);
    if (!entry || 'broken' in entry) return null;
    const { sending, patches, revision } = entry.journal;
    try {
      const base = await baseOf(entry);
      const sent = sending ? await patched(base, operationsOf(sending.text)) : base;
      return { base, sent, now: await patched(base, patches), revision };
    } catch {
      return null;
    }
  }
}
