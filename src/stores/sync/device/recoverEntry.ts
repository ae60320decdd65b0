import { readSnapshot, type Snapshot } from '../../../engine';
import type { DeviceEntry } from './DeviceStore';
import type { FastWhole } from './FastCopy';
import type { BaseWrite, Recovered, Work } from './records';

/** The state of the two keys, where it comes after that of the large store. */
export interface Later {
  /** Null where the whole copy of the large store is below it. */
  readonly whole: FastWhole | null;
  readonly acknowledged: BaseWrite['acknowledged'];
  /** Null for a `flow_latest` alone. */
  readonly change: Work | null;
}

/** The app's own code could not be loaded, which says nothing about a copy. */
export class CodeMissing extends Error {}

const codeMissing = (cause: unknown): never => {
  throw new CodeMissing('the code that reads changes did not come', { cause });
};

/**
 * Finds the state that the two keys have and the large store lacks, for a tab that was killed between the two; null where they are not
 * later, or do not go on from what is stored.
 */
export function laterThan(
  stored: Pick<DeviceEntry, 'timestamp' | 'journal'> | null,
  whole: FastWhole | null,
  change: Work | null,
): Later | null {
  const isLater = change ? !stored || change.timestamp > stored.journal.timestamp : !stored?.journal.patches.length;
  if (!isLater) return null;
  if (whole && (!stored || whole.timestamp > stored.timestamp)) return { whole, acknowledged: [], change };
  if (!change || !stored) return null;
  const { revision, sending } = stored.journal;
  if (change.revision === revision) {
    return { whole: null, acknowledged: [], change: { ...change, sending: change.sending ?? sending } };
  }
  if (!sending || revision === null || change.revision !== revision + 1) return null;
  return { whole: null, acknowledged: [{ revision: change.revision, text: sending.text }], change };
}

/**
 * True when the writer of the change could not read the journal, and neither may replace the other: the change could not
 * go on from the journal's time, so that their times do not tell which came later.
 */
export function isUnseen({ timestamp, patches, sending }: Work, { blindSince, timestamp: ofChange }: Work): boolean {
  if (blindSince === undefined || timestamp <= blindSince || timestamp === ofChange) return false;
  return patches.length > 0 || sending !== null || timestamp > ofChange;
}

/** True when the large store has the change, or work that came after it. */
export const isOutdated = (change: Work, journal: Work | null): boolean =>
  journal !== null && journal.timestamp >= change.timestamp && !isUnseen(journal, change);

/** Returns the parts of the state below that change that the large store lacks. */
export function owedBy({ whole, acknowledged, change }: Later): BaseWrite {
  if (!whole || !change) return { whole: null, acknowledged };
  const { snapshot, pid, name, timestamp } = whole;
  const { revision } = change;
  return { whole: { pid, name, timestamp, revision, canvas: JSON.stringify(snapshot) }, acknowledged };
}

/** Applies a patch with code that is not loaded with the first page; also rejects when the result is no snapshot. */
export async function patched(snapshot: Snapshot, patch: readonly unknown[]): Promise<Snapshot> {
  if (patch.length === 0) return snapshot;
  const { applyPatch } = await import('../patch/applyPatch').catch(codeMissing);
  const result = readSnapshot(applyPatch(snapshot, patch));
  if (!result) throw new Error('the changes do not give a snapshot');
  return result;
}

export const operationsOf = (text: string): unknown[] => JSON.parse(text) as unknown[];

/** The acknowledged state of an entry; rejects when a patch to it is missing. */
export async function baseOf({ snapshot, acknowledged }: DeviceEntry): Promise<Snapshot> {
  if (!acknowledged) throw new Error('a patch that was acknowledged is missing');
  return patched(snapshot, acknowledged.flatMap(operationsOf));
}

/** The work of an entry, or of the keys where these are later; rejects when a part of it is missing or does not apply. */
export async function recoverEntry(entry: DeviceEntry | null, later: Later | null): Promise<Recovered> {
  const whole = later?.whole ?? entry;
  if (!whole) throw new Error('there is no whole copy');
  const { name, timestamp } = whole;
  const below = 'acknowledged' in whole ? await baseOf(whole) : whole.snapshot;
  const base = await patched(below, later?.acknowledged.flatMap(({ text }) => operationsOf(text)) ?? []);
  const {
    revision = null,
    patches = [],
    sending = null,
    timestamp: writtenAt = '',
  } = (later ? later.change : entry?.journal) ?? {};
  const hasUnsent = patches.length > 0;
  return {
    name,
    timestamp: hasUnsent ? writtenAt : timestamp,
    baseTimestamp: timestamp,
    revision,
    base: revision === null ? null : base,
    snapshot: await patched(base, patches),
    operations: patches,
    hasUnsent,
    sending,
    owed: () => (later ? owedBy(later) : { whole: null, acknowledged: [] }),
    isBare: later !== null && later.change === null,
  };
}
