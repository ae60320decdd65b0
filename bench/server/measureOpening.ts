import { median, quantile } from '../quantile';
import type { SavingEditor } from '../save/SavingEditor';

/** Opening a canvas as the app does, until its last byte is there. */
export interface Opening {
  readonly medianMs: number;
  readonly longestMs: number;
  readonly bytes: number;
}

/** Each of these canvases is opened several times, in alternation. */
export async function measureOpening(editors: readonly SavingEditor[], times: number): Promise<Opening> {
  const ms: number[] = [];
  let bytes = 0;
  for (let count = 0; count < times; count += 1) {
    for (const editor of editors) {
      const reply = await editor.open();
      if (reply.status !== 200) throw new Error(`an opening was answered ${reply.status}`);
      ms.push(reply.ms);
      bytes = Buffer.byteLength(reply.body);
    }
  }
  return { medianMs: median(ms), longestMs: quantile(ms, 1), bytes };
}
