import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../scripts/backup/openDatabase';
import { operateBackup } from '../../../scripts/backup/operateBackup';
import type { CreatedToken } from '../../../src/api/contract';
import { endAfter } from '../../support/leftovers';
import { serve } from '../../support/serve';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { openEngineApp } from '../generation/support/openEngineApp';
import { DAY_MS, openApp, type OpenApp } from '../support/openApp';
import { Person, signIn } from '../support/Person';

type Format = 'png' | 'jpeg' | 'webp';

const AT_HOME = {
  IFD0: { Make: 'Camera of Jiwoo' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 33/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '126/1 58/1 0/1' },
};

/** A photo that names its camera and, unless it is a plain one, its place. */
const photo = (format: Format, exif: object = AT_HOME): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#2f6bff' } })
    .withExif(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Camera of Jiwoo</a></x:xmpmeta>')
    .toFormat(format)
    .toBuffer();

/** An image engine on this machine that records its requests. */
async function listeningEngine(): Promise<{ url: string; heard: Buffer[] }> {
  const heard: Buffer[] = [];
  const answer = { data: [{ b64_json: (await plainPicture('#f5b301')).toString('base64') }] };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      heard.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const { url, stop } = await serve(server);
  endAfter('test', stop);
  return { url, heard };
}

describe('what a photo says besides its pixels', () => {
  it.each<Format>(['jpeg', 'png', 'webp'])(
    'never goes to an engine, from a stored %s and from one in the request [PRIVACY-1]',
    async (format) => {
      const { url, heard } = await listeningEngine();
      const { person, projectId } = await openEngineApp(undefined, { IMAGE_BASE_URL: url });
      const bytes = await photo(format);
      expect(bytes.includes('Camera of Jiwoo')).toBe(true);
      const kept = (await person.upload('POST', '/files', 'file', bytes)).json<{ url: string }>();
      for (const content of [kept.url, `data:image/${format};base64,${bytes.toString('base64')}`]) {
        const nodes = [{ type: 'image_prompt', content }];
        expect((await person.post('/nodes/generate/image', { projectId, nodes })).body).toContain('generated_image');
      }
      expect(heard).toHaveLength(2);
      for (const body of heard) {
        expect(body.includes('filename="picture-1.')).toBe(true);
        for (const told of ['Exif', 'eXIf', 'EXIF', 'Camera of Jiwoo', 'xmpmeta']) {
          expect([told, body.includes(told)]).toEqual([told, false]);
        }
      }
      // Its owner gets it back byte for byte.
      expect(Buffer.compare((await person.get(kept.url)).rawPayload, bytes)).toBe(0);
    },
  );

  it('is reported at the upload, if it says a place [PRIVACY-2]', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const keeps = async (bytes: Buffer): Promise<unknown> =>
      (await jiwoo.upload('POST', '/files', 'file', bytes)).json<{ keepsLocation: unknown }>().keepsLocation;
    expect(await keeps(await photo('jpeg'))).toBe(true);
    expect(await keeps(await photo('webp'))).toBe(true);
    expect(await keeps(await photo('jpeg', { IFD0: { Make: 'Camera of Jiwoo' } }))).toBe(false);
    expect(await keeps(await plainPicture('#2f6bff'))).toBe(false);
  });
});

const hstsOf = async (env: Record<string, string>): Promise<unknown> => {
  const { app } = await openApp({ LOCAL_SIGN_IN: 'on', ...env });
  return (await app.inject('/healthz')).headers['strict-transport-security'];
};

const askFigures = async ({ app }: OpenApp, headers: Record<string, string> = {}): Promise<number> =>
  (await app.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000', ...headers } })).statusCode;

/** A server with a signed-in member who has a token and a picture. */
async function atWork() {
  const opened = await openApp();
  const jiwoo = await signIn(opened.app);
  const made = await jiwoo.post('/member/tokens', { name: 'Nightly', scopes: ['read'] });
  const { url } = (await jiwoo.upload('POST', '/files', 'file', await plainPicture('#2f6bff'))).json<{
    url: string;
  }>();
  const token = `Bearer ${made.json<CreatedToken>().token}`;
  /** Answers of another server to the cookie, the token and a new sign-in. */
  const tryAt = async ({ app }: OpenApp): Promise<number[]> => [
    (await new Person(app, jiwoo.cookie).get('/member')).statusCode,
    (await new Person(app).get('/member', { authorization: token })).statusCode,
    (await (await signIn(app)).get(url)).statusCode,
  ];
  return { ...opened, tryAt };
}

const policyOf = async (env: Record<string, string>): Promise<string | undefined> => {
  const { app } = await openApp(env);
  const { headers } = await new Person(app).get('/capabilities');
  return /img-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
};

describe('what a page may load', () => {
  it('pictures from here and from where members’ own lie, and from nowhere else [PRIVACY-3]', async () => {
    const google = { GOOGLE_CLIENT_ID: 'app', GOOGLE_CLIENT_SECRET: 'secret' };
    const issuer = { OIDC_ISSUER: 'https://id.example.com/realms/flows' };
    const home = { PUBLIC_URL: 'https://flows.example.com' };
    const hosts = { AVATAR_HOSTS: 'Pictures.example.com, *.example.org' };
    expect(await policyOf({})).toBe("'self' data: blob:");
    expect(await policyOf(google)).toBe("'self' https://*.googleusercontent.com data: blob:");
    expect(await policyOf({ ...google, ...issuer, ...home })).toBe(
      "'self' https://flows.example.com https://id.example.com data: blob:",
    );
    expect(await policyOf({ ...google, ...hosts })).toBe(
      "'self' https://pictures.example.com https://*.example.org data: blob:",
    );
  });

  it('subdomains by https only where the operator says so [GUARD-1]', async () => {
    const home = { PUBLIC_URL: 'https://flows.example.com' };
    expect(await hstsOf({})).toBeUndefined();
    expect(await hstsOf(home)).toBe('max-age=31536000');
    expect(await hstsOf({ ...home, HSTS_SUBDOMAINS: 'on' })).toBe('max-age=31536000; includeSubDomains');
  });
});

it('says where the operator takes reports on security, where they have said so [GUARD-6]', async () => {
  const path = '/.well-known/security.txt';
  expect((await (await openApp()).app.inject(path)).statusCode).toBe(404);
  const { app, clock } = await openApp({ SECURITY_CONTACT: 'security@example.com' });
  const told = await app.inject(path);
  expect(told.headers['content-type']).toBe('text/plain; charset=utf-8');
  const [contact, expires] = told.body.split('\n');
  expect(contact).toBe('Contact: mailto:security@example.com');
  const endsAt = Date.parse(expires?.replace('Expires: ', '') ?? '');
  expect(endsAt - clock.now().getTime()).toBe(30 * DAY_MS);
});

it('the figures need a token as soon as there is a PUBLIC_URL, from this machine too [GUARD-2]', async () => {
  const METRICS_TOKEN = 'a-token-of-some-length';
  const home = { PUBLIC_URL: 'https://flows.example.com', LOCAL_SIGN_IN: 'on', METRICS_TOKEN };
  expect(await askFigures(await openApp({ METRICS_TOKEN }))).toBe(200);
  const opened = await openApp(home);
  expect(await askFigures(opened)).toBe(403);
  expect(await askFigures(opened, { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
});

describe('a backup', () => {
  it('is readable by its taker only, and opens no account [PRIVACY-4]', async () => {
    const { env, dataDir, tryAt } = await atWork();
    await chmod(dataDir, 0o755);
    const to = join(dataDir, 'backup');
    expect((await operateBackup('backup', ['--to', to], env)).code).toBe(0);
    const inside = await readdir(to, { recursive: true, withFileTypes: true });
    expect(inside.map(({ name }) => name)).toContain('mulgil.db');
    expect(inside.filter((one) => one.isFile())).toHaveLength(2);
    for (const path of [to, ...inside.map(({ parentPath, name }) => join(parentPath, name))]) {
      const found = await stat(path);
      expect([path, found.mode & 0o777]).toEqual([path, found.isFile() ? 0o600 : 0o700]);
    }
    expect(await tryAt(await openApp({ DATA_DIR: to }))).toEqual([401, 401, 200]);
  });

  it('of an older version that has sessions and tokens is restored without them [PRIVACY-4]', async () => {
    const { env, dataDir, tryAt, close } = await atWork();
    await close();
    const [old, fresh] = [join(dataDir, 'old'), join(dataDir, 'fresh')];
    await operateBackup('backup', ['--to', old], env);
    await rm(join(old, 'mulgil.db'));
    // Copied as that version did.
    const db = openDatabase(join(dataDir, 'mulgil.db'));
    db.prepare('vacuum into ?').run(join(old, 'mulgil.db'));
    db.close();
    await mkdir(fresh);
    const said = await operateBackup('restore', ['--from', old], { DATA_DIR: fresh });
    expect(said.lines).toContain('Everybody signs in anew, and scripts need new API tokens');
    expect(await tryAt(await openApp({ DATA_DIR: fresh }))).toEqual([401, 401, 200]);
  });
});
