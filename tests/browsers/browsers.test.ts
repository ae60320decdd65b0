import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/browsers.mjs';
import { startServer, type RunningServer } from '../support/startServer';
import type { DrivenBrowser } from './support/Driven';
import { Editor, until } from './support/Editor';
import { launchFirefox } from './support/launchFirefox';
import { launchWebKit } from './support/launchWebKit';

const EMPTY = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
const MANY = {
  nodes: Array.from({ length: 10_000 }, (_, index) => ({
    id: `n${index}`,
    type: index % 2 === 0 ? 'textPrompt' : 'image',
    position: { x: (index % 100) * 330, y: Math.floor(index / 100) * 270 },
    data: { value: index % 2 === 0 ? `word ${index}` : null },
  })),
  edges: Array.from({ length: 5000 }, (_, index) => ({
    id: `n${index * 2}-n${index * 2 + 1}`,
    source: `n${index * 2}`,
    target: `n${index * 2 + 1}`,
    sourceHandle: 'text-right',
    targetHandle: 'text-left',
    type: 'text',
  })),
  viewport: { x: 0, y: 0, zoom: 0.5 },
};

/** `npm test` tries only the main job, in Firefox, if Firefox is installed; `npm run test:browsers` tries everything in both browsers. */
const isAll = process.env['BROWSERS'] === 'all';
const isFirefoxMissing = !isAll && findBrowser('firefox') === undefined;

const launchers: Readonly<Record<string, () => Promise<DrivenBrowser>>> = {
  Firefox: launchFirefox,
  ...(isAll && { WebKit: launchWebKit }),
};

describe.skipIf(isFirefoxMissing).each(Object.entries(launchers))('in %s', (_name, launch) => {
  let server: RunningServer;
  let browser: DrivenBrowser;

  beforeAll(async () => {
    server = await startServer();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  it('a prompt is written, piped into an image node and run; the picture is there after a reload [BROWSER-3]', async () => {
    const editor = new Editor(await browser.openTab(), server.url);
    const pid = await editor.make('Rivers', EMPTY);
    await editor.enter(pid);
    const idea = await editor.add('text', 'textPrompt', { x: 480, y: 160 });
    await editor.write(idea, 'a boat at dawn');
    const art = await editor.add('image', 'Gemini-2.5-flash', { x: 860, y: 160 });
    const from = await editor.centreOf(`[data-node-id="${idea}"] [data-handle="text-right"]`);
    const to = await editor.centreOf(`[data-node-id="${art}"] [data-handle="text-left"]`);
    await editor.tab.drag(from, { x: (from.x + to.x) / 2, y: from.y + 30 }, { x: to.x - 4, y: to.y }, to);
    await editor.click(`[data-node-id="${art}"] button[aria-label="Run"]`);
    const pictureOf = async (): Promise<unknown> =>
      (await editor.saved(pid)).nodes.find(({ id }) => id === art)?.data.value;
    const url = await until('the picture', pictureOf, (value) => typeof value === 'string');
    expect(url).toMatch(/^\/files\/[0-9a-f]{64}\.png$/);
    await editor.waitUntilSaveState('Saved');

    await editor.enter(pid);
    await editor.waitUntilSays(idea, 'a boat at dawn');
    await editor.tab.close();
  });

  it.runIf(isAll)('two tabs follow one another [BROWSER-3]', async () => {
    const here = new Editor(await browser.openTab(), server.url);
    const pid = await here.make('Two', EMPTY);
    await here.enter(pid);
    const idea = await here.add('text', 'textPrompt', { x: 480, y: 160 });
    await here.write(idea, 'one');
    await here.waitUntilSaveState('Saved');
    const there = new Editor(await browser.openTab(), server.url);
    await there.enter(pid);
    await there.waitUntilSays(idea, 'one');
    await there.write(idea, ' and two');
    await here.waitUntilSays(idea, 'one and two');
    expect(await here.label(idea)).toBe(await there.label(idea));
    await Promise.all([here, there].map(({ tab }) => tab.close()));
  });

  it.runIf(isAll)('a project takes its locks again when the back button shows it [BROWSER-4]', async () => {
    const editor = new Editor(await browser.openTab(), server.url);
    const pid = await editor.make('Back', EMPTY);
    await editor.enter(pid);
    const held = (): Promise<string[]> =>
      editor.tab.evaluate(
        `const { held } = await navigator.locks.query();
         return held.map(({ name }) => name).filter((name) => name.startsWith('mulgil/' + args[0] + '/'));`,
        pid,
      );
    const before = await held();
    expect(before).toHaveLength(1);
    await editor.tab.open(`${server.url}/openapi.json`);
    await editor.tab.evaluate('setTimeout(() => history.back(), 100)');
    await editor.see('[data-testid="stage"] canvas');
    expect(await until('its name', held, (names) => names.length > 0)).toEqual(before);
    await editor.tab.close();
  });

  it.runIf(isAll)('10,000 nodes open, and the wheel pans them [BROWSER-3]', async () => {
    const editor = new Editor(await browser.openTab(), server.url);
    const pid = await editor.make('Many', MANY);
    await editor.enter(pid);
    const opened = await until(
      'the first picture',
      () => editor.picture(),
      (sum) => sum > 0,
    );
    await editor.see('[data-node-id="n0"]');
    for (let turn = 0; turn < 10; turn += 1) await editor.tab.wheel({ x: 700, y: 400 }, { x: 40, y: 120 });
    await until(
      'another picture',
      () => editor.picture(),
      (sum) => sum !== opened,
    );
    await until(
      'other cards',
      () => editor.tab.evaluate<boolean>(`return document.querySelector('[data-node-id="n0"]') === null`),
      (isAway) => isAway,
    );
    expect(await editor.picture()).not.toBe(opened);
    await editor.tab.close();
  });

  it.runIf(isAll)(
    'opens without its server, keeps new work and sends it when the server is back [BROWSER-3]',
    async () => {
      const editor = new Editor(await browser.openTab(), server.url);
      const pid = await editor.make('Offline', EMPTY);
      await editor.enter(pid);
      const idea = await editor.add('text', 'textPrompt', { x: 480, y: 160 });
      await editor.write(idea, 'kept');
      await editor.waitUntilSaveState('Saved');
      await until(
        'the worker',
        () =>
          editor.tab.evaluate<boolean>(
            `const { active } = (await navigator.serviceWorker.getRegistration()) ?? {}; return active?.state === 'activated';`,
          ),
        (isActive) => isActive,
      );
      const { port, dataDir } = server;
      await server.kill();
      await editor.enter(pid);
      await editor.waitUntilSays(idea, 'kept');
      await editor.write(idea, ' and more');
      server = await startServer({ port, dataDir });
      await until(
        'the save',
        () =>
          editor.saved(pid).then(
            ({ nodes }) => nodes[0]?.data.value,
            () => null,
          ),
        (value) => value === 'kept and more',
      );
      expect((await editor.saved(pid)).nodes).toHaveLength(1);
      await editor.tab.close();
    },
  );
});
