import * as z from 'zod/mini';
import { parseJson } from '../../../api/parseJson';
import type { PatchText } from '../../../api/projects';
import { readSnapshot, type Snapshot } from '../../../engine';
import { parseSnapshot } from '../opening/readSnapshot';

/** `flow_latest`: the last whole copy of the project being edited, as the server acknowledged it. */
export interface WholeRecord {
  readonly pid: number;
  readonly name: string;
  /** ISO 8601: when the server had this state, or this device's time when the server never had it. */
  readonly timestamp: string;
  /** The server's revision of this state; null when it was never learnt. */
  readonly revision: number | null;
  /** The serialized snapshot: the server gives it as text, and a store takes text at the speed of a copy. */
  readonly canvas: string;
}

/** This time, or the moment after the earlier one: recovery takes the later of two copies, whatever the clocks say. */
export const timeAfter = (earlier: string, time: string): string =>
  time > earlier ? time : new Date((Date.parse(earlier) || 0) + 1).toISOString();

/**
 * The unacknowledged changes on top of that copy: the journal of a project in the large store, and `flow_latest_change`.
 * They stay with empty patches after an acknowledgement.
 */
export interface ChangeRecord {
  readonly pid: number;
  readonly memberId: string;
  /** The revision the patches start from; null when it was never learnt. */
  readonly revision: number | null;
  readonly timestamp: string;
  /** As text, which the store takes at the speed of a copy, however many operations it has. */
  readonly patches: PatchText;
  /** The save on its way, which the patches begin with; in the fast key only if a closing page could send it. */
  readonly sending: Sending | null;
  /**
   * In the fast key only: it was written while the large store could not be read, by a page that knew of what was kept
   * until this time, ISO 8601; of nothing when it is empty.
   */
  readonly blindSince?: string | undefined;
}

/** A save on its way: a repeat must be the same bytes under the same key. */
export interface Sending {
  readonly key: string;
  readonly text: PatchText;
}

/** A patch the server acknowledged, as text, and the revision it led to. */
export interface AcknowledgedPatch {
  readonly revision: number;
  readonly text: string;
}

/** A write of an acknowledged state to the large store, which keeps all of it or nothing. */
export interface BaseWrite {
  /** A new whole copy, in place of the earlier one and its patches. */
  readonly whole: WholeRecord | null;
  readonly acknowledged: readonly AcknowledgedPatch[];
}

const patches = z.array(z.looseObject({ op: z.string(), path: z.string() }));

const isRead = z.custom<Snapshot>((value) => value !== null);
export const snapshotShape = z.pipe(z.transform(readSnapshot), isRead);

const wholeFields = { pid: z.number(), name: z.string(), timestamp: z.string() };
/** A `version` member is a newer app's; such a record is not ours to read. */
const version = z.optional(z.undefined());
export const fastWholeShape = z.object({ ...wholeFields, snapshot: snapshotShape, version });
export const wholeShape = z.object({
  ...wholeFields,
  canvas: z.pipe(z.pipe(z.string(), z.transform(parseSnapshot)), isRead),
  revision: z.nullable(z.number()),
});

export const headShape = z.object({ name: z.string(), timestamp: z.string() });
/** Head of a whole copy, stored beside it: a list of projects need not read their canvases. */
export type CopyHead = Pick<WholeRecord, 'name' | 'timestamp'>;

const sendingShape = z.object({ key: z.string(), text: z.string() });
/** Unsent work: a journal, and `flow_latest_change`. */
export const workShape = z.object({
  pid: z.number(),
  memberId: z.string(),
  revision: z.nullable(z.number()),
  timestamp: z.string(),
  // Text in the large store; the key has the operations themselves, as has a journal of an earlier version.
  patches: z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? parseJson(value) : value)),
    patches,
  ),
  sending: z._default(z.nullable(sendingShape), null),
  blindSince: z.optional(z.string()),
  version,
});
export type Work = z.infer<typeof workShape>;

/**
 * The kind of tab that reads a copy. The tab that owns it, or has taken it over, sets aside what cannot be read;
 * another one leaves it to that tab, which may be writing.
 */
export type CopyReader = 'holder' | 'onlooker';

/** A project as this device knows it. */
export interface Recovered {
  readonly name: string;
  /** When the copy was written, by the clock that wrote it. */
  readonly timestamp: string;
  /** The time of the acknowledged state below the unsent changes. */
  readonly baseTimestamp: string;
  /** The server's revision of `base`; null when it was never learnt. */
  readonly revision: number | null;
  /** The acknowledged state below the unsent changes; null when the copy has no revision. */
  readonly base: Snapshot | null;
  readonly snapshot: Snapshot;
  /** The RFC 6902 operations from `base` to `snapshot`. */
  readonly operations: readonly unknown[];
  readonly hasUnsent: boolean;
  /** A save whose answer never came; the operations begin with its own. */
  readonly sending: Sending | null;
  /** Returns what the large store lacks of `base`, which the two keys have. */
  readonly owed: () => BaseWrite;
  /** True for a `flow_latest` alone: the timestamp rule decides whether it is work. */
  readonly isBare: boolean;
}
