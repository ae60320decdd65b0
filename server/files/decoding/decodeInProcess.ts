import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { FromDecoder, ToDecoder } from './Decoding';
import { decodePicture, readHead } from './decodePicture';

/** The lowest priority: the process that answers requests and writes saves comes first. */
const NICE = 19;

// One thread a picture, and no cache.
sharp.concurrency(1);
sharp.cache(false);
// Linux gives each thread its own priority, and several of Node's threads, which decode, run by now.
for (const thread of await readdir('/proc/self/task').catch(() => ['0'])) {
  try {
    setPriority(Number(thread), NICE);
  } catch {
    // The thread has ended, or the system forbids it: then it keeps its priority.
  }
}
// The system ends this process first where memory runs out: a picture goes, not the server.
await writeFile('/proc/self/oom_score_adj', '800').catch(() => undefined);

// Its server has gone. An orderly exit would wait for the picture that is being decoded.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C and the end of a service reach this process too. They are ignored: the server ends first, and `disconnect` then ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (told: ToDecoder) => {
  if (typeof told === 'object') void answer(told);
});

async function answer({ task, byteLength }: Extract<ToDecoder, object>): Promise<void> {
  const bytes = await take(byteLength);
  try {
    const head = await readHead(bytes, task);
    say({ head });
    const [told] = (await once(process, 'message')) as [ToDecoder];
    if (told === 'leave') return;
    const { bytes: made, ...done } = { ...(await decodePicture(bytes, task)), width: head.width, height: head.height };
    say({ done, byteLength: made?.byteLength ?? 0 });
    if (made) process.stdout.write(made);
  } catch {
    say('unreadable');
  }
}

function say(message: FromDecoder): void {
  process.send?.(message);
}

/** Reads this many bytes of standard input: those of one job, since the next comes only after its answer. */
async function take(byteLength: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(byteLength);
  let received = 0;
  while (received < byteLength) {
    const chunk: unknown = process.stdin.read();
    if (Buffer.isBuffer(chunk)) received += chunk.copy(bytes, received);
    else await once(process.stdin, 'readable');
  }
  return bytes;
}
