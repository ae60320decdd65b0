import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { operateBackup } from '../../../scripts/backup/operateBackup';
import { operateMove } from '../../../scripts/move/operateMove';
import type { Environment } from '../../../server/config';
import type { EnginesFor } from '../support/openApp';
import { box, signJpeg, signPng, signWebp, superbox } from '../support/contentCredentials';
import { collectClosed } from '../support/collectClosed';
import { openApp, type OpenApp } from '../support/openApp';
import { openBucket } from '../support/openBucket';
import { signIn } from '../support/Person';

/** A C2PA store as in a file, with a claim that is not read here. */
const STORE = superbox('c2pa', 'c2pa', box('cbor', Buffer.from('a signed claim of the engine '.repeat(40))));

const SIGNED = { png: signPng, jpeg: signJpeg, webp: signWebp } as const;
type Format = keyof typeof SIGNED;

async function signed(format: Format, background: string): Promise<Buffer> {
  const plain = sharp({ create: { width: 48, height: 32, channels: 3, background } }).withExif({ IFD0: { Make: 'E' } });
  return SIGNED[format](await plain.toFormat(format).toBuffer(), STORE);
}

const enginesWith =
  (bytes: Buffer): EnginesFor =>
  () =>
  async () => ({
    images: [{ name: 'gemini', generate: async () => ({ bytes, model: 'signer-1' }) }],
    analyser: { name: 'offline', analyse: () => Promise.resolve({ groups: [] }) },
    writer: null,
  });

const word = ({ DATABASE_URL, STORAGE_URL }: Environment): string => `${DATABASE_URL},${STORAGE_URL}`;

interface Kept {
  readonly url: string;
  readonly bytes: Buffer;
}

/** Expects that a member gets these pictures with their credentials; signs in if necessary. */
async function expectWhole({ app }: OpenApp, kept: readonly Kept[]): Promise<void> {
  const person = await signIn(app);
  for (const { url, bytes } of kept) {
    const answer = await person.get(url);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(answer.rawPayload.includes(STORE)).toBe(true);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
  }
}

/** An engine has made one picture and a person has uploaded another one. */
async function livedIn(opened: OpenApp, made: Buffer, uploaded: Buffer): Promise<Kept[]> {
  const person = await signIn(opened.app);
  const projectId = await person.create();
  const nodes = [{ type: 'text_prompt', content: '강' }];
  const { body } = await person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art' });
  const [, url = ''] = /"url":"([^"]+)"/.exec(body) ?? [];
  const upload = await person.upload('POST', '/files', 'file', uploaded, 'signed');
  return [
    { url, bytes: made },
    { url: upload.json<{ url: string }>().url, bytes: uploaded },
  ];
}

describe('a picture that says who signed it', () => {
  it.each<Format>(['png', 'jpeg', 'webp'])(
    'is kept and given out byte for byte: %s, in a folder and a bucket, through backup and move [SIGNED-1]',
    async (format) => {
      const [made, uploaded] = [await signed(format, '#2f6bff'), await signed(format, '#f5b301')];
      const enginesFor = enginesWith(made);
      const bucket = await openBucket();
      const there = await openApp(bucket.env, { enginesFor });
      await expectWhole(there, await livedIn(there, made, uploaded));

      const here = await openApp({}, { enginesFor });
      const kept = await livedIn(here, made, uploaded);
      await expectWhole(here, kept);
      if (here.env['DATABASE_URL'] !== undefined) return;
      const [backup, fresh, moved] = ['backup', 'fresh', 'moved'].map((name) => join(here.dataDir, name)) as [
        string,
        string,
        string,
      ];
      expect(await operateBackup('backup', ['--to', backup], here.env)).toMatchObject({ code: 0 });
      await here.close();
      await mkdir(fresh);
      await operateBackup('restore', ['--from', backup], { DATA_DIR: fresh });
      const restored = await openApp({ DATA_DIR: fresh }, { enginesFor });
      await expectWhole(restored, kept);
      await restored.close();

      const target = await openBucket();
      const to: Environment = { ...target.env, DATABASE_URL: `sqlite:${join(moved, 'mulgil.db')}` };
      const from = { DATABASE_URL: `sqlite:${join(fresh, 'mulgil.db')}`, STORAGE_URL: `file:${join(fresh, 'files')}` };
      await collectClosed();
      const said = await operateMove(['--from', word(from), '--to', word(to)], target.env, () => undefined);
      expect(said).toEqual({ code: 0, lines: expect.anything() });
      await expectWhole(await openApp(to, { enginesFor }), kept);
    },
  );
});
