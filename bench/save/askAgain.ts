import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Asker } from './othersWait';
import { SavingEditor } from './SavingEditor';

const BREAK_MS = 10;

/** The first message says what to ask, the next one ends it. */
const [{ url, cookie, snapshot, what }] = (await once(process, 'message')) as [Asker];
const editor = new SavingEditor({ url, cookie, snapshot });
await editor.create();

const end = new AbortController();
process.once('message', () => end.abort());
process.send?.('begun');
const waits: number[] = [];
while (!end.signal.aborted) {
  const { ms, status, body } = await (what === 'save' ? editor.save() : editor.send('GET', '/member', ''));
  if (status !== 200) throw new Error(`somebody else was answered ${status}: ${body}`);
  waits.push(ms);
  await sleep(BREAK_MS);
}
editor.leave();
process.send?.(waits);
process.disconnect();
