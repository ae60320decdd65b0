import { median, quantile } from '../quantile';
import type { Observer } from './Observer';
import type { Reply, SavingEditor } from './SavingEditor';

export interface Cost {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly sentBytes: number;
  /** Growth of the database and its log, the median of all saves. */
  readonly writtenBytes: number;
}

/** Costs by the canvas's size and the way of saving. */
export type OneSave = Record<Size, Record<'patch' | 'rewrite', Cost>>;
type Size = 'small' | 'large';
type Editors = Readonly<Record<Size, SavingEditor>>;

const WARM_UP = 10;

/** Measures both ways of saving one moved node, on a small and on a large canvas in alternation, so that a busy moment affects both. */
export async function measureOne(editors: Editors, observer: Observer, saves: number): Promise<OneSave> {
  const patch = await inTurns(editors, observer, saves, (editor) => editor.save());
  const rewrite = await inTurns(editors, observer, Math.max(5, Math.round(saves / 10)), (editor) => editor.rewrite());
  return {
    small: { patch: patch.small, rewrite: rewrite.small },
    large: { patch: patch.large, rewrite: rewrite.large },
  };
}

async function inTurns(
  editors: Editors,
  observer: Observer,
  saves: number,
  save: (editor: SavingEditor) => Promise<Reply>,
): Promise<Record<Size, Cost>> {
  const figures = { small: new Figures(), large: new Figures() };
  for (let count = 0; count < WARM_UP + saves; count += 1) {
    for (const size of ['small', 'large'] as const) {
      const before = observer.writtenBytes();
      const reply = await save(editors[size]);
      if (reply.status !== 200) throw new Error(`a save was answered ${reply.status}: ${reply.body}`);
      if (count >= WARM_UP) figures[size].add(reply, observer.writtenBytes() - before);
    }
  }
  return { small: figures.small.cost(), large: figures.large.cost() };
}

class Figures {
  readonly #ms: number[] = [];
  readonly #sent: number[] = [];
  readonly #written: number[] = [];

  add(reply: Reply, writtenBytes: number): void {
    this.#ms.push(reply.ms);
    this.#sent.push(reply.sentBytes);
    // Otherwise the log was restarted in between, and this save cannot be measured.
    if (writtenBytes > 0) this.#written.push(writtenBytes);
  }

  cost(): Cost {
    return {
      medianMs: median(this.#ms),
      p95Ms: quantile(this.#ms, 0.95),
      sentBytes: median(this.#sent),
      writtenBytes: median(this.#written),
    };
  }
}
