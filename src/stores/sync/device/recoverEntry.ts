import { readSnapshot, type Snapshot } from '../../../engine';
import type { DeviceEntry } from './DeviceStore';
import { laterThan } from './moveHome';
import type { ReadChange, Recovered } from './records';

/** The app's own code could not be loaded, which says nothing about a copy. */
export class CodeMissing extends Error {}

const codeMissing = (cause: unknown): never => {
  throw new CodeMissing('the code that reads changes did not come', { cause });
};

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

/** The work of an entry, or of the fast key on top of it if that is later; rejects when a part of it is missing or does not apply. */
export async function recoverEntry(entry: DeviceEntry, change: ReadChange | null): Promise<Recovered> {
  const { name, timestamp } = entry;
  const later = laterThan(entry.journal, change);
  const base = await patched(await baseOf(entry), later?.acknowledged.flatMap(({ text }) => operationsOf(text)) ?? []);
  const { revision, patches, sending, timestamp: writtenAt } = later?.journal ?? entry.journal;
  const hasUnsent = patches.length > 0;
  return {
    name,
    timestamp: hasUnsent ? writtenAt : timestamp,
    revision,
    base: revision === null ? null : base,
    snapshot: await patched(base, patches),
    operations: patches,
    hasUnsent,
    sending,
    owed: () => ({ whole: null, acknowledged: later?.acknowledged ?? [] }),
    isBare: false,
  };
}
