import type * as z from 'zod/mini';
import type { RecordStore } from '../../ports';

/** Parts of a record's key: `kind/project/member/rest`. */
export interface RecordKey {
  readonly key: string;
  readonly kind: string;
  /** NaN in the key of a record that is no project's. */
  readonly pid: number;
  /** Undefined also for text that was set aside and does not say whose it is. */
  readonly memberId: string | undefined;
  readonly rest: readonly string[];
}

function readKey(key: string): RecordKey {
  const [kind = '', pid, ...parts] = key.split('/');
  const memberId = kind === 'aside' && parts.length === 1 ? undefined : parts.shift();
  return { key, kind, pid: Number(pid), memberId, rest: parts };
}

/** The keys of these kinds; none where the store cannot be read. */
export async function keysOf(records: RecordStore, ...kinds: readonly string[]): Promise<RecordKey[]> {
  const keys = await records.keys().catch(() => []);
  return keys.map(readKey).filter(({ kind }) => kinds.includes(kind));
}

/** The record, or null: there is none of this shape, or the store cannot be read. */
export async function readRecord<Value>(
  records: RecordStore,
  key: string,
  shape: z.ZodMiniType<Value>,
): Promise<Value | null> {
  const read = shape.safeParse(await records.get(key).catch(warnOfStore));
  return read.success ? read.data : null;
}

/** Writes all of it or nothing; undefined removes. Resolves to false where the store is full or forbidden. */
export function writeRecords(records: RecordStore, entries: Readonly<Record<string, unknown>>): Promise<boolean> {
  return records.setAll(entries).then(
    () => true,
    () => false,
  );
}

/** Tells of a store that could not be read, which then counts as empty. */
export function warnOfStore(error: unknown): undefined {
  console.warn('the large store of this browser could not be read', error);
}
