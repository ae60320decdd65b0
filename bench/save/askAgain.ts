import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveWay } from './giveWay';
import type { Asker } from './othersWait';
import { SavingEditor } from './SavingEditor';

/** The first message says what to ask, the next one ends it. */
const [{ url, cookie, snapshot, what, breakMs, givesWay }] = (await once(process, 'message')) as [Asker];
if (givesWay) giveWay();
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
  await sleep(breakMs);
}
editor.leave();
process.send?.(waits);
process.disconnect();
