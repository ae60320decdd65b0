import type { Observer } from './Observer';
import { othersWait } from './othersWait';
import type { Asker, Waits } from './othersWait';
import type { SavingEditor } from './SavingEditor';

/** A very large canvas on its way in, and what it makes others wait. */
export interface Whole {
  readonly createMs: number;
  readonly replaceMs: number;
  /** The first patch after it: the canvas is read from the database. */
  readonly firstPatchMs: number;
  readonly others: Waits;
  readonly longestStopMs: number;
}

export async function measureWhole(
  create: () => Promise<SavingEditor>,
  other: Asker,
  observer: Observer,
): Promise<Whole> {
  const asking = await othersWait(other);
  await observer.longestStopMs();
  const begun = performance.now();
  const editor = await create();
  const createMs = performance.now() - begun;
  const replaced = await editor.rewrite();
  const patched = await editor.save();
  for (const { status, body } of [replaced, patched]) if (status !== 200) throw new Error(`${status}: ${body}`);
  return {
    createMs,
    replaceMs: replaced.ms,
    firstPatchMs: patched.ms,
    others: await asking.stop(),
    longestStopMs: await observer.longestStopMs(),
  };
}
