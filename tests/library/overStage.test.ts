import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Editor } from '../../src/engine';
import { launchBrowser, openPage, type OpenedPage } from '../support/browser';
import { programOf } from './documentation';
import { EmptyProject } from './EmptyProject';

/** A page of somebody else: the documentation's own component with two cards. */
const MAIN = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Editor, PAINT_THEMES, PAINT_WORDS } from 'mulgil/engine';
import { Flow } from './page.js';

let made = 0;
const editor = new Editor({
  snapshot: { nodes: [], edges: [], viewport: { x: 100, y: 100, zoom: 1 } },
  uniqueId: () => String(++made),
});
editor.addNode('textPrompt', null, { x: 0, y: 0 });
editor.addNode('image', null, { x: 405, y: 0 });
editor.stopEditing();
editor.select({});
window.editor = editor;
const [theme, words] = [PAINT_THEMES.dark, PAINT_WORDS.en];
createRoot(document.getElementById('page')).render(createElement(Flow, { editor, theme, words }));
`;

const HTML = `<!doctype html>
<style>.canvas { position: absolute; inset: 0 }</style>
<div id="page"></div>
<script type="module" src="./out/main.js"></script>
`;

declare global {
  interface Window {
    editor: Editor;
  }
}

const GREEN = '#0a8f5b';

let project: EmptyProject;
let server: PreviewServer;
let browser: Browser;
let opened: OpenedPage;

beforeAll(async () => {
  project = await EmptyProject.withPackage('@types/node', 'konva', 'react', 'react-dom', 'react-konva', '@types/react');
  await project.write('page.tsx', programOf('tsx'));
  await project.write('main.js', MAIN);
  await project.write('index.html', HTML);
  const settings = { module: 'nodenext', jsx: 'react-jsx', lib: ['esnext', 'dom'], allowJs: true, checkJs: false };
  const { code, said } = await project.compile(['page.tsx', 'main.js'], settings);
  if (code !== 0) throw new Error(said);
  const site = { root: project.folder, configFile: false, logLevel: 'error' } as const;
  await build(site);
  server = await preview({ ...site, preview: { host: '127.0.0.1', port: 0 } });
  browser = await launchBrowser([]);
  opened = await openPage(browser);
  await opened.page.goto(server.resolvedUrls?.local[0] ?? '');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await project.remove();
});

const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
const textOf = (page: Page): Promise<unknown> => page.evaluate(() => window.editor.document.allNodes()[0]?.data.value);

describe('a page that has nothing but the package', () => {
  it('walks the nodes, writes Hangul on a card and connects two, by keys alone [PACKAGE-14]', async () => {
    const { page, faults } = opened;
    await page.getByRole('application', { name: 'My flow' }).focus();
    await page.keyboard.press('Control+ArrowLeft');
    await page.keyboard.press('Control+ArrowRight');
    await expect.poll(() => focusedName(page)).toBe('Image');
    await page.keyboard.press('Control+ArrowLeft');
    await expect.poll(() => focusedName(page)).toBe('Text input');

    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Value' });
    await field.waitFor();
    const ime = await page.context().newCDPSession(page);
    for (const text of ['ㅁ', '무', '물'])
      await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    expect([await field.inputValue(), await textOf(page)]).toEqual(['물', undefined]);
    await ime.send('Input.insertText', { text: '물' });
    await page.keyboard.insertText('길');
    expect(await textOf(page)).toBe('물길');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('Text input, 물길');

    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('text output');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('status').textContent())
      .toContain('Connecting from Text input, 물길, text output.');
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('text input');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => window.editor.document.edgeCount)).toBe(1);
    expect(faults).toEqual([]);
  });

  it('lays the field where the text is painted, in the colours of the theme', async () => {
    const { page } = opened;
    await page.evaluate(() => {
      window.editor.view.setViewport({ x: 30, y: 40, zoom: 0.75 });
      window.editor.startEditing({ nodeId: 'textPrompt_node_1', name: 'value' });
    });
    const field = page.getByRole('textbox', { name: 'Value' });
    const layout = await page.evaluate(() => {
      const { document: flow } = window.editor;
      return flow.kinds.layoutOf(flow.node('textPrompt_node_1')!).fields[0]!.box;
    });
    await expect
      .poll(() => field.boundingBox())
      .toEqual({
        x: 30 + 0.75 * layout.x,
        y: 40 + 0.75 * layout.y,
        width: 0.75 * layout.width,
        height: 0.75 * layout.height,
      });
    const look = await field.evaluate((element) => {
      const { color, backgroundColor, fontFamily } = getComputedStyle(element);
      return { color, backgroundColor, fontFamily };
    });
    expect(look).toEqual({
      color: 'rgb(242, 242, 244)',
      backgroundColor: 'rgba(0, 0, 0, 0)',
      fontFamily: 'sans-serif',
    });
    await page.keyboard.press('Escape');
  });

  it('has an element for what is on the screen and no more', async () => {
    const { page } = opened;
    const shown = () => page.locator('[data-node-id]').count();
    await page.evaluate(() => {
      const { editor } = window;
      for (let i = 0; i < 1000; i++)
        editor.addNode('image', null, { x: 6000 + (i % 40) * 300, y: Math.floor(i / 40) * 300 });
      editor.stopEditing();
      editor.select({});
    });
    // The focus has followed what was added, and the view with it.
    await page.evaluate(() => window.editor.view.setViewport({ x: -6000, y: 0, zoom: 1 }));
    const inView = () => page.evaluate(() => window.editor.scene.nodesIn(window.editor.view.visibleBox()).length);
    // The focused one stays, wherever it is: the focus would go with it.
    await expect.poll(async () => (await shown()) - (await inView())).toBe(1);
    expect(await inView()).toBeGreaterThan(5);
  });

  it('shows a picture, takes a drag on it and a press on the minimap', async () => {
    const { page, faults } = opened;
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: GREEN } })
      .png()
      .toBuffer();
    await page.evaluate(
      (value) => {
        const { editor } = window;
        editor.view.setViewport({ x: 0, y: 0, zoom: 1 });
        const at = { x: 100, y: 300 };
        editor.apply([{ type: 'addNode', node: { id: 'photo', type: 'imageUpload', position: at, data: { value } } }]);
      },
      `data:image/png;base64,${png.toString('base64')}`,
    );
    const colourAt = async (left: number, top: number): Promise<string> => {
      const screen = sharp(await page.screenshot()).extract({ left, top, width: 1, height: 1 });
      return `#${(await screen.removeAlpha().raw().toBuffer()).toString('hex')}`;
    };
    await expect.poll(() => colourAt(227, 415)).toBe(GREEN);
    // The page decodes by itself when the worker cannot start, and ends the worker.
    expect(page.workers()).toHaveLength(1);

    await page.mouse.move(160, 320);
    await page.mouse.down();
    await page.mouse.move(310, 420, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => window.editor.document.node('photo')?.position)).toEqual({ x: 255, y: 405 });
    await expect.poll(() => colourAt(377, 515)).toBe(GREEN);
    expect(await colourAt(227, 415)).not.toBe(GREEN);

    await page.getByRole('img', { name: 'Overview' }).click({ position: { x: 20, y: 20 } });
    expect(await page.evaluate(() => window.editor.view.viewport.x)).not.toBe(0);
    expect(faults).toEqual([]);
  });
});
