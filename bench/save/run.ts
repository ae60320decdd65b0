/**
 * `npm run bench:save`: what saving costs the server. The product's own server in a process of its own, real database,
 * real connections. Prints the figures beside what they may be and writes bench/results/save.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { generateFlow } from '../canvas/generateFlow';
import { STAGE } from '../canvas/stage';
import { startRealServer } from '../canvas/startRealServer';
import { PARTS, readFlags } from './flags';
import type { Part } from './flags';
import { judge } from './judge';
import type { Figures } from './judge';
import { measureFolding } from './measureFolding';
import { measureMany } from './measureMany';
import { measureOne } from './measureOne';
import { measureWhole } from './measureWhole';
import { Observer } from './Observer';
import { SavingEditor } from './SavingEditor';

const SMALL = 100;
const LARGE = 10_000;
const VERY_LARGE = 100_000;
const RESULTS = join(import.meta.dirname, '../results/save.json');

const flags = readFlags(process.argv.slice(2));
const loadBefore = loadavg()[0] ?? 0;
const small = generateFlow(SMALL, STAGE);
const large = generateFlow(LARGE, STAGE);

/** A server of its own for each part, so that none begins with what another one left behind. */
async function withServer<T>(measure: (open: OpenEditor, observer: Observer) => Promise<T>): Promise<T> {
  const server = await startRealServer();
  const cookie = await signIn(server.url);
  const editors: SavingEditor[] = [];
  const open: OpenEditor = async (snapshot) => {
    const editor = new SavingEditor({ url: server.url, cookie, snapshot });
    await editor.create();
    editors.push(editor);
    return editor;
  };
  try {
    return await measure(open, new Observer(server));
  } finally {
    for (const editor of editors) editor.leave();
    await server.stop();
  }
}

type OpenEditor = (snapshot: typeof small) => Promise<SavingEditor>;

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench' }),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function crowd(open: OpenEditor, observer: Observer, count: number, snapshot: typeof small) {
  const editors: SavingEditor[] = [];
  while (editors.length < count) editors.push(await open(snapshot));
  return measureMany(editors, observer, flags.seconds);
}

const figures: Figures = {};
const measure: Record<Part, () => Promise<void>> = {
  one: () =>
    withServer(async (open, observer) => {
      figures.one = await measureOne({ small: await open(small), large: await open(large) }, observer, flags.saves);
    }),
  many: () =>
    withServer(async (open, observer) => {
      figures.many = await crowd(open, observer, flags.editors, small);
    }),
  large: () =>
    withServer(async (open, observer) => {
      figures.large = await crowd(open, observer, flags.largeEditors, large);
    }),
  folding: () =>
    withServer(async (open, observer) => {
      figures.folding = await measureFolding(await open(large), await open(small), observer);
    }),
  whole: () =>
    withServer(async (open, observer) => {
      const veryLarge = generateFlow(VERY_LARGE, STAGE);
      figures.whole = await measureWhole(() => open(veryLarge), await open(small), observer);
    }),
};

const write = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'number' ? Math.round(part * 1000) / 1000 : part), 2);

for (const part of flags.only) {
  await measure[part]();
  console.log(part, write(figures[part]));
}
const verdicts = judge(figures);
console.table(verdicts);

const about = {
  date: new Date().toISOString().slice(0, 10),
  processors: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  node: process.version,
  loadBefore,
  loadAfter: loadavg()[0] ?? 0,
  canvasBytes: { small: Buffer.byteLength(JSON.stringify(small)), large: Buffer.byteLength(JSON.stringify(large)) },
  flags,
};
const out = flags.out ?? (flags.only.length === PARTS.length ? RESULTS : null);
if (out !== null) {
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${write({ about, verdicts, figures })}\n`);
}
