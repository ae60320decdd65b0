import { parentPort } from 'node:worker_threads';
import { paintPreview } from './paintPreview';
import type { PreviewWish } from './paintPreview';

/** What the painting thread answers to a wish. */
export type PaintAnswer = { png: Uint8Array } | { error: string };

parentPort?.on('message', (wish: PreviewWish) => {
  void answer(wish).then((message) => parentPort?.postMessage(message, []));
});

async function answer(wish: PreviewWish): Promise<PaintAnswer> {
  try {
    return { png: await paintPreview(wish) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
