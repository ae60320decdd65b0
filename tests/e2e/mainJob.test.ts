import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { takePhoto } from '../support/photo';
import { startServer, type RunningServer } from '../support/startServer';
import { languages } from './support/languages';
import { browser, setUpApp } from './support/setUpApp';

/** The shortest time that loading shows (GEN-2). */
const MINIMUM_LOADING_MS = 2000;

const AFTERNOONS = {
  ko: {
    name: '김물길',
    project: '새벽 강',
    prompt: '새벽 강 위로 떠오르는 달과 작은 나룻배, 고요하고 푸른 분위기',
  },
  en: {
    name: 'River Walker',
    project: 'Evening harbour',
    prompt: 'A quiet harbour at sunset, warm orange light',
  },
} as const;

/** The state when the person left. */
interface Left {
  readonly language: keyof typeof AFTERNOONS;
  readonly pid: number;
  readonly ids: readonly [idea: string, shot: string, art: string];
  readonly places: Awaited<ReturnType<typeof placesOf>>;
  /** The picture that the image node had before. */
  readonly before: Buffer;
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

let photo: Buffer;
let server: RunningServer;
const left: Left[] = [];

setUpApp();
beforeAll(async () => {
  [photo, server] = await Promise.all([takePhoto(900), startServer()]);
});
afterAll(() => server.stop());

describe('The main job', () => {
  it.each(languages('ko'))('goes from signing in to a picture in %s [THUMB-14]', async (language) => {
    const { name, project, prompt } = AFTERNOONS[language];
    const { context, page, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);

    await person.signIn(name);
    const pid = await person.createProject(project);
    const idea = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 90 });
    const shot = await person.dragFromPanel('image', 'imageUpload', { x: 400, y: 345 });
    const art = await person.dragFromPanel('image', 'Gemini-2.5-flash', { x: 795, y: 180 });
    await person.write(idea, prompt);
    await person.chooseFile(shot, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
    await person.pipe(idea, 'text-right', art, 'text-left');
    await person.pipe(shot, 'image-right', art, 'image-left');

    const before = await page.screenshot({ clip: await bodyOf(person, art) });
    const startedAt = Date.now();
    await person.run(art);
    await expect.poll(() => person.node(art).getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => person.node(art).getAttribute('aria-busy')).not.toBe('true');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(MINIMUM_LOADING_MS);
    await person.node(art).getByRole('button', { name: person.words.node.enlarge }).waitFor();
    await expect.poll(() => differenceOf(before, person, art)).toBeGreaterThan(20);

    await person.node(art).getByRole('button', { name: person.words.node.enlarge }).press('Enter');
    await page.getByTestId('picture-overlay').getByText(person.words.node.madeOffline).waitFor();
    await page.keyboard.press('Escape');

    await person.waitUntilSaved();
    const places = await placesOf(person, [idea, shot, art]);
    await person.goHome();
    await page.getByText(project).waitFor();
    const thumbnail = page.getByRole('link', { name: project }).locator('img');
    await expect.poll(() => thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    // A window is wider than its card: nothing of its picture is cut off there.
    expect(await thumbnail.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
    left.push({ language, pid, ids: [idea, shot, art], places, before, cookies: await context.cookies() });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is all there on another day, in another browser that brings nothing but the sign-in', async () => {
    await server.stop();
    server = await startServer({ dataDir: server.dataDir, port: server.port });
    expect(left.map(({ language }) => language)).toEqual(languages('ko'));
    for (const { language, pid, ids, places, before, cookies } of left) {
      const { project, prompt } = AFTERNOONS[language];
      const [idea, shot, art] = ids;
      const { context, page, faults } = await openPage(browser, { storageState: { cookies, origins: [] } });
      const person = new Person(page, server.url, language);
      await page.goto(`${server.url}/?lng=${language}`);
      await person.openProject(project);
      await expect.poll(async () => (await person.nodeIds()).toSorted()).toEqual(ids.toSorted());
      expect(await placesOf(person, ids)).toEqual(places);
      const saved = await canvasOf(context, pid);
      expect(saved.nodes.map(({ id }) => id)).toEqual(ids);
      expect(saved.nodes[0]?.data.value).toBe(prompt);
      expect(saved.nodes[1]?.data.value).toMatch(/^\/files\/[0-9a-f]{64}\.jpg$/);
      expect(saved.nodes[2]?.data.value).toMatch(/^\/files\/[0-9a-f]{64}\.png$/);
      const text = { type: 'text', sourceHandle: 'text-right', targetHandle: 'text-left' };
      const image = { type: 'image', sourceHandle: 'image-right', targetHandle: 'image-left' };
      expect(saved.edges).toEqual([
        expect.objectContaining({ id: `${idea}-${art}`, ...text }),
        expect.objectContaining({ id: `${shot}-${art}`, ...image }),
      ]);
      await expect.poll(() => differenceOf(before, person, art)).toBeGreaterThan(20);
      expect(faults).toEqual([]);
      await context.close();
    }
  });
});

async function bodyOf(person: Person, nodeId: string) {
  const box = await boxOf(person.node(nodeId));
  return { x: box.x + 20, y: box.y + 50, width: box.width - 40, height: box.height - 60 };
}

/** Mean difference of the node's picture from an earlier screenshot of it, 0 to 255. */
async function differenceOf(before: Buffer, person: Person, nodeId: string): Promise<number> {
  const now = await person.page.screenshot({ clip: await bodyOf(person, nodeId) });
  const { width, height } = await sharp(before).metadata();
  const [a, b] = await Promise.all(
    [before, now].map((png) => sharp(png).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
  );
  if (!a || !b) throw new Error('no pixels');
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - (b[index] ?? 0));
  return sum / a.length;
}

async function placesOf(person: Person, nodeIds: readonly string[]) {
  return Promise.all(
    nodeIds.map(async (id) => {
      const box = await boxOf(person.node(id));
      return { id, x: Math.round(box.x), y: Math.round(box.y) };
    }),
  );
}

interface SavedCanvas {
  readonly nodes: { id: string; data: { value?: unknown } }[];
  readonly edges: unknown[];
}

async function canvasOf(context: BrowserContext, pid: number): Promise<SavedCanvas> {
  const answer = await context.request.get(`${server.url}/projects/${pid}`);
  const { canvas } = (await answer.json()) as { canvas: string };
  return JSON.parse(canvas) as SavedCanvas;
}
