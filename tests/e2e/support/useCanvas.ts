import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser, openPage } from '../../support/browser';
import { OpenCanvas } from '../../support/OpenCanvas';
import { Person } from '../../support/Person';
import { startServer, type RunningServer } from '../../support/startServer';

const snapshot = JSON.stringify({
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '새벽 강' } },
    { id: 'art', type: 'image', position: { x: 450, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
    { id: 'photo', type: 'imageUpload', position: { x: 0, y: 300 }, data: {} },
    { id: 'far', type: 'textPrompt', position: { x: 3000, y: 2000 }, data: { value: '먼 곳' } },
  ],
  edges: [
    {
      id: 'idea-art',
      source: 'idea',
      target: 'art',
      sourceHandle: 'text-right',
      targetHandle: 'text-left',
      type: 'text',
    },
  ],
  viewport: { x: 100, y: 60, zoom: 1 },
});

interface AtTheCanvas {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly person: Person;
  readonly canvas: OpenCanvas;
}

/** A member at a touch screen, for each test of the file with a project of the same four nodes. */
export function useCanvas(): { readonly current: AtTheCanvas } {
  let browser: Browser;
  let server: RunningServer;
  let faults: string[];
  let current: AtTheCanvas;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), startServer()]);
    const opened = await openPage(browser, { hasTouch: true });
    const { context, page } = opened;
    ({ faults } = opened);
    await OpenCanvas.watch(page);
    const person = new Person(page, server.url, 'ko');
    await person.signIn('손님');
    current = { context, page, person, canvas: new OpenCanvas(page) };
  });
  afterAll(async () => {
    assert.deepEqual(faults, []);
    await Promise.all([browser.close(), server.stop()]);
  });
  beforeEach(async () => {
    const { context, page, canvas } = current;
    const made = await context.request.post(`${server.url}/projects`, { data: { name: '손', canvas: snapshot } });
    const { projectId } = (await made.json()) as { projectId: number };
    await page.goto(`${server.url}/main/${projectId}`);
    await canvas.node('idea').waitFor();
    await canvas.paintsUntilRest();
  });
  // Whatever was done, it was drawn, and then nothing is.
  afterEach(async () => {
    assert.ok((await current.canvas.paintsUntilRest()) > 0);
    assert.equal(await current.canvas.paintsUntilRest(), 0);
  });

  return {
    get current() {
      return current;
    },
  };
}
