import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { startFakeGemini, type FakeGemini, type GeminiAnswer } from '../support/fakeGemini';
import { Person } from '../support/Person';
import { startServer, type RunningServer, type ServerOptions } from '../support/startServer';
import { pipe } from '../support/TestEditor';
import { browser, setUpApp } from './support/setUpApp';

const KEY = 'a-key-of-the-tests';
const PROMPT = '노을 지는 항구의 작은 배';

let server: RunningServer;
let gemini: FakeGemini;
/** Answers of Gemini in order; the last one repeats. */
let answers: GeminiAnswer[] = [];
let opened: OpenedPage;

setUpApp();
beforeAll(async () => {
  gemini = await openGemini();
  server = await startServer(toGemini(gemini.url));
  opened = await openPage(browser);
});
afterAll(async () => {
  await opened.context.close();
  await server.stop();
  await gemini.stop();
});
beforeEach(() => {
  answers = [];
});
afterEach(() => assert.deepEqual(opened.faults, []));

const openGemini = (port = 0): Promise<FakeGemini> =>
  startFakeGemini({
    port,
    answers: () => {
      const [answer = { nothing: true }] = answers.length > 1 ? answers.splice(0, 1) : answers;
      return answer;
    },
  });

/** Opens a project of a member: an idea piped into an image node. */
async function atTheCanvas() {
  const { page } = opened;
  const person = new Person(page, server.url, 'ko');
  await person.enter('김물길');
  const [idea, art] = ['idea', 'art'];
  const pid = await person.openMade('항구', {
    nodes: [
      { id: idea, type: 'textPrompt', position: { x: 300, y: 90 }, data: { value: PROMPT } },
      { id: art, type: 'image', position: { x: 700, y: 90 }, data: { model: 'Gemini-2.5-flash' } },
    ],
    edges: [pipe(idea, art)],
    viewport: { x: 0, y: 0, zoom: 1 },
  });
  await person.node(art).waitFor();
  return { person, page, pid, idea, art };
}

const toGemini = (url: string): ServerOptions => ({
  env: { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: url },
});

const aPicture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#0a8f5b' } })
    .png()
    .toBuffer();

const reasonOn = (person: Person, nodeId: string) =>
  person
    .node(nodeId)
    .locator('[data-reason]')
    .textContent({ timeout: 500 })
    .catch(() => null);

async function savedValue(person: Person, pid: number, nodeId: string): Promise<unknown> {
  const answer = await person.page.context().request.get(`${server.url}/projects/${pid}`);
  const { canvas } = (await answer.json()) as { canvas: string };
  const { nodes } = JSON.parse(canvas) as { nodes: { id: string; data: { value?: unknown } }[] };
  return nodes.find(({ id }) => id === nodeId)?.data.value;
}

describe('The picture comes from Gemini', () => {
  it('through the real client, with the words and in the node [OVERLAY-4] [OVERLAY-6]', async () => {
    const picture = await aPicture();
    answers = [{ picture, usage: { promptTokenCount: 9, candidatesTokenCount: 1290, totalTokenCount: 1299 } }];
    const { person, page, pid, art } = await atTheCanvas();
    expect(await page.getByText(person.words.canvas.offlineBadge).count()).toBe(0);

    await person.run(art);
    await person.node(art).getByRole('button', { name: person.words.node.enlarge }).waitFor();

    expect(JSON.stringify(gemini.requests.at(-1)?.body)).toContain(PROMPT);
    await person.waitUntilSaved();
    await expect.poll(() => savedValue(person, pid, art)).toMatch(/^\/files\/[0-9a-f]{64}\.png$/);
    await person.node(art).getByRole('button', { name: person.words.node.enlarge }).click();
    const large = page.getByRole('dialog').locator('img');
    await expect.poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(640);
    // The maker and the cost, the words, and the stored file.
    const overlay = page.getByRole('dialog');
    await overlay.getByText(/ · \S+ · US\$0\.\d+$/).waitFor();
    await overlay.getByText(PROMPT).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      overlay.getByRole('button', { name: person.words.takes.download }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${PROMPT}.png`);
    const stored = await page.context().request.get(server.url + String(await savedValue(person, pid, art)));
    expect(await buffer(await download.createReadStream())).toEqual(await stored.body());
  });
});

describe('Something goes wrong on the way', () => {
  it('a provider that cannot be reached is shown without its address, and can be tried again', async () => {
    const { person, page, art } = await atTheCanvas();
    await gemini.stop();
    await person.run(art);
    await page.getByText(person.words.toast.imageGenerationErrorTitle).waitFor();
    await expect.poll(() => reasonOn(person, art)).toBe(person.words.failure.unreachable);

    answers = [{ picture: await aPicture() }];
    gemini = await openGemini(Number(new URL(gemini.url).port));
    await person.node(art).getByRole('button', { name: person.words.shell.tryAgain }).click();
    await person.node(art).getByRole('button', { name: person.words.node.enlarge }).waitFor();
  });

  it('a used-up quota says on the node when to try again, and says it again after a reload [ENGINE-4] [ENGINE-10]', async () => {
    const { person, page, art } = await atTheCanvas();
    answers = [
      {
        error: {
          code: 429,
          status: 'RESOURCE_EXHAUSTED',
          message: `Quota exceeded for key ${KEY}`,
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '600s' }],
        },
      },
    ];
    const asked = gemini.requests.length;
    await person.run(art);
    const atATime = /^AI 사용 한도에 닿았어요\. (\d+월 \d+일 )?\d\d:\d\d에 다시 시도해 주세요\.$/;
    await expect.poll(() => reasonOn(person, art)).toMatch(atATime);
    const said = await reasonOn(person, art);
    await person.waitUntilSaved();
    await page.reload();
    await expect.poll(() => reasonOn(person, art)).toBe(said);
    expect(gemini.requests.length).toBe(asked + 1);
    for (const secret of [KEY, gemini.url]) expect(server.output()).not.toContain(secret);
  });

  it('a server that dies in the middle and comes back: the failure is shown and kept, and the next run works', async () => {
    const picture = await aPicture();
    answers = [{ hang: true }, { picture }];
    const { person, page, pid, idea, art } = await atTheCanvas();
    await person.waitUntilSaved();
    const asked = gemini.requests.length;
    await person.run(art);
    await expect.poll(() => gemini.requests.length).toBe(asked + 1);
    await server.kill();
    // Words written while the server is away are kept, and sent when it is back.
    await person.write(idea, ' 그리고 갈매기');
    await expect
      .poll(() => page.getByText(person.words.save.retrying).or(page.getByText(person.words.save.offline)).count())
      .toBeGreaterThan(0);
    server = await startServer({ ...toGemini(gemini.url), dataDir: server.dataDir, port: server.port });
    await expect.poll(() => reasonOn(person, art)).toMatch(/[가-힣]/);
    await expect.poll(() => savedValue(person, pid, idea)).toBe(`${PROMPT} 그리고 갈매기`);
    await person.waitUntilSaved();
    await person.run(art);
    await person.node(art).getByRole('button', { name: person.words.node.enlarge }).waitFor();
  });
});
