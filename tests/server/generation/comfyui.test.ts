import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../../../src/api/contract';
import { readWorkflows, Workflow } from '../../../server/generation/comfyui/Workflow';
import { endAfter } from '../../support/leftovers';
import { askComfy as ask, comfyAt as imagesAt, node, RIVER, startComfy, type ComfyBehaviour } from './support/comfy';
import { plainPicture } from './support/FakeImageEngine';
import { openEngineApp } from './support/openEngineApp';

const saved = (filename: string) => ({ filename, subfolder: '', type: 'output' });
const asPart = (bytes: Buffer) => ({ kind: 'picture' as const, memberId: 'jiwoo', bytes, contentType: 'image/png' });

async function folderWith(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mulgil-comfy-'));
  endAfter('test', () => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
  return folder;
}

describe('workflows of ComfyUI', () => {
  it('are models, with the nodes found by their titles [MODEL-10]', async () => {
    const plain = { '1': node('CLIPTextEncode', 'Prompt', { text: '' }) };
    const folder = await folderWith({ 'river.json': RIVER, 'plain.json': plain });
    const { person } = await openEngineApp(undefined, { COMFYUI_URL: 'http://127.0.0.1:9', COMFYUI_WORKFLOWS: folder });
    const { models } = (await person.get('/capabilities')).json<Capabilities>();
    expect(
      models.map(({ name, engine, picturesMax, aspectRatios }) => [name, engine, picturesMax, aspectRatios.length]),
    ).toEqual([
      ['Gemini-2.5-flash', 'comfyui', 0, 0],
      ['plain', 'comfyui', 0, 0],
      ['river', 'comfyui', 2, 7],
    ]);
  });

  it('are listed for their operator, who sees the nodes that each uses [MODEL-10]', async () => {
    const env = { ...process.env, COMFYUI_WORKFLOWS: await folderWith({ 'river.json': RIVER }) };
    const script = ['--import', 'tsx', 'scripts/comfyui.ts', 'check'];
    const { stdout } = await promisify(execFile)(process.execPath, script, { env });
    expect(stdout.trim().split('\n')).toEqual([
      'river',
      '  words     node 6 (CLIPTextEncode), text',
      '  picture 1 node 11 (LoadImage), image',
      '  picture 2 node 12 (LoadImage), image',
      '  seed      node 3 (KSampler), seed',
      '  shape     node 5 (EmptyLatentImage)',
      '  count     node 5 (EmptyLatentImage), batch_size, 1 to 4',
      '  result    node 9 (SaveImage)',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a canvas instead of the API format', { nodes: [], links: [] }, 'no ComfyUI workflow in API format'],
    ['nothing to put words into', { '1': node('SaveImage', 'Result', {}) }, 'no node with the title Prompt'],
    [
      'words that come from another node',
      { '1': node('CLIPTextEncode', 'Prompt', { text: ['2', 0] }) },
      'title Prompt',
    ],
  ])('stop the start: %s [MODEL-10]', async (_what, content, says) => {
    const folder = await folderWith({ 'broken.json': content });
    await expect(readWorkflows(folder)).rejects.toThrow(says);
  });
});

describe('a picture by ComfyUI', () => {
  it('is made of the words, the pictures in their order, the shape and the number [MODEL-11] [REFER-4]', async () => {
    const comfy = await startComfy();
    const [one, other] = [await plainPicture('#111111'), await plainPicture('#eeeeee')];
    const parts = [asPart(one), { kind: 'text' as const, text: 'a boat' }, asPart(other)];
    const made = await ask(imagesAt(comfy.url), { parts, aspectRatio: '16:9', number: 2 });
    expect(made).toEqual({ bytes: await plainPicture('#0a7a4a'), model: 'river' });
    const [prompt] = comfy.prompts;
    expect(prompt?.['6']?.inputs).toEqual({ text: 'a boat', clip: ['4', 1] });
    expect(prompt?.['3']?.inputs['seed']).toBe(42);
    expect(prompt?.['5']?.inputs).toMatchObject({ width: 1344, height: 768 });
    expect([prompt?.['11']?.inputs['image'], prompt?.['12']?.inputs['image']]).toEqual(
      comfy.uploads.map((name) => `mulgil/${name}`),
    );
    expect(comfy.uploads).toEqual(
      [one, other].map((bytes) => `${createHash('sha256').update(bytes).digest('hex')}.png`),
    );
    // The saved picture, not the draft.
    expect(comfy.told).toEqual(['view river 1.png a output']);
  });

  it('is sent a picture once that is connected twice, and read in both places [MODEL-11]', async () => {
    const comfy = await startComfy();
    const part = asPart(await plainPicture('#111111'));
    await ask(imagesAt(comfy.url), { parts: [part, { kind: 'text', text: 'a boat' }, part] });
    const [prompt] = comfy.prompts;
    expect([prompt?.['11']?.inputs['image'], prompt?.['12']?.inputs['image']]).toEqual(
      [comfy.uploads[0], comfy.uploads[0]].map((name) => `mulgil/${name}`),
    );
    expect(comfy.uploads).toHaveLength(1);
  });

  it('is one of a batch where the workflow leaves its size open: what came stays [COUNT-1] [COUNT-2]', async () => {
    const comfy = await startComfy({
      ends: { outputs: { '9': { images: ['1.png', 'lost.png', '3.png'].map(saved) } } },
    });
    const bytes = await plainPicture('#0a7a4a');
    expect(await ask(imagesAt(comfy.url), { count: 4 })).toEqual({
      bytes,
      further: [bytes],
      shortfall: { missing: 2, code: 'unreachable', message: expect.stringContaining('cannot be reached') },
      model: 'river',
    });
    await ask(imagesAt(comfy.url));
    expect(comfy.prompts.map((prompt) => prompt['5']?.inputs['batch_size'])).toEqual([4, 1]);

    const amount = node('RepeatLatentBatch', 'Count', { samples: ['5', 0], amount: 1 });
    const counted = new Workflow('counted', { ...RIVER, '13': amount });
    expect([counted.countMax, counted.batch]).toEqual([4, { node: '13', input: 'amount' }]);
    const fixed = node('EmptyLatentImage', 'Size', { width: 1024, height: 1024, batch_size: ['2', 0] });
    expect(new Workflow('fixed', { ...RIVER, '5': fixed }).countMax).toBe(1);
  });

  it('keeps the example of a picture input that is not given [MODEL-11]', async () => {
    const comfy = await startComfy();
    await ask(imagesAt(comfy.url));
    expect(comfy.prompts[0]?.['11']?.inputs['image']).toBe('example.png');
    expect(comfy.prompts[0]?.['5']?.inputs).toMatchObject({ width: 1024, height: 1024 });
  });

  it('survives a line that fails for a moment, and ends when it stays broken [MODEL-11]', async () => {
    const comfy = await startComfy({ failingLooks: 4 });
    expect(await ask(imagesAt(comfy.url))).toMatchObject({ model: 'river' });
    const lost = await startComfy({ failingLooks: Infinity });
    expect(await ask(imagesAt(lost.url))).toMatchObject({ code: 'unreachable' });
    expect(lost.looks()).toBe(5);
  });

  it('that is stopped leaves the queue, or is interrupted [MODEL-11]', async () => {
    const comfy = await startComfy({ ends: null });
    const stop = new AbortController();
    const asked = ask(imagesAt(comfy.url), { signal: stop.signal });
    await expect.poll(comfy.looks).toBeGreaterThan(0);
    stop.abort();
    expect(await asked).toMatchObject({ code: 'aborted' });
    expect(comfy.told).toEqual(['queue {"delete":["p1"]}', 'interrupt {"prompt_id":"p1"}']);
  });

  it.each<[string, ComfyBehaviour, string]>([
    [
      'a model that ComfyUI lacks',
      { refuses: { status: 400, body: { error: { type: 'prompt_outputs_failed_validation' }, node_errors: {} } } },
      'noModel',
    ],
    ['a broken server', { refuses: { status: 500, body: {} } }, 'overloaded'],
    [
      'a failure of a node',
      {
        ends: {
          outputs: {},
          status: { status_str: 'error', messages: [['execution_error', { exception_type: 'ValueError' }]] },
        },
      },
      'empty',
    ],
    [
      'too little memory',
      {
        ends: {
          outputs: {},
          status: {
            status_str: 'error',
            messages: [['execution_error', { exception_type: 'torch.OutOfMemoryError' }]],
          },
        },
      },
      'tooLarge',
    ],
    ['a workflow that saves nothing', { ends: { outputs: {} } }, 'empty'],
    ['a server that has started anew', { forgets: true }, 'unreachable'],
    ['an answer of another kind', { refuses: { status: 200, body: { queued: true } } }, 'unreadable'],
    ['an id that leads elsewhere', { refuses: { status: 200, body: { prompt_id: '../../secrets' } } }, 'unreadable'],
    [
      'a picture that it made but does not give',
      { ends: { outputs: { '9': { images: [saved('lost.png')] } } } },
      'unreachable',
    ],
  ])('says what went wrong: %s [MODEL-11]', async (_what, behaviour, code) => {
    const comfy = await startComfy(behaviour);
    expect(await ask(imagesAt(comfy.url))).toMatchObject({ code });
  });

  it('is dropped when nothing answers, and after its time [MODEL-11]', async () => {
    expect(await ask(imagesAt('http://127.0.0.1:9'))).toMatchObject({ code: 'unreachable' });
    const comfy = await startComfy({ ends: null });
    expect(await ask(imagesAt(comfy.url, { timeoutMs: 300 }))).toMatchObject({ code: 'timeout' });
  });
});
