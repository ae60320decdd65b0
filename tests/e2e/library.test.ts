import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import sharp from 'sharp';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programOf } from '../library/documentation';
import { openPage } from '../support/browser';
import { EN, LIGHT } from '../support/paintWorld';
import { browser, setUpApp } from './support/setUpApp';

const GREEN = '#0a8f5b';
const root = resolve(import.meta.dirname, '../..');

/** The script that a foreign application needs beside the component in the documentation. */
const MAIN = (picture: string) => `
import { createRoot } from 'react-dom/client';
import { Editor } from 'mulgil/engine';
import { Flow } from './page';

const editor = new Editor({
  snapshot: {
    nodes: [{ id: 'photo', type: 'imageUpload', position: { x: 100, y: 100 }, data: { value: '${picture}' } }],
    edges: [],
    viewport: { x: 0, y: 0, zoom: 1 },
  },
  uniqueId: () => crypto.randomUUID(),
});
editor.subscribe(({ type }) => {
  if (type === 'document') document.title = JSON.stringify(editor.document.node('photo')?.position);
  if (type === 'viewport') document.title = 'looks elsewhere';
});
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <Flow editor={editor} theme={${JSON.stringify(LIGHT)}} words={${JSON.stringify(EN)}} />,
);
`;

let folder: string;
let server: PreviewServer;

setUpApp();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-page-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: GREEN } })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'page.tsx'), programOf('tsx'));
  await writeFile(join(folder, 'main.tsx'), MAIN(`data:image/png;base64,${png.toString('base64')}`));
  await writeFile(
    join(folder, 'index.html'),
    '<style>body { margin: 0 } .canvas { position: absolute; inset: 0 }</style><script type="module" src="/main.tsx"></script>',
  );
  const alias = { 'mulgil/engine/konva': join(root, 'src/engine/konva'), 'mulgil/engine': join(root, 'src/engine') };
  const own = { root: folder, configFile: false, logLevel: 'error' } as const;
  await build({ ...own, plugins: [react()], resolve: { alias } });
  server = await preview({ ...own, preview: { port: 0, host: '127.0.0.1' } });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it("shows the documentation's page, takes a drag on it and a press on its minimap", async () => {
  const { context, page, faults } = await openPage(browser, { viewport: { width: 800, height: 600 } });
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.getByRole('application', { name: 'My flow' }).waitFor();

  const colourAt = async (left: number, top: number): Promise<string> => {
    const screen = sharp(await page.screenshot()).extract({ left, top, width: 1, height: 1 });
    return `#${(await screen.removeAlpha().raw().toBuffer()).toString('hex')}`;
  };
  await expect.poll(() => colourAt(227, 215)).toBe(GREEN);
  // The page decodes by itself when the worker cannot start, and ends the worker.
  expect(page.workers()).toHaveLength(1);

  await page.mouse.move(160, 120);
  await page.mouse.down();
  await page.mouse.move(310, 220, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => page.title()).toBe('{"x":255,"y":195}');
  await expect.poll(() => colourAt(377, 315)).toBe(GREEN);
  expect(await colourAt(227, 215)).not.toBe(GREEN);

  await page.getByRole('img', { name: 'Overview' }).click({ position: { x: 20, y: 20 } });
  expect(await page.title()).toBe('looks elsewhere');
  expect(faults).toEqual([]);
  await context.close();
});
