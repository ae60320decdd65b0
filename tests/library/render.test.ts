import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from '../../scripts/render/render';
import type { FlowEdge, FlowNode } from '../../src/engine';
import { COLOURS } from '../../src/theme/tokens';
import { pipe } from '../support/TestEditor';

const GREEN = '#0a8f5b';
/** World pixels of pane around the nodes. */
const EDGE = 60;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-render-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);

const node = (id: string, type: string, x: number, y: number, data: FlowNode['data'] = {}): FlowNode => ({
  id,
  type,
  position: { x, y },
  data,
});

/** Writes a snapshot to a file as the editor saves it. */
function save(nodes: readonly FlowNode[], edges: readonly FlowEdge[] = []): Promise<void> {
  return writeFile(at('flow.json'), JSON.stringify({ nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } }));
}

/** Draws the saved flow and reads the result. */
async function draw(...options: string[]) {
  const { code, lines } = await render([at('flow.json'), at('out.png'), ...options]);
  expect({ code, lines }).toMatchObject({ code: 0 });
  const { data, info } = await sharp(at('out.png')).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colour = (x: number, y: number): string =>
    `#${data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')}`;
  /** The colours of a box, each once. */
  const colours = (x: number, y: number, width: number, height: number): Set<string> =>
    new Set(Array.from({ length: width * height }, (_, i) => colour(x + (i % width), y + Math.floor(i / width))));
  return { lines, colour, colours, width: info.width, height: info.height, png: await readFile(at('out.png')) };
}

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: GREEN } })
    .png()
    .toBuffer();

const idea = node('idea', 'textPrompt', 0, 0, { value: '노을 지는 항구의 작은 배' });
const art = node('art', 'image', 405, 0, { model: 'Gemini-2.5-flash' });

describe('npm run render', () => {
  it('draws every node and pipe, with its words, with a strip of pane around them', async () => {
    await save([idea, art], [pipe('idea', 'art')]);
    const { lines, colour, colours, width, height } = await draw();
    expect(lines).toEqual([`${at('out.png')}: 770 x 315 pixels, 2 nodes, 1 connection`]);
    expect([width, height]).toEqual([405 + 245 + 2 * EDGE, 195 + 2 * EDGE]);
    const { pane, surface, textEdgeCore } = COLOURS.light;
    expect(colour(5, 5)).toBe(pane);
    expect(colour(EDGE + 100, EDGE + 120)).toBe(surface);
    expect(colour(EDGE + 260, EDGE + 97)).toBe(textEdgeCore);
    // Antialiased strokes are hardly ever as dark as the ink.
    expect([...colours(EDGE + 12, EDGE + 40, 150, 30)].toSorted()[0]).toMatch(/^#[0-5]/);
  });

  it('draws Hangul by its letters, not by boxes', async () => {
    const pngs: string[] = [];
    for (const value of ['물', '길']) {
      await save([node('idea', 'textPrompt', 0, 0, { value })]);
      pngs.push((await draw()).png.toString('base64'));
    }
    expect(pngs[0]).not.toBe(pngs[1]);
  });

  it('draws in the theme, the language and the size that were asked for', async () => {
    await save([idea]);
    const korean = await draw('--width', '510');
    expect([korean.width, korean.height]).toEqual([510, 473]);
    const english = await draw('--width', '510', '--lng', 'en');
    expect(english.png.equals(korean.png)).toBe(false);
    const dark = await draw('--scale', '2', '--theme', 'dark');
    expect([dark.width, dark.height]).toEqual([680, 630]);
    expect(dark.colour(5, 5)).toBe(COLOURS.dark.pane);
    expect(dark.colour(2 * (EDGE + 100), 2 * (EDGE + 120))).toBe(COLOURS.dark.surface);
  });

  it('shows pictures from data URLs and from the folder of a server, and says which it cannot', async () => {
    const png = await picture();
    const name = `${createHash('sha256').update(png).digest('hex')}.png`;
    await mkdir(at(`files/${name.slice(0, 2)}`), { recursive: true });
    await writeFile(at(`files/${name.slice(0, 2)}/${name}`), png);
    await save([
      node('inline', 'imageUpload', 0, 0, { value: `data:image/png;base64,${png.toString('base64')}` }),
      node('stored', 'image', 300, 0, { value: `/files/${name}` }),
      node('lost', 'image', 600, 0, { value: `/files/${'0'.repeat(64)}.png` }),
      node('escaping', 'image', 900, 0, { value: '/files/..' }),
      node('elsewhere', 'image', 1200, 0, { value: 'http://127.0.0.1:9/picture.png' }),
    ]);
    const middles = [0, 300, 600, 900, 1200].map((x) => [EDGE + x + 30, EDGE + 150] as const);

    const alone = await draw();
    expect(middles.map(([x, y]) => alone.colour(x, y) === GREEN)).toEqual([true, false, false, false, false]);
    expect(alone.lines[1]).toMatch(/^4 pictures could not be read and are placeholders; --files FOLDER says /);

    const beside = await draw('--files', at('files'));
    expect(middles.map(([x, y]) => beside.colour(x, y) === GREEN)).toEqual([true, true, false, false, false]);
    expect(beside.lines[1]).toBe('3 pictures could not be read and are placeholders');
  });

  it('holds a picture of 10,000 nodes in memory, and says at what scale', async () => {
    await save(
      Array.from({ length: 10_000 }, (_, i) => node(`n${i}`, 'text', (i % 100) * 300, Math.floor(i / 100) * 240)),
    );
    const { lines, width, height, colours } = await draw('--scale', '3');
    expect(lines[0]).toContain('10,000 nodes');
    expect(lines[1]).toMatch(/^Drawn at scale 0\.2\d, the largest/);
    expect(width * height).toBeLessThan(2 ** 25 * 1.001);
    expect(width * height).toBeGreaterThan(2 ** 25 * 0.999);
    expect(colours(width - 60, height - 60, 40, 40)).toContain(COLOURS.light.surface);
  });

  it.each([
    ['nothing at all', [], [2 * EDGE, 2 * EDGE]],
    ['nodes a world apart', [idea, { ...art, position: { x: 1e12, y: 0 } }], [16_384, 1]],
  ])('draws %s', async (_name, nodes, size) => {
    await save(nodes);
    const { width, height } = await draw();
    expect([width, height]).toEqual(size);
  });

  it('draws what a newer version left, and no pipe to a node that is gone', async () => {
    await save([idea, node('later', 'frameOfTheFuture', 405, 0)], [pipe('idea', 'gone')]);
    const { lines, colour } = await draw();
    expect(lines[0]).toContain('2 nodes, 0 connections');
    expect(colour(EDGE + 405 + 40, EDGE + 150)).toBe(COLOURS.light.surface);
  });
});

describe('npm run render, with wrong options', () => {
  it.each<[string, RegExp, (folder: string) => string[]]>([
    ['nothing', /^usage: npm run render -- FLOW\.json OUT\.png /, () => []],
    ['an unknown option', /^usage: /, (folder) => [`${folder}/flow.json`, `${folder}/out.png`, '--zoom', '2']],
    [
      'a bad value',
      /^--theme must be light or dark$/,
      (folder) => [`${folder}/flow.json`, `${folder}/out.png`, '--theme=blue'],
    ],
    [
      'a missing file',
      /none\.json cannot be read: there is no such file/,
      (folder) => [`${folder}/none.json`, `${folder}/out.png`],
    ],
    ['no JSON', /words\.txt is not JSON$/, (folder) => [`${folder}/words.txt`, `${folder}/out.png`]],
    ['no snapshot', /twice\.json is not a snapshot: /, (folder) => [`${folder}/twice.json`, `${folder}/out.png`]],
    [
      'another kind of picture',
      /flow\.json must end in \.png$/,
      (folder) => [`${folder}/flow.json`, `${folder}/flow.json`],
    ],
    [
      'a place that is not there',
      /out\.png cannot be written: /,
      (folder) => [`${folder}/flow.json`, `${folder}/none/out.png`],
    ],
    [
      'a folder for a file',
      /taken\.png cannot be written: it is a folder$/,
      (folder) => [`${folder}/flow.json`, `${folder}/taken.png`],
    ],
  ])('says so in one line and writes nothing: %s', async (_name, line, wordsIn) => {
    await save([idea]);
    await writeFile(at('words.txt'), 'a small boat');
    await writeFile(at('twice.json'), JSON.stringify({ nodes: [idea, idea], edges: [] }));
    await mkdir(at('taken.png'));
    const before = await readdir(folder, { recursive: true });
    expect(await render(wordsIn(folder))).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    expect(JSON.parse(await readFile(at('flow.json'), 'utf8'))).toMatchObject({ nodes: [idea] });
  });
});

/** Runs `npm run render` and returns its output, without npm's remarks on its settings. */
const npmRender = (...words: string[]) =>
  new Promise<unknown>((answer) => {
    execFile('npm', ['run', '--silent', 'render', '--', ...words], (error, stdout, stderr) => {
      answer({ code: error?.code ?? 0, stdout, stderr: stderr.replaceAll(/^npm warn .*\n/gm, '') });
    });
  });

describe('the command itself', () => {
  it('draws, and exits with what it says', async () => {
    await save([idea]);
    const said = `${at('out.png')}: 340 x 315 pixels, 1 node, 0 connections\n`;
    expect(await npmRender(at('flow.json'), at('out.png'))).toEqual({ code: 0, stdout: said, stderr: '' });
    const refused = `${at('out.jpg')} must end in .png\n`;
    expect(await npmRender(at('flow.json'), at('out.jpg'))).toEqual({ code: 1, stdout: '', stderr: refused });
  });
});
