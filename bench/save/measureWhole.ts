import type { Observer } from './Observer';
import type { SavingEditor } from './SavingEditor';
import { othersWait } from './othersWait';
import type { Waits } from './othersWait';

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
  other: SavingEditor,
  observer: Observer,
): Promise<Whole> {
  await observer.longestStopMs();
  const stopWaiting = othersWait(() => other.save());
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
    others: await stopWaiting(),
    longestStopMs: await observer.longestStopMs(),
  };
}
