import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PREVIEW_RATIOS } from '../../../preview';
import { pictureDecoder } from '../../../server/files/decoding';
import { signIn } from '../support/Person';
import { plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { openEngineApp, type EngineApp } from './support/openEngineApp';

const words = (content: string): object => ({ type: 'text_prompt', content });
interface Preview {
  url: string;
  bytes: Buffer;
}

afterEach(() => vi.restoreAllMocks());

let engineApp: EngineApp;
beforeAll(async () => {
  engineApp = await openEngineApp(undefined, { GENERATE_PER_MINUTE: '100' }, 'file');
});

async function order(wish: { nodes: object[]; aspectRatio?: string; number?: number }): Promise<Preview> {
  const { person, projectId } = engineApp;
  const answer = await person.post('/nodes/generate/image', { projectId, ...wish });
  const picture = eventsIn(answer.body).find(({ event }) => event === 'generated_image');
  if (picture?.event !== 'generated_image') throw new Error(`no picture: ${answer.body}`);
  const { url } = picture.data;
  return { url, bytes: (await person.get(url)).rawPayload };
}

const paint = (...nodes: object[]): Promise<Preview> => order({ nodes });

const gallery = new Map<string, Promise<Preview>>();

/** Paints each text once, for all tests that read it. */
function painted(text: string): Promise<Preview> {
  const picture = gallery.get(text) ?? paint(words(text));
  gallery.set(text, picture);
  return picture;
}

/** The share of the label's area that is as light as its words, and the share as dark as its ground. */
async function labelIn(bytes: Buffer, left: number): Promise<{ light: number; dark: number }> {
  const label = sharp(bytes).extract({ left, top: 970, width: 290, height: 24 }).greyscale();
  const pixels = await label.raw().toBuffer();
  const share = (is: (value: number) => boolean): number => pixels.filter(is).length / pixels.length;
  return { light: share((value) => value > 215), dark: share((value) => value < 120) };
}

/** The picture as seen from afar: 16 by 16 colours. */
async function glance(bytes: Buffer): Promise<number[]> {
  return [...(await sharp(bytes).removeAlpha().resize(16, 16, { fit: 'fill' }).raw().toBuffer())];
}

async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([glance(one), glance(other)]);
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

const [CAT, DAY, NIGHT] = ['노을 지는 바닷가의 하얀 고양이', '한낮의 바다', '밤바다'];

describe('a preview painted without any key', () => {
  it('is one file for the same words', async () => {
    expect((await engineApp.person.get('/capabilities')).json()).toMatchObject({
      image: 'offline',
      analyze: 'offline',
    });
    const first = await painted(CAT);
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    expect((await paint(words(CAT))).url).toBe(first.url);
  });

  it('has the requested shape, and says on itself that it is a preview there, too [ENGINE-7]', async () => {
    const shaped = async (aspectRatio: string): Promise<Buffer> =>
      (await order({ nodes: [words(DAY)], aspectRatio })).bytes;
    const square = (await painted(DAY)).bytes;
    expect((await engineApp.person.get('/capabilities')).json()).toMatchObject({ aspectRatios: PREVIEW_RATIOS });
    const wide = await shaped('16:9');
    expect(await sharp(wide).metadata()).toMatchObject({ width: 1024, height: 576 });
    const middle = await sharp(square).extract({ left: 0, top: 224, width: 1024, height: 300 }).toBuffer();
    expect(
      await difference(middle, await sharp(wide).extract({ left: 0, top: 0, width: 1024, height: 300 }).toBuffer()),
    ).toBeLessThan(1);
    const high = await shaped('9:16');
    expect(await sharp(high).metadata()).toMatchObject({ width: 576, height: 1024 });
    const label = await labelIn(high, 252);
    expect(label.light).toBeGreaterThan(0.06);
    expect(label.dark).toBeGreaterThan(0.4);
  });

  it('leaves the server free for others while it paints, and can be stopped', async () => {
    const ended: string[] = [];
    const painting = paint(words(NIGHT)).then(() => ended.push('picture'));
    await engineApp.person.get('/healthz').then(() => ended.push('health'));
    await painting;
    expect(ended).toEqual(['health', 'picture']);

    const stopped = engineApp.person.post('/nodes/generate/image', {
      projectId: engineApp.projectId,
      nodes: [words('oil painting of a fox')],
    });
    const jobs = async (): Promise<{ id: string; state: string }[]> =>
      (await engineApp.person.get(`/projects/${engineApp.projectId}/jobs`)).json();
    const running = async (): Promise<string | undefined> =>
      (await jobs()).find(({ state }) => state === 'running')?.id;
    await expect.poll(running).toBeDefined();
    expect((await engineApp.person.delete(`/jobs/${await running()}`)).statusCode).toBe(204);
    expect(eventsIn((await stopped).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'aborted' } });
    expect((await paint(words('a fox'))).url).toMatch(/^\/files\//);
  });
});

it('the pictures of a preview are decoded in their member’s turn, and only once it is painted next', async () => {
  const { app, db } = engineApp;
  const decode = pictureDecoder.decode.bind(pictureDecoder);
  const begun: unknown[] = [];
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  vi.spyOn(pictureDecoder, 'decode').mockImplementation(async (task, bytes, whose) => {
    if (task !== 'square') return decode(task, bytes, whose);
    begun.push(whose);
    await opened;
    return decode(task, bytes, whose);
  });
  const ask = async (name: string): Promise<string> => {
    const person = await signIn(app, name);
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    const { url } = (await person.upload('POST', '/files', 'file', await plainPicture('#aa3311'))).json<Preview>();
    const nodes = [{ type: 'image_prompt', content: url }];
    const answer = await person.post('/nodes/generate/image', { projectId: await person.create(), nodes });
    expect(eventsIn(answer.body).at(-1)).toEqual({ event: 'generate_image_end' });
    return memberId;
  };
  const asked = Promise.all([ask('지우'), ask('다른 사람')]);
  const running = () => db.selectFrom('job').select('id').where('state', '=', 'running').execute();
  await expect.poll(running, { timeout: 30_000 }).toHaveLength(2);
  // The second would begin within a moment.
  await pause(200);
  expect(begun).toHaveLength(1);
  gate.emit('open');
  const turns = (await asked).map((memberId) => ({ memberId, hasPlace: true }));
  expect(begun).toHaveLength(2);
  expect(begun).toEqual(expect.arrayContaining(turns));
});
