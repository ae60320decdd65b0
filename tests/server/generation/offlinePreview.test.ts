import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { PREVIEW_RATIOS } from '../../../preview/paint/cutToRatio';
import { takePhoto } from '../../support/photo';
import { plainPicture } from './support/Easel';
import { eventsIn } from './support/events';
import { openStudio, type Studio } from './support/openStudio';

const words = (content: string): object => ({ type: 'text_prompt', content });
const photoItem = (bytes: Buffer, type = 'jpeg'): object => ({
  type: 'image_prompt',
  content: `data:image/${type};base64,${bytes.toString('base64')}`,
});

interface Preview {
  url: string;
  bytes: Buffer;
}

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(undefined, { GENERATE_PER_MINUTE: '100' }, 'file');
});

async function order(wish: { nodes: object[]; aspectRatio?: string; number?: number }): Promise<Preview> {
  const { person, projectId } = studio;
  const answer = await person.post('/nodes/generate/image', { projectId, ...wish });
  const picture = eventsIn(answer.body).find(({ event }) => event === 'generated_image');
  if (picture?.event !== 'generated_image') throw new Error(`no picture: ${answer.body}`);
  const { url } = picture.data;
  return { url, bytes: (await person.get(url)).rawPayload };
}

const paint = (...nodes: object[]): Promise<Preview> => order({ nodes });

const gallery = new Map<string, Promise<Preview>>();

/** Painted once, for all tests that look at it. */
function painted(text: string): Promise<Preview> {
  const picture = gallery.get(text) ?? paint(words(text));
  gallery.set(text, picture);
  return picture;
}

/** How much of the label's place is as light as its words, and as dark as its ground. */
async function labelIn(bytes: Buffer, left: number): Promise<{ light: number; dark: number }> {
  const label = sharp(bytes).extract({ left, top: 970, width: 290, height: 24 }).greyscale();
  const pixels = await label.raw().toBuffer();
  const share = (is: (value: number) => boolean): number => pixels.filter(is).length / pixels.length;
  return { light: share((value) => value > 215), dark: share((value) => value < 120) };
}

/** The picture as a person sees it from afar: 16 by 16 colours. */
async function glance(bytes: Buffer): Promise<number[]> {
  return [...(await sharp(bytes).removeAlpha().resize(16, 16, { fit: 'fill' }).raw().toBuffer())];
}

async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([glance(one), glance(other)]);
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

async function meanColour(bytes: Buffer): Promise<{ red: number; green: number; blue: number }> {
  const [red, green, blue] = (await sharp(bytes).stats()).channels.map(({ mean }) => mean);
  return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0 };
}

const lightness = ({ red, green, blue }: { red: number; green: number; blue: number }): number => red + green + blue;

/** Painting is work for a processor, and tests share theirs. */
const PATIENCE_MS = 60_000;

const [CAT, GREEN, RED, DAY, NIGHT] = [
  '노을 지는 바닷가의 하얀 고양이',
  '푸르른 여름 숲',
  'red mountains',
  '한낮의 바다',
  '밤바다',
];

describe('a preview painted without any key', { timeout: PATIENCE_MS }, () => {
  it('is a PNG of 1024 by 1024, the same for the same words and another for other words', async () => {
    expect((await studio.person.get('/capabilities')).json()).toMatchObject({ image: 'offline', analyze: 'offline' });
    const first = await painted(CAT);
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    expect((await paint(words(CAT))).url).toBe(first.url);
    for (const other of [GREEN, NIGHT]) {
      expect(await difference(first.bytes, (await painted(other)).bytes)).toBeGreaterThan(20);
    }
  });

  it('has the shape it is asked for, and says on itself there too what it is [ENGINE-7]', async () => {
    const shaped = async (aspectRatio: string): Promise<Buffer> =>
      (await order({ nodes: [words(DAY)], aspectRatio })).bytes;
    const square = (await painted(DAY)).bytes;
    expect((await studio.person.get('/capabilities')).json()).toMatchObject({ aspectRatios: PREVIEW_RATIOS });
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

  it('is another one for another number, and the same for the same [PREVIEW-1]', async () => {
    const photo = photoItem(await plainPicture('#d02020'), 'png');
    for (const nodes of [[words(CAT)], [words('the sound of jazz')], [words(CAT), photo]]) {
      const [first, zero, one, oneAgain, two] = [
        await order({ nodes }),
        await order({ nodes, number: 0 }),
        await order({ nodes, number: 1 }),
        await order({ nodes, number: 1 }),
        await order({ nodes, number: 2 }),
      ];
      expect(zero.url).toBe(first.url);
      expect(oneAgain.url).toBe(one.url);
      expect(await difference(first.bytes, one.bytes)).toBeGreaterThan(3);
      expect(await difference(one.bytes, two.bytes)).toBeGreaterThan(3);
    }
  });

  it('differs for texts in which it knows no word', async () => {
    const [one, other] = await Promise.all([painted('the sound of jazz'), painted('the taste of salt')]);
    expect(await difference(one.bytes, other.bytes)).toBeGreaterThan(20);
  });

  it('follows the words for colours and hours, in both languages', async () => {
    const green = await meanColour((await painted(GREEN)).bytes);
    expect(green.green).toBeGreaterThan(green.red);
    expect(green.green).toBeGreaterThan(green.blue);
    const red = await meanColour((await painted(RED)).bytes);
    expect(red.red).toBeGreaterThan(red.green * 1.15);
    const day = await meanColour((await painted(DAY)).bytes);
    const night = await meanColour((await painted(NIGHT)).bytes);
    expect(lightness(night)).toBeLessThan(lightness(day) * 0.6);
  });

  it('says on itself that it is a preview', async () => {
    const label = await labelIn((await painted(DAY)).bytes, 700);
    expect(label.light).toBeGreaterThan(0.06);
    expect(label.dark).toBeGreaterThan(0.4);
  });

  it('is made out of the photo it is given, upright, in the light of the words', async () => {
    const photo = await takePhoto(1200);
    const seen = await sharp(photo)
      .rotate()
      .resize(1024, 1024, { fit: 'cover', position: sharp.strategy.attention })
      .toBuffer();
    const { bytes } = await paint(photoItem(photo));
    expect(await difference(seen, bytes)).toBeLessThan(15);
    expect(await difference(await sharp(seen).rotate(90).toBuffer(), bytes)).toBeGreaterThan(25);

    const atNight = await paint(words('달빛 비치는 푸른 밤'), photoItem(photo));
    expect(lightness(await meanColour(atNight.bytes))).toBeLessThan(lightness(await meanColour(bytes)) * 0.8);
  });

  it('uses every picture, in the order of the pipes', async () => {
    const [red, blue] = await Promise.all([plainPicture('#d02020'), plainPicture('#2030d0')]);
    const both = await paint(photoItem(red, 'png'), photoItem(blue, 'png'));
    const half = (left: number): Promise<Buffer> =>
      sharp(both.bytes).extract({ left, top: 100, width: 300, height: 800 }).toBuffer();
    const left = await meanColour(await half(60));
    const right = await meanColour(await half(664));
    expect(left.red).toBeGreaterThan(left.blue * 1.5);
    expect(right.blue).toBeGreaterThan(right.red * 1.5);
    expect((await paint(photoItem(blue, 'png'), photoItem(red, 'png'))).url).not.toBe(both.url);
  });

  it('leaves the server free for others while it paints, and can be stopped', async () => {
    const ended: string[] = [];
    const painting = paint(words(NIGHT)).then(() => ended.push('picture'));
    await studio.person.get('/healthz').then(() => ended.push('health'));
    await painting;
    expect(ended).toEqual(['health', 'picture']);

    const stopped = studio.person.post('/nodes/generate/image', {
      projectId: studio.projectId,
      nodes: [words('oil painting of a fox')],
    });
    const jobs = async (): Promise<{ id: string; state: string }[]> =>
      (await studio.person.get(`/projects/${studio.projectId}/jobs`)).json();
    const running = async (): Promise<string | undefined> =>
      (await jobs()).find(({ state }) => state === 'running')?.id;
    await expect.poll(running).toBeDefined();
    expect((await studio.person.delete(`/jobs/${await running()}`)).statusCode).toBe(204);
    expect(eventsIn((await stopped).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'aborted' } });
    expect((await paint(words('a fox'))).url).toMatch(/^\/files\//);
  });
});
