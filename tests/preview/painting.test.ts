import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { InputPicture, PreviewRequest } from '../../preview';
import { paintPreview } from '../../preview/paintPreview';
import { takePhoto } from '../support/photo';

const SIDE = 1024;

const paint = (text: string, more: Partial<PreviewRequest> = {}): Promise<Buffer> =>
  paintPreview({ text, pictures: [], ...more });

const gallery = new Map<string, Promise<Buffer>>();

/** Paints each text once, for all tests that read it. */
function painted(text: string): Promise<Buffer> {
  const picture = gallery.get(text) ?? paint(text);
  gallery.set(text, picture);
  return picture;
}

/** Prepares a picture as the server gives it to the painter. */
async function input(bytes: Buffer, sha256: string): Promise<InputPicture> {
  const pixels = await sharp(bytes)
    .rotate()
    .resize(SIDE, SIDE, { fit: 'cover', position: sharp.strategy.attention })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { sha256, pixels: new Uint8ClampedArray(pixels) };
}

const plain = async (background: string): Promise<InputPicture> => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } });
  return input(await picture.png().toBuffer(), background);
};

/** The picture as seen from afar: 16 by 16 colours. */
const glance = async (bytes: Buffer): Promise<number[]> => [
  ...(await sharp(bytes).removeAlpha().resize(16, 16, { fit: 'fill' }).raw().toBuffer()),
];

async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([glance(one), glance(other)]);
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

async function meanColour(bytes: Buffer, area?: Area): Promise<{ red: number; green: number; blue: number }> {
  const part = area ? await sharp(bytes).extract(area).toBuffer() : bytes;
  const [red, green, blue] = (await sharp(part).stats()).channels.map(({ mean }) => mean);
  return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0 };
}

const lightness = ({ red, green, blue }: { red: number; green: number; blue: number }): number => red + green + blue;

/** The share of an area that is as light as letters, and the share as dark as the label's ground. */
async function inkIn(bytes: Buffer, area: Area): Promise<{ light: number; dark: number }> {
  const pixels = await sharp(bytes).extract(area).greyscale().raw().toBuffer();
  const share = (is: (value: number) => boolean): number => pixels.filter(is).length / pixels.length;
  return { light: share((value) => value > 240), dark: share((value) => value < 120) };
}

const [CAT, GREEN, RED, DAY, NIGHT] = [
  '노을 지는 바닷가의 하얀 고양이',
  '푸르른 여름 숲',
  'red mountains',
  '한낮의 바다',
  '밤바다',
];

describe('a preview', () => {
  it('is a PNG of 1024 by 1024, the same for the same words and another for other words', async () => {
    const first = await painted(CAT);
    expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: SIDE, height: SIDE });
    expect((await paint(CAT)).equals(first)).toBe(true);
    for (const other of [GREEN, NIGHT]) expect(await difference(first, await painted(other))).toBeGreaterThan(20);
  });

  it('is another one for another number, and the same for the same [PREVIEW-1]', async () => {
    const photo = await plain('#d02020');
    for (const [text, pictures] of [
      [CAT, []],
      ['the sound of jazz', []],
      [CAT, [photo]],
    ] as const) {
      const [first, zero, one, again, two] = await Promise.all(
        [undefined, 0, 1, 1, 2].map((number) => paint(text, { pictures: [...pictures], number })),
      );
      if (!first || !zero || !one || !again || !two) throw new Error('nothing was painted');
      expect([zero.equals(first), again.equals(one)]).toEqual([true, true]);
      expect(await difference(first, one)).toBeGreaterThan(3);
      expect(await difference(one, two)).toBeGreaterThan(3);
    }
  });

  it('follows the words for colours and hours, in both languages', async () => {
    const green = await meanColour(await painted(GREEN));
    expect(green.green).toBeGreaterThan(green.red);
    expect(green.green).toBeGreaterThan(green.blue);
    const red = await meanColour(await painted(RED));
    expect(red.red).toBeGreaterThan(red.green * 1.15);
    const [day, night] = [await meanColour(await painted(DAY)), await meanColour(await painted(NIGHT))];
    expect(lightness(night)).toBeLessThan(lightness(day) * 0.6);
  });

  it('says on itself that it is a preview', async () => {
    const label = await inkIn(await painted(DAY), { left: 700, top: 970, width: 290, height: 24 });
    expect(label.light).toBeGreaterThan(0.06);
    expect(label.dark).toBeGreaterThan(0.4);
  });

  it('sets what it cannot paint in large letters, in any shape, and writes nothing else [PREVIEW-2]', async () => {
    const middle = { left: 70, top: 330, width: 600, height: 280 };
    const letters = async (bytes: Buffer, area = middle): Promise<number> => (await inkIn(bytes, area)).light;
    expect(await letters(await paint('티라노사우루스'))).toBeGreaterThan(0.05);
    expect(await letters(await paint('a tiger'))).toBeGreaterThan(0.05);
    const high = await paint('티라노사우루스', { aspectRatio: '9:16' });
    expect(await letters(high, { left: 40, top: 380, width: 500, height: 180 })).toBeGreaterThan(0.05);
    expect(await letters(await paint('푸른 느낌'))).toBeLessThan(0.02);
  });

  it('is made out of the photo it is given, upright, in the light of the words', async () => {
    const photo = await takePhoto(1200);
    const seen = await sharp(photo)
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover', position: sharp.strategy.attention })
      .toBuffer();
    const picture = await input(photo, 'photo');
    const bytes = await paint('', { pictures: [picture] });
    expect(await difference(seen, bytes)).toBeLessThan(15);
    expect(await difference(await sharp(seen).rotate(90).toBuffer(), bytes)).toBeGreaterThan(25);
    const atNight = await paint('달빛 비치는 푸른 밤', { pictures: [picture] });
    expect(lightness(await meanColour(atNight))).toBeLessThan(lightness(await meanColour(bytes)) * 0.8);
  });

  it('shows every picture whole and in its order, in any shape [PREVIEW-3]', async () => {
    const pictures = await Promise.all(['#d02020', '#2030d0', '#20a040'].map(plain));
    const [red, blue] = pictures;
    if (!red || !blue) throw new Error('there is no picture');
    const beside = await paint('', { pictures: [red, blue] });
    const left = await meanColour(beside, { left: 60, top: 300, width: 380, height: 300 });
    const right = await meanColour(beside, { left: 580, top: 300, width: 380, height: 300 });
    expect(left.red).toBeGreaterThan(left.blue * 1.5);
    expect(right.blue).toBeGreaterThan(right.red * 1.5);

    const high = await paint('', { pictures, aspectRatio: '9:16' });
    const rows = await Promise.all(
      [40, 360, 680].map((top) => meanColour(high, { left: 180, top, width: 220, height: 180 })),
    );
    expect(rows.map((row) => Object.entries(row).toSorted((a, b) => b[1] - a[1])[0]?.[0])).toEqual([
      'red',
      'blue',
      'green',
    ]);
  });
});
