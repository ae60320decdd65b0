import { resolve } from 'node:path';
import { z } from 'zod';
import type { JoinRules } from './access/members';
import { avatarHostsOf } from './access/avatarHosts';
import type { DatabaseAddress } from './db';
import { StartRefused } from './errors';
import { FAL_MODELS } from './generation/fal/models';
import { GEMINI_IMAGE_MODELS, GEMINI_TEXT_MODELS } from './generation/gemini/models';
import { HOSTED_MODEL, hostedModel } from './generation/hosted/hostedModel';
import type { HostedModel } from './generation/hosted/hostedModel';
import type { GenerationLimits } from './generation/meter/limits';
import { OPENAI_IMAGE_MODELS } from './generation/openai/models';
import { REPLICATE_MODELS } from './generation/replicate/models';
import type { Storage } from './files/createFileStore';
import type { RequestLimits } from './http/limitRequests';
import { findMisspelt } from './settingNames';
import {
  address,
  ADDRESS,
  contact,
  CONTACT,
  domain,
  DOMAINS,
  HOSTS,
  isLoopback,
  issuer,
  ISSUER,
  list,
  money,
  MONEY,
  name,
  NAMES,
  network,
  origin,
  ORIGIN,
  pictureHost,
  size,
  SIZE,
  TOKEN,
} from './settingValues';

/** A setting stops the start; the message is one line that names the variable and says what it may be. */
export class ConfigError extends StartRefused {
  override readonly name = 'ConfigError';
}

/** The server's settings, checked. docs/SETTINGS.md has the table of variables. */
export interface Config {
  host: string;
  /** 0: any free one. */
  port: number;
  dataDir: string;
  database: DatabaseAddress;
  storage: Storage;
  /** The origin people see; null while it is simply where the server listens. */
  publicOrigin: string | null;
  webOrigins: string[];
  localSignIn: boolean;
  /** An OpenID Connect issuer and who we are to it. */
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  joining: JoinRules;
  /** Hosts of members' pictures, as CSP writes them. */
  avatarHosts: string[];
  hstsSubdomains: boolean;
  gemini: { apiKey: string | null; baseUrl: string | null; imageModels: string[]; textModels: string[] };
  openai: { apiKey: string; baseUrl: string; models: string[] } | null;
  /** An engine that speaks OpenAI's images call. */
  compatible: { baseUrl: string; apiKey: string | null; model: string | null } | null;
  /** One that speaks its chat call, and writes. */
  text: Config['compatible'];
  /** A ComfyUI server, and the folder of its workflows. */
  comfyui: { baseUrl: string; folder: string } | null;
  fal: { apiKey: string; baseUrl: string; models: HostedModel[] } | null;
  replicate: { apiToken: string; baseUrl: string; models: HostedModel[] } | null;
  generation: GenerationLimits;
  requests: RequestLimits;
  trustProxy: string[];
  metricsToken: string | null;
  /** A URI by which the operator takes reports on security. */
  securityContact: string | null;
  cacheBytes: number;
  /** Most memory that bodies of requests and answers may take together. */
  inFlightBytes: number;
  trashDays: number;
  quota: { bytesMax: number; projectsMax: number };
  logLevel: LogLevel;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from environment variables; an empty one counts as not set. Throws ConfigError. */
export function readConfig(env: Environment): Config {
  refuseMisspelt(env);
  const read = reader(env);
  const host = read('HOST', 'an address or a host name', z.string().regex(/^[\w.:-]+$/)) ?? '127.0.0.1';
  const publicOrigin = read('PUBLIC_URL', ORIGIN, origin) ?? null;
  refuseHidden(host, publicOrigin);
  const google = googleSettings(read);
  const hasNames = localSignIn(read('LOCAL_SIGN_IN', 'on or off', z.enum(['on', 'off'])), host, google !== null);
  return {
    host,
    port: wholeNumber(read, 'PORT', 0, 65_535) ?? 3000,
    dataDir: dataDirOf(read),
    ...readDataSettings(env),
    publicOrigin,
    webOrigins: read('WEB_ORIGIN', `a comma-separated list, each ${ORIGIN}`, list(origin)) ?? [],
    localSignIn: hasNames,
    google,
    joining: joinRules(read, hasNames),
    avatarHosts: read('AVATAR_HOSTS', HOSTS, list(pictureHost)) ?? avatarHostsOf(google?.issuer ?? null),
    hstsSubdomains: read('HSTS_SUBDOMAINS', 'on or off', z.enum(['on', 'off'])) === 'on',
    gemini: {
      apiKey: read('GEMINI_API_KEY', 'a key', z.string()) ?? null,
      baseUrl: read('GEMINI_BASE_URL', ADDRESS, address) ?? null,
      imageModels: read('GEMINI_IMAGE_MODELS', NAMES, list(name)) ?? [...GEMINI_IMAGE_MODELS],
      textModels: read('GEMINI_TEXT_MODELS', NAMES, list(name)) ?? [...GEMINI_TEXT_MODELS],
    },
    openai: openai(read),
    compatible: compatible(read, 'IMAGE'),
    text: compatible(read, 'TEXT'),
    comfyui: comfyui(read),
    fal: fal(read),
    replicate: replicate(read),
    generation: {
      perMinute: wholeNumber(read, 'GENERATE_PER_MINUTE', 1, MILLION) ?? 20,
      concurrent: wholeNumber(read, 'GENERATE_CONCURRENT', 1, MILLION) ?? 4,
      perDay: wholeNumber(read, 'GENERATE_PER_DAY', 1, MILLION) ?? 500,
      perDayAll: wholeNumber(read, 'GENERATE_PER_DAY_ALL', 1, MILLION) ?? null,
      budgetMicros: read('BUDGET_PER_DAY_USD', MONEY, money) ?? null,
      estimateMicros: read('COST_ESTIMATE_USD', MONEY, money) ?? 40_000,
    },
    requests: {
      perSecond: wholeNumber(read, 'REQUESTS_PER_SECOND', 1, MILLION) ?? 2000,
      signInsPerMinute: wholeNumber(read, 'SIGN_INS_PER_MINUTE', 1, MILLION) ?? 1000,
      uploadsPerMinute: wholeNumber(read, 'UPLOADS_PER_MINUTE', 1, MILLION) ?? 600,
      canvasesPerMinute: wholeNumber(read, 'CANVASES_PER_MINUTE', 1, MILLION) ?? 3000,
    },
    trustProxy: read('TRUST_PROXY', 'a comma-separated list of addresses or networks', list(network)) ?? [],
    metricsToken: read('METRICS_TOKEN', TOKEN, z.string().regex(/^[!-~]{16,1000}$/)) ?? null,
    securityContact: read('SECURITY_CONTACT', CONTACT, contact) ?? null,
    cacheBytes: wholeNumber(read, 'CACHE_BYTES', 0, 1024 ** 4) ?? 1024 ** 3,
    inFlightBytes: wholeNumber(read, 'IN_FLIGHT_BYTES', 640 * 1024 ** 2, 1024 ** 4) ?? 768 * 1024 ** 2,
    quota: {
      bytesMax: read('STORAGE_PER_MEMBER', SIZE, size) ?? 10 * 1024 ** 3,
      projectsMax: wholeNumber(read, 'PROJECTS_PER_MEMBER', 1, 1_000_000_000) ?? 10_000,
    },
    logLevel: read('LOG_LEVEL', LOG_LEVELS.join(', '), z.enum(LOG_LEVELS)) ?? 'info',
  };
}

/** Reads the settings that the operator's commands need: where the data are, and how long deleted ones stay. Throws ConfigError. */
export function readDataSettings(env: Environment): Pick<Config, 'database' | 'storage' | 'trashDays'> {
  refuseMisspelt(env);
  const read = reader(env);
  const dataDir = dataDirOf(read);
  return {
    database: database(env, dataDir),
    storage: storage(env, dataDir),
    trashDays: wholeNumber(read, 'TRASH_DAYS', 0, 36_500) ?? 30,
  };
}

function dataDirOf(read: ReadVariable): string {
  return resolve(read('DATA_DIR', 'a folder', z.string()) ?? './data');
}

type ReadVariable = <T>(variable: string, expected: string, schema: z.ZodType<T>) => T | undefined;

const GOOGLE = 'https://accounts.google.com';
const OPENAI = 'https://api.openai.com';
const FAL = 'https://queue.fal.run';
const REPLICATE = 'https://api.replicate.com';
/** Highest limit: more than a server does of anything, and low enough that a slip of the finger does not lift a limit. */
const MILLION = 1_000_000;

function wholeNumber(read: ReadVariable, variable: string, min: number, max: number): number | undefined {
  const schema = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int().min(min).max(max));
  return read(variable, `a whole number from ${min} to ${max}`, schema);
}

function reader(env: Environment): ReadVariable {
  return (variable, expected, schema) => {
    const value = env[variable]?.trim();
    if (value === undefined || value === '') return undefined;
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new ConfigError(`${variable} is not valid: it must be ${expected}.`);
    return parsed.data;
  };
}

/** A setting that is not heard of, such as a limit, is worse than none. */
function refuseMisspelt(env: Environment): void {
  const found = findMisspelt(env);
  if (found === null) return;
  throw new ConfigError(
    `${found.name} is no setting: it is ${found.meant} that is meant, or its name is too much like it.`,
  );
}

function refuseHidden(host: string, publicOrigin: string | null): void {
  if (!isLoopback(host) && publicOrigin === null) {
    throw new ConfigError(
      'PUBLIC_URL is missing: with a HOST that others can reach, set it to the origin that people open, such as https://flows.example.com.',
    );
  }
}

function googleSettings(read: ReadVariable): Config['google'] {
  const clientId = read('GOOGLE_CLIENT_ID', 'a client id', z.string());
  const clientSecret = read('GOOGLE_CLIENT_SECRET', 'a client secret', z.string());
  const otherIssuer = read('OIDC_ISSUER', ISSUER, issuer);
  if (clientId !== undefined && clientSecret !== undefined) {
    return { clientId, clientSecret, issuer: otherIssuer ?? GOOGLE };
  }
  if (clientId === undefined && clientSecret === undefined && otherIssuer === undefined) return null;
  const missing = clientId === undefined ? 'GOOGLE_CLIENT_ID' : 'GOOGLE_CLIENT_SECRET';
  throw new ConfigError(
    `${missing} is missing: signing in with an issuer needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
  );
}

function localSignIn(value: 'on' | 'off' | undefined, host: string, hasGoogle: boolean): boolean {
  if (hasGoogle) return value === 'on';
  if (value === 'off') {
    throw new ConfigError(
      'LOCAL_SIGN_IN is off and no other way to sign in is set up, so nobody could sign in: set it to on.',
    );
  }
  if (value === undefined && !isLoopback(host)) {
    throw new ConfigError(
      'LOCAL_SIGN_IN is not set and there are no Google credentials: others can reach this HOST, and local accounts need no password. Set LOCAL_SIGN_IN=on if that is what you want.',
    );
  }
  return true;
}

function joinRules(read: ReadVariable, localSignIn: boolean): JoinRules {
  const domains = read('ALLOWED_DOMAINS', DOMAINS, list(domain)) ?? null;
  const max = wholeNumber(read, 'MEMBERS_MAX', 1, MILLION) ?? null;
  if (domains !== null && localSignIn) {
    throw new ConfigError(
      'ALLOWED_DOMAINS cannot hold while LOCAL_SIGN_IN is on: a name that anybody may type has no domain. Set up Google credentials and leave LOCAL_SIGN_IN off.',
    );
  }
  return { domains, max };
}

const DATABASE = 'sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE';

function database(env: Environment, dataDir: string): DatabaseAddress {
  const value = env['DATABASE_URL']?.trim();
  if (!value) return { kind: 'sqlite', path: resolve(dataDir, 'mulgil.db') };
  if (/^sqlite:./.test(value)) return { kind: 'sqlite', path: resolve(value.slice('sqlite:'.length)) };
  // A '/' in the password has to be escaped, since the rest of the password would otherwise be taken for the name.
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value) && /^\/[^/@]+$/.test(new URL(value).pathname)) {
    return { kind: 'postgres', url: value };
  }
  throw new ConfigError(`DATABASE_URL is not valid: it must be ${DATABASE}.`);
}

const STORAGE = 'file:FOLDER or s3://BUCKET?endpoint=ORIGIN&region=REGION';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/;

function storage(env: Environment, dataDir: string): Storage {
  const value = env['STORAGE_URL']?.trim();
  if (!value) return { kind: 'file', folder: resolve(dataDir, 'files') };
  if (/^file:./.test(value)) return { kind: 'file', folder: resolve(value.slice('file:'.length)) };
  if (!value.startsWith('s3://') || !URL.canParse(value)) {
    throw new ConfigError(`STORAGE_URL is not valid: it must be ${STORAGE}.`);
  }
  const { host: bucket, pathname, username, hash, searchParams } = new URL(value);
  const unknown = [...searchParams.keys()].find((key) => key !== 'endpoint' && key !== 'region');
  const endpoint = searchParams.get('endpoint');
  const region = searchParams.get('region') ?? (env['AWS_REGION']?.trim() || 'us-east-1');
  const isWhole = (pathname === '' || pathname === '/') && username === '' && hash === '' && unknown === undefined;
  if (!isWhole || !BUCKET.test(bucket) || !REGION.test(region)) {
    throw new ConfigError(`STORAGE_URL is not valid: it must be ${STORAGE}, its keys in the AWS_ variables.`);
  }
  if (endpoint !== null && !origin.safeParse(endpoint).success) {
    throw new ConfigError(`STORAGE_URL is not valid: its endpoint must be ${ORIGIN}.`);
  }
  return {
    kind: 's3',
    bucket,
    endpoint: endpoint === null ? null : new URL(endpoint).origin,
    region,
    accessKeyId: s3Key(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: s3Key(env, 'AWS_SECRET_ACCESS_KEY'),
    sessionToken: env['AWS_SESSION_TOKEN']?.trim() || null,
  };
}

function s3Key(env: Environment, variable: string): string {
  const value = env[variable]?.trim();
  if (!value) throw new ConfigError(`${variable} is missing: STORAGE_URL names a bucket, which needs its keys.`);
  return value;
}

function openai(read: ReadVariable): Config['openai'] {
  const apiKey = read('OPENAI_API_KEY', 'a key', z.string());
  const baseUrl = read('OPENAI_BASE_URL', ADDRESS, address);
  const models = read('OPENAI_IMAGE_MODELS', NAMES, list(name));
  return apiKey === undefined
    ? null
    : { apiKey, baseUrl: baseUrl ?? OPENAI, models: models ?? [...OPENAI_IMAGE_MODELS] };
}

function comfyui(read: ReadVariable): Config['comfyui'] {
  const baseUrl = read('COMFYUI_URL', ADDRESS, address);
  const folder = read('COMFYUI_WORKFLOWS', 'a folder', z.string());
  if (baseUrl !== undefined && folder !== undefined) return { baseUrl, folder: resolve(folder) };
  if (baseUrl === undefined && folder === undefined) return null;
  const missing = baseUrl === undefined ? 'COMFYUI_URL' : 'COMFYUI_WORKFLOWS';
  throw new ConfigError(`${missing} is missing: ComfyUI needs COMFYUI_URL and COMFYUI_WORKFLOWS.`);
}

function fal(read: ReadVariable): Config['fal'] {
  const apiKey = read('FAL_KEY', 'a key', z.string());
  const baseUrl = read('FAL_BASE_URL', ADDRESS, address) ?? FAL;
  const models = read('FAL_MODELS', HOSTED_MODEL, list(hostedModel)) ?? list(hostedModel).parse(FAL_MODELS.join());
  return apiKey === undefined ? null : { apiKey, baseUrl, models };
}

function replicate(read: ReadVariable): Config['replicate'] {
  const apiToken = read('REPLICATE_API_TOKEN', 'a token', z.string());
  const baseUrl = read('REPLICATE_BASE_URL', ADDRESS, address) ?? REPLICATE;
  const models = read('REPLICATE_MODELS', HOSTED_MODEL, list(hostedModel));
  if (apiToken === undefined) return null;
  return { apiToken, baseUrl, models: models ?? list(hostedModel).parse(REPLICATE_MODELS.join()) };
}

function compatible(read: ReadVariable, what: 'IMAGE' | 'TEXT'): Config['compatible'] {
  const baseUrl = read(`${what}_BASE_URL`, ADDRESS, address);
  const apiKey = read(`${what}_API_KEY`, 'a key', z.string()) ?? null;
  const model = read(`${what}_MODEL`, 'a model name', name) ?? null;
  if (baseUrl !== undefined) return { baseUrl, apiKey, model };
  if (apiKey !== null || model !== null) {
    const others = `${what}_API_KEY and ${what}_MODEL`;
    throw new ConfigError(`${what}_BASE_URL is missing: ${others} only mean something with it.`);
  }
  return null;
}
