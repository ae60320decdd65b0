import type { Observer } from './Observer';
import { othersWait } from './othersWait';
import type { Asker, Waits } from './othersWait';
import type { SavingEditor } from './SavingEditor';

export interface Folding {
  readonly saves: number;
  readonly folds: number;
  /** Of the server's event loop, from the first save until the end. */
  readonly longestStopMs: number;
  readonly others: Waits;
}

const FOLDS = 3;

/** Saves one after the other until the canvas was folded, while somebody else asks for small things. */
export async function measureFolding(editor: SavingEditor, other: Asker, observer: Observer): Promise<Folding> {
  await editor.save();
  const stopWaiting = await othersWait(other);
  await observer.longestStopMs();
  const before = await observer.folds();
  let saves = 0;
  let folds = 0;
  while (folds < FOLDS) {
    const reply = await editor.save();
    if (reply.status !== 200) throw new Error(`a save was answered ${reply.status}: ${reply.body}`);
    saves += 1;
    if (saves % 50 === 0) folds = (await observer.folds()) - before;
  }
  const others = await stopWaiting();
  return { saves, folds, longestStopMs: await observer.longestStopMs(), others };
}
