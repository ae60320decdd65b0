import { makeObservable, observableRef, runInAction } from 'mobx';
import { gatherTidy, type Editor, type IdSet, type TidyTask } from '../../engine';
import type { Announce } from '../Notice';
import type { Clock } from '../ports';
import type { LayOut } from './layoutInWorker';
import { HALF_FRAME_MS } from '../../time';

interface TidyDeps {
  readonly editor: Editor;
  readonly layOut: LayOut;
  readonly clock: Pick<Clock, 'passed' | 'nextTask'>;
  readonly announce: Announce;
}

/** Tidies nodes up with a layout in a worker: gathering and applying take short tasks on the page, and one step undoes it. */
export class TidyUp {
  /** Progress from 0 to 1; null while nothing is being tidied. */
  share: number | null = null;
  readonly #deps: TidyDeps;
  #giveUp: AbortController | null = null;

  constructor(deps: TidyDeps) {
    this.#deps = deps;
    makeObservable(this, { share: observableRef });
  }

  /** Lays these nodes out; ignored while a layout is under way. The view shows the whole flow when all of it was tidied. */
  async tidy(nodeIds: IdSet): Promise<void> {
    if (this.share !== null) return;
    const { editor, layOut, announce } = this.#deps;
    const giveUp = new AbortController();
    this.#giveUp = giveUp;
    this.#tell(0);
    try {
      const task = await this.#gather(nodeIds, giveUp.signal);
      const places = await layOut(task.graph, (share) => this.#tell(share), giveUp.signal);
      giveUp.signal.throwIfAborted();
      const moves = task.moves(places);
      editor.frames.applyArranged(moves);
      if (moves.length > 0) editor.flyTo(nodeIds);
      announce(moves.length > 0 ? 'arrange.tidied' : 'arrange.tidyAlready', { count: moves.length });
    } catch (error) {
      if (!giveUp.signal.aborted) throw error;
      announce('arrange.tidyStopped');
    } finally {
      this.#giveUp = null;
      this.#tell(null);
    }
  }

  /** Stops without moving anything; ignored while nothing is tidied. */
  stop(): void {
    this.#giveUp?.abort();
  }

  /** Starts again when the document changes meanwhile. */
  async #gather(nodeIds: IdSet, signal: AbortSignal): Promise<TidyTask> {
    const { editor, clock } = this.#deps;
    let steps = gatherTidy(editor.document, editor.scene, nodeIds);
    const unsubscribe = editor.subscribe(({ type }) => {
      if (type === 'document') steps = gatherTidy(editor.document, editor.scene, nodeIds);
    });
    try {
      for (;;) {
        const end = clock.passed() + HALF_FRAME_MS;
        do {
          const { done, value } = steps.next();
          if (done === true) return value;
        } while (clock.passed() < end);
        await new Promise<void>((resolve) => clock.nextTask(resolve));
        signal.throwIfAborted();
      }
    } finally {
      unsubscribe();
    }
  }

  #tell(share: number | null): void {
    runInAction(() => (this.share = share));
  }
}
