import { setTimeout as sleep } from 'node:timers/promises';
import { generateFlow } from '../canvas/generateFlow';
import { STAGE } from '../canvas/stage';
import { median, quantile } from '../quantile';
import { saveEverySecond, type Saves } from '../save/saveEverySecond';
import { SavingEditor } from '../save/SavingEditor';
import { withServer } from '../save/withServer';
import { withPictureServer } from '../server/withPictureServer';
import { Listener } from './Listener';
import { Runner } from './Runner';

/** Runs over pictures that are there already, from the request to the run's end. */
export interface Kept {
  readonly steps: number;
  /** The nodes show these pictures. */
  readonly chosenMs: number;
  /** Time in a copy of the project, whose nodes have no takes yet: each gets a take on the canvas. */
  readonly copyMs: number;
}

/** Saves during other work, and the same saves without it. */
export interface Beside {
  readonly editors: number;
  readonly saves: number;
  readonly aloneP99Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  readonly longestStopMs: number;
  /** Time from a save's answer to its event, where somebody listens. */
  readonly heardMedianMs?: number;
  readonly heardP99Ms?: number;
}

const EDITORS = 50;
const NODES = 100;
/** The limits of a member are lifted: one client acts for a thousand. */
const SIGN_INS = { SIGN_INS_PER_MINUTE: '100000' };
const FOREVER_MS = 600_000;

export function measureKept(steps: number): Promise<Kept> {
  return withPictureServer(async (server) => {
    const cookie = await server.signIn('runner');
    const runner = await Runner.open(server.url, cookie, { steps, pictureMs: 0 });
    await runner.run();
    const chosenMs = await runner.run();
    const copy = await Runner.open(server.url, cookie, { steps, pictureMs: 0 });
    return { steps, chosenMs, copyMs: await copy.run() };
  });
}

/** Saves of others while all steps of a run are with the engine. */
export function measureRunning(steps: number, seconds: number): Promise<Beside> {
  return withPictureServer(async (server) => {
    const editors = await server.openMany(generateFlow(NODES, STAGE), EDITORS);
    const alone = await saveEverySecond(editors, seconds);
    const cookie = await server.signIn('runner');
    const runner = await Runner.open(server.url, cookie, { steps, pictureMs: FOREVER_MS });
    await runner.start();
    while ((await runner.count('running')) < steps) await sleep(500);
    await server.observer.longestStopMs();
    const beside = await saveEverySecond(editors, seconds);
    return besideOf(EDITORS, { alone, beside }, await server.observer.longestStopMs());
  });
}

/** Saves of editors, each a member who follows their project. */
export function measureStreams(count: number, seconds: number): Promise<Beside> {
  return withServer(async (server) => {
    const snapshot = generateFlow(NODES, STAGE);
    const editors: SavingEditor[] = [];
    const cookies: string[] = [];
    while (editors.length < count) {
      const cookie = await server.signIn(`editor ${editors.length}`);
      const editor = new SavingEditor({ url: server.url, cookie, snapshot });
      await editor.create();
      editors.push(editor);
      cookies.push(cookie);
    }
    const alone = await saveEverySecond(editors, seconds);
    const listeners = editors.map((editor, at) => new Listener(server.url, cookies[at] ?? '', editor.projectId));
    await Promise.all(listeners.map((listener) => listener.open()));
    await server.observer.longestStopMs();
    const beside = await saveEverySecond(editors, seconds);
    const longestStopMs = await server.observer.longestStopMs();
    await sleep(1000);
    const heard = listeners.flatMap((listener, at) => listener.after(editors[at]?.savedAt ?? new Map()));
    for (const listener of listeners) listener.leave();
    for (const editor of editors) editor.leave();
    const of = besideOf(count, { alone, beside }, longestStopMs);
    return { ...of, heardMedianMs: median(heard), heardP99Ms: quantile(heard, 0.99) };
  }, SIGN_INS);
}

function besideOf(editors: number, { alone, beside }: { alone: Saves; beside: Saves }, longestStopMs: number): Beside {
  const errors = alone.errors + beside.errors;
  const aloneP99Ms = quantile(alone.ms, 0.99);
  return { editors, saves: beside.ms.length, aloneP99Ms, p99Ms: quantile(beside.ms, 0.99), errors, longestStopMs };
}
