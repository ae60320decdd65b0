import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Snapshot } from '../../../src/engine';
import type { Language } from '../../../src/i18n/languages';
import { openPage } from '../../support/browser';
import { OpenCanvas } from '../../support/OpenCanvas';
import { Person } from '../../support/Person';
import { pipe } from '../../support/TestEditor';
import { browser, server, setUpApp } from './setUpApp';

/** Four nodes, one of them far off. */
const FLOW: Snapshot = {
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '새벽 강' } },
    { id: 'art', type: 'image', position: { x: 450, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
    { id: 'photo', type: 'imageUpload', position: { x: 0, y: 300 }, data: {} },
    { id: 'far', type: 'textPrompt', position: { x: 3000, y: 2000 }, data: { value: '먼 곳' } },
  ],
  edges: [pipe('idea', 'art')],
  viewport: { x: 100, y: 60, zoom: 1 },
};

/** The context that `setUpCanvas` has opened for the running test. */
export let context: BrowserContext;
export let page: Page;
export let person: Person;
export let canvas: OpenCanvas;

interface CanvasOptions {
  readonly flow?: Snapshot;
  readonly language?: Language;
  readonly hasTouch?: boolean;
  readonly deviceScaleFactor?: number;
}

/** Opens, for each test of the file, a new project with the flow, of a member who by default has a touch screen. */
export function setUpCanvas({
  flow = FLOW,
  language = 'ko',
  hasTouch = true,
  deviceScaleFactor = 1,
}: CanvasOptions = {}): void {
  let faults: string[];

  setUpApp();
  beforeAll(async () => {
    ({ context, page, faults } = await openPage(browser, { hasTouch, deviceScaleFactor }));
    await OpenCanvas.watch(page);
    person = new Person(page, server.url, language);
    await person.enter('손님');
    canvas = new OpenCanvas(page);
  });
  afterAll(() => assert.deepEqual(faults, []));
  beforeEach(async () => {
    await person.openMade('손', flow);
    await canvas.node('idea').waitFor();
    await canvas.paintsUntilRest();
  });
}

/** Expects that a frame follows every change, and then nothing is drawn. */
export async function expectRest(): Promise<void> {
  assert.ok((await canvas.paintsUntilRest()) > 0);
  assert.equal(await canvas.paintsUntilRest(), 0);
}

export const press = (key: string): Promise<void> => page.keyboard.press(key);
