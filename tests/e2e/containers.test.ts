import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { makeBucket } from '../../scripts/bucket/makeBucket';
import { readConfig } from '../../server/config';
import { openBucket } from '../server/support/openBucket';
import { ImageFolder } from './support/ImageFolder';
import { runProgram } from './support/runProgram';

const service = z.object({
  build: z.string().optional(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(
    z.string(),
    z
      .string()
      .nullable()
      .transform((value) => value ?? ''),
  ),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()).optional() }).optional(),
  stop_grace_period: z.string().optional(),
  restart: z.string(),
  mem_limit: z.string(),
  pids_limit: z.number(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
});
const composeFile = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  configs: z.record(z.string(), z.object({ file: z.string() })),
});

const GIBIBYTE = 1024 ** 3;

/** The secrets that an operator sets in `.env`. */
const SECRETS: Record<string, string> = {
  POSTGRES_PASSWORD: 'f00d',
  STORAGE_SECRET: 'cafe',
  PUBLIC_URL: 'https://flows.example.com',
  LOCAL_SIGN_IN: 'on',
};

/** Reads the file with its variables filled in, as compose does; throws when a required one is missing. */
function readCompose(env: Record<string, string>) {
  const text = readFileSync('compose.yaml', 'utf8').replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, kind: string | undefined, rest: string | undefined) => {
      const value = env[name];
      if (value !== undefined) return value;
      if (kind === '-') return rest ?? '';
      throw new Error(`${name} is not set: ${rest}`);
    },
  );
  return composeFile.parse(parse(text, { merge: true }));
}

/** The `KEY=value` lines of a unit file by key; a key may occur more than once. */
function readUnit(path: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), value]);
  }
  return found;
}

let folder: string;
let image: ImageFolder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-image-'));
  image = new ImageFolder(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (words: string[], settings: Record<string, string>) =>
  runProgram(words, { ...image.env, ...settings }, image.workdir);

/** Runs a command as `docker compose exec app npm run` does. */
async function command(...words: string[]): Promise<[number | null, string]> {
  const program = run(['npm', 'run', '--silent', ...words], { HOME: '/home/nobody-here' });
  const [code] = (await program.ended) as [number | null];
  return [code, program.output()];
}

describe('the image', () => {
  it('is made by the commands of its Dockerfile, answers its health check and ends on SIGTERM', async () => {
    const server = run(image.command('CMD'), {
      PORT: '0',
      PUBLIC_URL: 'http://flows.example.com',
      LOCAL_SIGN_IN: 'on',
    });
    await expect.poll(server.output).toMatch(/^listening on \S+$/m);
    const [, port = ''] = /^listening on http:\/\/0\.0\.0\.0:(\d+)$/m.exec(server.output()) ?? [];
    expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<div id="root">');
    expect(existsSync(join(image.env['DATA_DIR'] ?? '', 'mulgil.db'))).toBe(true);

    const healthy = run(image.command('HEALTHCHECK'), { PORT: port });
    expect((await healthy.ended)[0]).toBe(0);
    server.child.kill('SIGTERM');
    expect((await server.ended)[0]).toBe(0);
    const gone = run(image.command('HEALTHCHECK'), { PORT: port });
    expect((await gone.ended)[0]).toBe(1);
  });

  it("has the operator's commands, with its own settings and a home that cannot be written [OPER-2]", async () => {
    // The data of the previous server are there, and its address is not.
    expect(await command('trash', '--', 'list')).toEqual([0, 'The trash is empty.\n']);
    const backup = join(folder, 'backup');
    expect(await command('backup', '--', '--to', backup)).toEqual([0, `${backup} has the database and 0 pictures\n`]);
    expect(await command('restore', '--', '--from', backup)).toEqual([0, expect.stringContaining("is the backup's")]);
    const elsewhere = `sqlite:${folder}/moved.db,file:${folder}/moved`;
    expect(await command('move', '--', '--data', image.env['DATA_DIR'] ?? '', '--to', elsewhere)).toEqual([
      0,
      expect.stringContaining('Moved and compared: 0 projects'),
    ]);
  });

  it('runs as nobody special and has neither secrets nor what only tests need', () => {
    expect(image.said.get('USER')).toBe('node');
    expect(readdirSync(image.workdir).toSorted()).toEqual(
      ['dist', 'node_modules', 'package.json', 'preview', 'scripts', 'server', 'src', 'tsconfig.json'].toSorted(),
    );
    expect(existsSync(join(image.workdir, 'node_modules/fastify'))).toBe(true);
    expect(existsSync(join(image.workdir, 'node_modules/vitest'))).toBe(false);
  });
});

describe('compose.yaml', () => {
  it('gives the app settings that it starts with, and all secrets from outside', () => {
    const { services } = readCompose(SECRETS);
    const config = readConfig({ ...services['app']?.environment, HOST: '0.0.0.0' });
    expect(config).toMatchObject({
      database: { kind: 'postgres', url: 'postgres://mulgil:f00d@database:5432/mulgil' },
      storage: { kind: 's3', bucket: 'mulgil', endpoint: 'http://storage:7070', secretAccessKey: 'cafe' },
      publicOrigin: 'https://flows.example.com',
    });
    expect(services['database']?.environment['POSTGRES_PASSWORD']).toBe('f00d');
    expect(services['storage']?.environment).toEqual({
      ROOT_ACCESS_KEY: services['app']?.environment['AWS_ACCESS_KEY_ID'],
      ROOT_SECRET_KEY: 'cafe',
    });
    for (const name of ['POSTGRES_PASSWORD', 'STORAGE_SECRET', 'PUBLIC_URL']) {
      const { [name]: _left, ...others } = SECRETS;
      expect(() => readCompose(others)).toThrow(`${name} is not set`);
    }
  });

  it('hands every setting on that it does not decide itself', () => {
    const { app } = readCompose({ ...SECRETS, LOG_LEVEL: 'debug', IMAGE_BASE_URL: 'http://engine:8080' }).services;
    const settings = app?.environment ?? {};
    const read = new Set<string>();
    const get = (env: Record<string, string>, name: string) => {
      read.add(name);
      return env[name];
    };
    const config = readConfig(new Proxy({ ...settings, HOST: '0.0.0.0' }, { get }));
    expect(config).toMatchObject({ logLevel: 'debug', compatible: { baseUrl: 'http://engine:8080' } });
    // The image says where it listens and keeps its data; the store is the one beside it.
    for (const name of ['HOST', 'PORT', 'DATA_DIR', 'AWS_REGION', 'AWS_SESSION_TOKEN']) read.delete(name);
    expect(Object.keys(settings).toSorted()).toEqual([...read].toSorted());
  });

  it("waits for the app's services, keeps every state in a volume and opens one port on this machine only", () => {
    const { services, volumes } = readCompose(SECRETS);
    for (const { depends_on: needs } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(needs)) {
        const needed = services[name];
        expect(needed).toBeDefined();
        const conditions = {
          service_healthy: needed?.healthcheck?.test?.[0] === 'CMD',
          service_completed_successfully: true,
        };
        expect(conditions).toHaveProperty(condition, true);
      }
    }
    const mounted = Object.values(services).flatMap((one) => one.volumes.map((volume) => volume.replace(/:.*/, '')));
    expect(mounted.toSorted()).toEqual(Object.keys(volumes).toSorted());
    expect(Object.values(services).flatMap(({ ports }) => ports)).toEqual(['127.0.0.1:3000:3000']);
    expect(Number.parseInt(services['app']?.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
  });

  it('bounds the memory, processes, rights and logs of every service, and names images exactly [GUARD-5]', () => {
    const { services, configs } = readCompose(SECRETS);
    expect(Object.keys(services).toSorted()).toEqual(['app', 'bucket', 'database', 'storage']);
    for (const [name, one] of Object.entries(services)) {
      expect([name, one.mem_limit, one.pids_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/), 256]);
      expect([name, one.cap_drop, one.security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
      expect([name, one.logging.options]).toEqual([name, { 'max-size': '10m', 'max-file': '5' }]);
      expect([name, one.image]).toEqual([name, expect.stringMatching(/^mulgil$|:v?\d+\.\d+(\.\d+)?$/)]);
      expect([name, one.cap_add.length > 0]).toEqual([name, name === 'database']);
    }
    const { mem_limit: memory = '', environment } = services['app'] ?? {};
    // The limits of OPERATING keep a server within this.
    const needed = 2 * GIBIBYTE + Number(environment?.['CACHE_BYTES']);
    expect(Number.parseInt(memory, 10) * GIBIBYTE).toBeGreaterThanOrEqual(needed);
    expect(services['bucket']?.restart).toBe('on-failure');
    expect(readFileSync('Dockerfile', 'utf8').match(/^FROM .*/gm)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^FROM node:\d+\.\d+\.\d+-slim/)]),
    );
    expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/^FROM node:\d+-/m);
    expect(services['database']?.environment).not.toHaveProperty('POSTGRES_USER');
    for (const { source } of services['database']?.configs ?? []) {
      expect(existsSync(configs[source]?.file ?? '')).toBe(true);
    }
    expect(services['database']?.configs).toHaveLength(1);
  });

  it('makes the bucket, once', async () => {
    const { services } = readCompose(SECRETS);
    const { url } = await openBucket();
    const { command = [], environment = {} } = services['bucket'] ?? {};
    // The store of the tests accepts only this key.
    const settings = {
      ...environment,
      STORAGE_URL: environment['STORAGE_URL']?.replace('http://storage:7070', url) ?? '',
      AWS_ACCESS_KEY_ID: 'S3RVER',
    };
    const first = run(command, settings);
    expect([(await first.ended)[0], first.output()]).toEqual([0, 'The bucket mulgil is there now.\n']);
    expect(await makeBucket(settings)).toEqual({ code: 0, line: 'The bucket mulgil was there.' });
    const wrong = await makeBucket({ ...settings, AWS_ACCESS_KEY_ID: 'SOMEBODY' });
    expect(wrong).toEqual({ code: 1, line: expect.stringContaining('403 InvalidAccessKeyId') as string });
  });
});

describe('the systemd unit', () => {
  it('starts what the image starts, without special rights and with time to stop', () => {
    const unit = readUnit('deploy/mulgil.service');
    expect(unit.get('ExecStart')).toEqual([`/usr/bin/${image.command('CMD').join(' ')}`]);
    expect(unit.get('DynamicUser')).toEqual(['yes']);
    expect(unit.get('ProtectSystem')).toEqual(['strict']);
    expect(unit.get('Environment')).toContain(`DATA_DIR=/var/lib/${unit.get('StateDirectory')?.[0]}`);
    expect(unit.get('Restart')).toEqual(['on-failure']);
    expect(Number(unit.get('TimeoutStopSec')?.[0])).toBeGreaterThan(10);
  });

  it('is valid for systemd, on a machine with systemd', async () => {
    const path = join(folder, 'mulgil.service');
    const text = readFileSync('deploy/mulgil.service', 'utf8').replace('/usr/bin/node', process.execPath);
    await writeFile(path, text);
    const asked = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    const isThere = asked.error === undefined;
    expect([asked.status, asked.stderr]).toEqual(isThere ? [0, ''] : [null, null]);
  });
});
