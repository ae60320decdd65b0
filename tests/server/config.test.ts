import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/config';
import type { Environment } from '../../server/config';
import { SETTING_NAMES } from '../../server/settingNames';
import { GEMINI_IMAGE_MODELS, GEMINI_TEXT_MODELS } from '../../server/generation/gemini/models';

function refusal(env: Environment): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('these settings were taken');
}

describe('the settings', () => {
  it('have their defaults when nothing is set', () => {
    expect(readConfig({ DATA_DIR: '/var/mulgil', GEMINI_API_KEY: '' })).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: '/var/mulgil',
      database: { kind: 'sqlite', path: '/var/mulgil/mulgil.db' },
      storage: { kind: 'file', folder: '/var/mulgil/files' },
      publicOrigin: null,
      webOrigins: [],
      localSignIn: true,
      google: null,
      joining: { domains: null, max: null },
      avatarHosts: [],
      hstsSubdomains: false,
      gemini: {
        apiKey: null,
        baseUrl: null,
        imageModels: GEMINI_IMAGE_MODELS,
        textModels: GEMINI_TEXT_MODELS,
      },
      openai: null,
      compatible: null,
      comfyui: null,
      fal: null,
      replicate: null,
      text: null,
      generation: {
        perMinute: 20,
        concurrent: 4,
        perDay: 500,
        perDayAll: null,
        budgetMicros: null,
        estimateMicros: 40_000,
      },
      requests: { perSecond: 2000, signInsPerMinute: 1000, uploadsPerMinute: 600, canvasesPerMinute: 3000 },
      trustProxy: [],
      metricsToken: null,
      securityContact: null,
      cacheBytes: 1024 ** 3,
      inFlightBytes: 768 * 1024 ** 2,
      trashDays: 30,
      quota: { bytesMax: 10 * 1024 ** 3, projectsMax: 10_000 },
      logLevel: 'info',
    });
  });

  it('are read from their variables', () => {
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '0',
        DATABASE_URL: 'sqlite:/srv/flows.db',
        STORAGE_URL: 'file:/srv/pictures',
        PUBLIC_URL: 'https://Flows.Example.com/',
        WEB_ORIGIN: 'https://app.example.com, https://beta.example.com',
        LOCAL_SIGN_IN: 'on',
        IMAGE_BASE_URL: 'http://localhost:8080/v1',
        IMAGE_MODEL: 'sd-turbo',
        TEXT_BASE_URL: 'http://localhost:11434',
        TEXT_API_KEY: 'sk-text',
        TRUST_PROXY: '10.0.0.0/8,::1',
        TRASH_DAYS: '0',
        SECURITY_CONTACT: 'security@example.com',
        STORAGE_PER_MEMBER: '1536 MiB',
        PROJECTS_PER_MEMBER: '7',
      }),
    ).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      database: { kind: 'sqlite', path: '/srv/flows.db' },
      storage: { kind: 'file', folder: '/srv/pictures' },
      publicOrigin: 'https://flows.example.com',
      webOrigins: ['https://app.example.com', 'https://beta.example.com'],
      compatible: { baseUrl: 'http://localhost:8080/v1', apiKey: null, model: 'sd-turbo' },
      text: { baseUrl: 'http://localhost:11434', apiKey: 'sk-text', model: null },
      trustProxy: ['10.0.0.0/8', '::1'],
      trashDays: 0,
      securityContact: 'mailto:security@example.com',
      quota: { bytesMax: 1.5 * 1024 ** 3, projectsMax: 7 },
    });
  });

  it.each([
    ['HOST', 'not a host'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['DATABASE_URL', 'postgres://mulgil:12/secret@localhost/flows'],
    ['DATABASE_URL', 'postgres://localhost:x/flows'],
    ['STORAGE_URL', 's3://Bucket_1'],
    ['STORAGE_URL', 's3://bucket/folder'],
    ['STORAGE_URL', 's3://key:secret@bucket'],
    ['STORAGE_URL', 's3://bucket?endpoint=localhost:9000'],
    ['STORAGE_URL', 's3://bucket?acl=public'],
    ['STORAGE_URL', '/srv/files'],
    ['PUBLIC_URL', 'flows.example.com'],
    ['PUBLIC_URL', 'https://flows.example.com/app'],
    ['WEB_ORIGIN', '*'],
    ['WEB_ORIGIN', 'https://a.example.com,'],
    ['OIDC_ISSUER', 'http://issuer.example.com'],
    ['OIDC_ISSUER', 'https://issuer.example.com?x'],
    ['OIDC_ISSUER', 'issuer.example.com'],
    ['LOCAL_SIGN_IN', 'yes'],
    ['LOCAL_SIGN_IN', 'off'],
    ['ALLOWED_DOMAINS', 'example'],
    ['ALLOWED_DOMAINS', 'jiwoo@example.com'],
    ['ALLOWED_DOMAINS', '*.example.com'],
    ['ALLOWED_DOMAINS', 'example.com'],
    ['MEMBERS_MAX', '0'],
    ['AVATAR_HOSTS', 'https://pictures.example.com'],
    ['AVATAR_HOSTS', '*'],
    ['HSTS_SUBDOMAINS', 'yes'],
    ['GEMINI_BASE_URL', 'ftp://x'],
    ['GEMINI_IMAGE_MODELS', 'a,,b'],
    ['IMAGE_BASE_URL', 'localhost:8080'],
    ['TEXT_BASE_URL', 'localhost:11434'],
    ['GENERATE_PER_MINUTE', '0'],
    ['GENERATE_CONCURRENT', '1.5'],
    ['GENERATE_PER_DAY', 'many'],
    ['GENERATE_PER_DAY_ALL', '0'],
    ['BUDGET_PER_DAY_USD', '$5'],
    ['BUDGET_PER_DAY_USD', '1000001'],
    ['COST_ESTIMATE_USD', '-1'],
    ['REQUESTS_PER_SECOND', '0'],
    ['TRUST_PROXY', 'everyone'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'with spaces in its midst'],
    ['SECURITY_CONTACT', 'somebody'],
    ['SECURITY_CONTACT', 'http://example.com/report'],
    ['CACHE_BYTES', '1GB'],
    ['IN_FLIGHT_BYTES', '1000'],
    ['STORAGE_PER_MEMBER', '10GB'],
    ['STORAGE_PER_MEMBER', '0'],
    ['STORAGE_PER_MEMBER', '9999999GiB'],
    ['TRASH_DAYS', '-1'],
    ['LOG_LEVEL', 'loud'],
  ])('stop the start with one line that names %s when it is %s', (variable, value) => {
    const line = refusal({ [variable]: value });
    expect(line.startsWith(`${variable} `)).toBe(true);
    expect(line).not.toContain('\n');
    expect(line).toMatch(/\.$/);
  });

  it('never repeat a key in the line', () => {
    expect(refusal({ METRICS_TOKEN: 'hunter2' })).not.toContain('hunter2');
    expect(refusal({ IMAGE_API_KEY: 'sk-secret' })).toMatch(/^IMAGE_BASE_URL is missing/);
    expect(refusal({ TEXT_API_KEY: 'sk-secret' })).toMatch(/^TEXT_BASE_URL is missing(?!.*sk-)/);
  });

  it('take a bucket with the usual keys', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' };
    const s3 = { kind: 's3', bucket: 'flows', accessKeyId: 'AKIA', secretAccessKey: 'secret' };
    expect(readConfig({ ...keys, STORAGE_URL: 's3://flows' }).storage).toEqual({
      ...s3,
      endpoint: null,
      region: 'us-east-1',
      sessionToken: null,
    });
    const own = 's3://flows?endpoint=http://127.0.0.1:9000/&region=garage';
    expect(readConfig({ ...keys, AWS_SESSION_TOKEN: 'lent', STORAGE_URL: own }).storage).toEqual({
      ...s3,
      endpoint: 'http://127.0.0.1:9000',
      region: 'garage',
      sessionToken: 'lent',
    });
    expect(readConfig({ ...keys, AWS_REGION: 'ap-northeast-2', STORAGE_URL: 's3://flows' }).storage).toMatchObject({
      region: 'ap-northeast-2',
    });
    expect(refusal({ STORAGE_URL: 's3://flows' })).toMatch(/^AWS_ACCESS_KEY_ID is missing/);
    expect(refusal({ STORAGE_URL: 's3://flows', AWS_ACCESS_KEY_ID: 'AKIA' })).toMatch(
      /^AWS_SECRET_ACCESS_KEY is missing/,
    );
  });

  it('name models of engines that host them, with names and prices of the operator’s own [MODEL-12]', () => {
    const FAL_MODELS = 'quick=fal-ai/flux/schnell@0.003, fal-ai/nano-banana, acme/own@1';
    expect(readConfig({ FAL_KEY: 'k', FAL_MODELS }).fal).toEqual({
      apiKey: 'k',
      baseUrl: 'https://queue.fal.run',
      models: [
        { name: 'quick', model: 'fal-ai/flux/schnell', costMicros: 3_000 },
        { name: 'fal-ai/nano-banana', model: 'fal-ai/nano-banana', costMicros: null },
        { name: 'acme/own', model: 'acme/own', costMicros: 1_000_000 },
      ],
    });
    const { replicate } = readConfig({ REPLICATE_API_TOKEN: 't', REPLICATE_MODELS: 'acme/own:0a1b' });
    expect(replicate?.models).toEqual([{ name: 'acme/own', model: 'acme/own:0a1b', costMicros: null }]);
    expect(readConfig({ REPLICATE_API_TOKEN: 't' }).replicate?.models.map(({ name }) => name)).toContain(
      'google/nano-banana',
    );
    for (const wrong of ['flux', 'acme/own@free', 'acme/own@-1', '=acme/own', 'a b=acme/own', 'acme/', 'acme/own,']) {
      expect(refusal({ FAL_KEY: 'k', FAL_MODELS: wrong })).toBe(
        'FAL_MODELS is not valid: it must be MODEL, NAME=MODEL, MODEL@USD or NAME=MODEL@USD, comma separated.',
      );
    }
  });

  it('must be set when others can reach the server', () => {
    expect(refusal({ HOST: '0.0.0.0' })).toMatch(/^PUBLIC_URL is missing/);
    expect(refusal({ HOST: '0.0.0.0', PUBLIC_URL: 'https://flows.example.com' })).toMatch(/^LOCAL_SIGN_IN is not set/);
    expect(readConfig({ HOST: '127.0.0.2' }).localSignIn).toBe(true);
    expect(readConfig({ HOST: '::1' }).localSignIn).toBe(true);
  });

  it('turn Google sign-in on, and local accounts off unless they are set', () => {
    const google = { GOOGLE_CLIENT_ID: 'app', GOOGLE_CLIENT_SECRET: 'hunter2' };
    const known = { clientId: 'app', clientSecret: 'hunter2', issuer: 'https://accounts.google.com' };
    expect(readConfig(google)).toMatchObject({ google: known, localSignIn: false });
    expect(readConfig({ ...google, LOCAL_SIGN_IN: 'off' }).localSignIn).toBe(false);
    expect(readConfig({ ...google, LOCAL_SIGN_IN: 'on' })).toMatchObject({ google: known, localSignIn: true });
    const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://flows.example.com' };
    expect(readConfig({ ...google, ...open }).localSignIn).toBe(false);
    expect(readConfig({ ...open, LOCAL_SIGN_IN: 'on' })).toMatchObject({ google: null, localSignIn: true });
    for (const issuer of ['https://id.example.com/realms/flows', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
      expect(readConfig({ ...google, OIDC_ISSUER: issuer }).google).toEqual({ ...known, issuer });
    }
  });

  it('take domains only where nobody signs in by a name alone [JOIN-1]', () => {
    const google = { GOOGLE_CLIENT_ID: 'app', GOOGLE_CLIENT_SECRET: 'hunter2' };
    const domains = { ALLOWED_DOMAINS: 'Example.com, 물길.kr' };
    expect(readConfig({ ...google, ...domains, MEMBERS_MAX: '50' }).joining).toEqual({
      domains: ['example.com', 'xn--wk0bv0w.kr'],
      max: 50,
    });
    expect(refusal({ ...google, ...domains, LOCAL_SIGN_IN: 'on' })).toMatch(
      /^ALLOWED_DOMAINS cannot hold while LOCAL_SIGN_IN is on/,
    );
    expect(refusal(domains)).toMatch(/^ALLOWED_DOMAINS cannot hold while LOCAL_SIGN_IN is on/);
  });

  it('want both Google credentials, and never repeat one', () => {
    expect(refusal({ GOOGLE_CLIENT_ID: 'app' })).toMatch(/^GOOGLE_CLIENT_SECRET is missing/);
    expect(refusal({ GOOGLE_CLIENT_SECRET: 'hunter2' })).toMatch(/^GOOGLE_CLIENT_ID is missing(?!.*hunter2)/);
    expect(refusal({ OIDC_ISSUER: 'https://id.example.com' })).toMatch(/^GOOGLE_CLIENT_ID is missing/);
  });
});

/** The settings in the table of docs/SETTINGS.md, each with its allowed values. */
function settingsTable(): { name: string; mayBe: string }[] {
  return readFileSync('docs/SETTINGS.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, names = '', , mayBe = ''] = line.split(' | ').length > 3 ? line.split('|') : [];
      return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => ({ name, mayBe: mayBe.trim() }));
    });
}

describe('the table of docs/SETTINGS.md', () => {
  it('has every setting, and so has the list that misspelt ones are found by', () => {
    const read = new Set<string>();
    const get = (_env: object, name: string): string | undefined => {
      read.add(name);
      return { STORAGE_URL: 's3://flows', AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }[name];
    };
    readConfig(new Proxy({}, { get, ownKeys: () => [] }));
    expect([...read].toSorted()).toEqual([...SETTING_NAMES].toSorted());
    expect(
      settingsTable()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...SETTING_NAMES].toSorted());
    expect(settingsTable().filter(({ mayBe }) => mayBe === '')).toEqual([]);
  });

  it('has the limits of every number, which hold exactly [OPER-4]', () => {
    const numbers = settingsTable().flatMap(({ name, mayBe }) => {
      const [, min, max] = /^whole numbers? from ([\d,]+) to ([\d,]+)/.exec(mayBe) ?? [];
      return min && max ? [{ name, min: Number(min.replaceAll(',', '')), max: Number(max.replaceAll(',', '')) }] : [];
    });
    expect(numbers.map(({ name }) => name)).toEqual([
      'PORT',
      'MEMBERS_MAX',
      'GENERATE_PER_MINUTE',
      'GENERATE_CONCURRENT',
      'GENERATE_PER_DAY',
      'GENERATE_PER_DAY_ALL',
      'REQUESTS_PER_SECOND',
      'SIGN_INS_PER_MINUTE',
      'UPLOADS_PER_MINUTE',
      'CANVASES_PER_MINUTE',
      'CACHE_BYTES',
      'IN_FLIGHT_BYTES',
      'PROJECTS_PER_MEMBER',
      'TRASH_DAYS',
    ]);
    for (const { name, min, max } of numbers) {
      for (const value of [min, max]) expect(() => readConfig({ [name]: String(value) })).not.toThrow();
      for (const value of [min - 1, max + 1, min + 0.5]) {
        expect(refusal({ [name]: String(value) })).toBe(
          `${name} is not valid: it must be a whole number from ${min} to ${max}.`,
        );
      }
    }
  });
});

describe('a name that is none of the settings', () => {
  it.each([
    ['GENRATE_PER_DAY', 'GENERATE_PER_DAY'],
    ['GENERATE_PER_DAYS', 'GENERATE_PER_DAY'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATA_DRI', 'DATA_DIR'],
    ['DATADIR', 'DATA_DIR'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['GEMINI_APIKEY', 'GEMINI_API_KEY'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['TRASHDAYS', 'TRASH_DAYS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('stops the start when it is %s, with one line that names it and %s [OPER-3]', (name, meant) => {
    const line = refusal({ [name]: 'hunter2' });
    expect(line).toBe(`${name} is no setting: it is ${meant} that is meant, or its name is too much like it.`);
    expect(readConfig({ [name]: '' })).toEqual(readConfig({}));
  });

  it('stops nothing when it is somebody else’s, three letters away or short [OPER-3]', () => {
    const others = `PATH HOME USER SHELL LANG TERM PWD HOSTNAME PORTS HOSTS MAIL EDITOR PAGER TZ TMPDIR LOGNAME
      JAVA_HOME JAVA_DIR META_DIR DATA_ROOT XDG_DATA_DIRS XDG_DATA_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
      HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY NODE_ENV NODE_OPTIONS NODE_PATH NPM_TOKEN INIT_CWD
      DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_NAME DATABASE_SSL PGHOST PGPORT PGDATA PGDATABASE POSTGRES_URL REDIS_URL
      MONGO_URL IMAGE_MODE PATH_DIR BASE_URL SITE_URL API_URL IMAGE_URL STORAGE_PATH STORAGE_DIR STORAGE_TYPE CACHE_DIR CACHE_DIRECTORY STATE_DIRECTORY
      LOGS_DIRECTORY RUNTIME_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET
      AWS_PROFILE AWS_DEFAULT_REGION AWS_ROLE_ARN AWS_ACCESS_KEY AWS_SECRET_KEY AWS_SECURITY_TOKEN AWS_ENDPOINT_URL
      GOOGLE_API_KEY GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT GEMINI_MODEL OPENAI_ORGANIZATION OPENAI_PROJECT
      LOG_FORMAT LOG_FILE LOG_DIR RUST_LOG DEBUG_LEVEL VITE_API_BASE CI GITHUB_TOKEN GITHUB_ACTIONS DOCKER_HOST
      KUBERNETES_PORT KUBERNETES_SERVICE_HOST SSH_AUTH_SOCK SSL_CERT_FILE MULGIL_PORT POSTGRES_PASSWORD STORAGE_SECRET`.split(
      /\s+/,
    );
    expect(readConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual(readConfig({}));
  });
});
