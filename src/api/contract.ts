/**
 * The shapes that travel between the web app and its server: the client parses with them, the server validates with them, and the OpenAPI
 * page is generated from them. Paths start at the root of the API host. They use the small build of zod, for which the browser's first load
 * has room; the server's own schemas mix with them.
 */
import * as z from 'zod/mini';
import { IMAGE_ENGINES, imageModel } from './contractModels';
import { TEXT_ENGINES } from './contractWords';

export const NAME_MAX = 200;
/** The rating of a take that somebody does not want to see again. */
export const REJECTED = -1;
export const CANVAS_MAX_BYTES = 128 * 1024 * 1024;
export const PATCH_MAX_BYTES = 16 * 1024 * 1024;
export const PATCH_MAX_OPERATIONS = 50_000;
export const JSON_MAX_DEPTH = 64;
export const PICTURE_MAX_BYTES = 20 * 1024 * 1024;
export const PICTURE_MAX_PIXELS = 64_000_000;
export const THUMBNAIL_MAX_BYTES = 16 * 1024 * 1024;
/** Limits of the request for one picture: items, including those in groups, pictures among them, and words as UTF-8. */
export const GENERATE_MAX_ITEMS = 200;
export const GENERATE_MAX_PICTURES = 14;
export const GENERATE_MAX_WORD_BYTES = 32 * 1024;
/** Longest id or key in requests; ids within a snapshot are not checked. */
export const ID_MAX = 200;
export const DEFAULT_PROJECT_NAME = 'Untitled';

export const member = z.object({
  memberId: z.string(),
  name: z.string(),
  picture: z._default(z.nullable(z.string()), null),
});
export type Member = z.infer<typeof member>;

/**
 * Names the member a request is meant for. A browser has one session for all of its tabs: when another member has
 * signed in meanwhile the server answers 401, so that one member's work never goes to another's account.
 */
export const MEMBER_HEADER = 'mulgil-member';

/** Query parameter of the app's sign-in page after a person has cancelled at the issuer's page. */
export const SIGN_IN_CANCELLED = 'cancelled';
/** Query parameter of that page when the server refused this person, with the reason. */
export const SIGN_IN_REFUSED = 'refused';
export const signInRefusal = z.enum(['blocked', 'domain', 'full']);
export type SignInRefusal = z.infer<typeof signInRefusal>;
/** Query parameter of that page: the path to go on to after sign-in. */
export const SIGN_IN_NEXT = 'next';

/** A member's usage and limits. */
export const memberUsage = z.object({
  bytes: z.int(),
  bytesMax: z.int(),
  projects: z.int(),
  projectsMax: z.int(),
});
export type MemberUsage = z.infer<typeof memberUsage>;

export const localSignIn = z.object({ name: z.string(), redirect: z.optional(z.string()) });

/** A token's rights: read, change projects and files, ask the engines for pictures and analyses. */
export const tokenScope = z.enum(['read', 'write', 'generate']);
export type TokenScope = z.infer<typeof tokenScope>;
export const TOKENS_MAX = 50;

export const createToken = z.object({
  name: z.string(),
  scopes: z.array(tokenScope),
  /** ISO 8601 with its offset; a token without it lasts until it is revoked. */
  expiresAt: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
});
export type CreateToken = z.infer<typeof createToken>;

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(tokenScope),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  /** The hour of its last use; null for one that was never used. */
  lastUsedAt: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;
export const apiTokenList = z.array(apiToken);
/** The only answer with the token itself. */
export const createdToken = z.extend(apiToken, { token: z.string() });
export type CreatedToken = z.infer<typeof createdToken>;

/** Has at most NAME_MAX characters once trimmed. The server counts them: a schema would count UTF-16 units. */
const projectName = z.string();

export const projectSummary = z.object({
  projectId: z.int(),
  name: z.string(),
  updatedAt: z.string(),
  /** A url or image data; a list may leave it out. */
  thumbnail: z._default(z.nullable(z.string()), null),
});
export type ProjectSummary = z.infer<typeof projectSummary>;
export const projectList = z.array(projectSummary);

export const PROJECTS_MAX_PAGE = 500;
/** All remaining projects without a limit; with one, the header Link names the next page, as long as there is one. */
export const projectListQuery = z.object({
  /** Part of the name, in any case. */
  q: z.optional(z.string().check(z.maxLength(NAME_MAX))),
  /** 'updatedAt', the default: newest first; 'name': from A to Z. */
  sort: z.optional(z.enum(['updatedAt', 'name'])),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PROJECTS_MAX_PAGE))),
  /** Cursor of the earlier page's end, from its Link. */
  before: z.optional(z.string()),
});
export type ProjectListQuery = z.infer<typeof projectListQuery>;

/** Answer to a change of a project's name or whole canvas; revision counts the canvas only. */
export const projectHead = z.object({
  projectId: z.int(),
  name: z.string(),
  updatedAt: z.string(),
  revision: z.int(),
});
export type ProjectHead = z.infer<typeof projectHead>;

/** canvas is the serialized snapshot; empty when the project never had one. */
export const projectRecord = z.extend(projectHead, { canvas: z.string() });

/**
 * A client that accepts this type (RFC 7464) gets a project as two JSON texts, each behind a separator: an openedHead,
 * and the canvas itself when there is one. A large canvas escaped within one text would be parsed twice.
 */
export const JSON_SEQUENCE = 'application/json-seq';
export const RECORD_SEPARATOR = '\u001E';
/** The head with the member whose session was asked, which the plain record lacks. */
export const openedHead = z.extend(projectHead, { memberId: z.optional(z.string()) });
export type OpenedHead = z.infer<typeof openedHead>;

export const createProject = z.object({ name: projectName, canvas: z.string() });

const point = z.looseObject({ x: z.number(), y: z.number() });
export const snapshotNode = z.looseObject({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  position: point,
  data: z.record(z.string(), z.unknown()),
});
export const snapshotEdge = z.looseObject({
  id: z.string().check(z.minLength(1)),
  source: z.string(),
  target: z.string(),
});
/** The members every snapshot has; other members are kept as they came. */
export const snapshot = z.looseObject({
  nodes: z.array(snapshotNode),
  edges: z.array(snapshotEdge),
  viewport: z.looseObject({ x: z.number(), y: z.number(), zoom: z.number().check(z.positive()) }),
});

export const pushProject = z.object({
  pid: z.int(),
  name: projectName,
  timestamp: z.string(),
  snapshot: z.record(z.string(), z.unknown()),
});

/** One RFC 6902 operation; a `test` or `add` without a value means null is not given and is refused by the server. */
export const patchOperation = z.looseObject({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
  path: z.string(),
});
export const patchBody = z.array(patchOperation).check(z.maxLength(PATCH_MAX_OPERATIONS));

export const patchAnswer = z.object({ revision: z.int(), updatedAt: z.string() });
export type PatchAnswer = z.infer<typeof patchAnswer>;

/** Body of a 412: the base is behind; the patches since it, while the log still has them. */
export const patchBehind = z.object({
  message: z.string(),
  error: z.string(),
  code: z.string(),
  revision: z.int(),
  patches: z.optional(z.array(z.object({ revision: z.int(), patch: z.array(z.unknown()) }))),
});

/**
 * Reason for a version: the start of a session, an interval of editing, the restoring of a version, another copy that
 * replaced the canvas, or the person's wish to keep it.
 */
export const versionKind = z.enum(['session', 'interval', 'restore', 'replace', 'kept']);
export type VersionKind = z.infer<typeof versionKind>;

/** A past state of a canvas; the canvas itself is read by its id. An unnamed one that was not kept is removed with age. */
export const version = z.object({
  id: z.int(),
  kind: versionKind,
  /** Empty unless a person has named it. */
  name: z.string(),
  revision: z.int(),
  createdAt: z.string(),
});
export type Version = z.infer<typeof version>;
export const versionList = z.array(version);
export const keepVersion = z.object({ name: projectName });
export const renameVersion = z.object({ name: projectName });

export const renameProject = z.object({ name: projectName });
export const thumbnailAnswer = z.object({ thumbnail: z.string() });
export const fileAnswer = z.object({
  url: z.string(),
  /** True when the metadata in the kept file say where the picture was taken. */
  keepsLocation: z._default(z.boolean(), false),
});

export const categoryPrompt = z.object({
  type: z.literal('category_prompt'),
  key: z.string(),
  value: z.array(z.string()),
});
export const generateItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_prompt'), content: z.string() }),
  categoryPrompt,
  z.object({ type: z.literal('group'), contents: z.array(categoryPrompt) }),
  z.object({ type: z.literal('image_prompt'), content: z.string() }),
]);
export type GenerateItem = z.infer<typeof generateItem>;
export type CategoryPrompt = z.infer<typeof categoryPrompt>;

/** Reasons why a request is too large; each has a sentence in both languages. */
export type TooMuch = 'tooManyItems' | 'tooManyPictures' | 'tooManyWords' | 'keyTooLong';

/** The limit that these items exceed; null when they are accepted. */
export function tooMuchOf(items: readonly GenerateItem[]): TooMuch | null {
  const groups = items.filter(({ type }) => type === 'group').length;
  const rows = groups === 0 ? items : items.flatMap((item) => (item.type === 'group' ? item.contents : item));
  if (rows.length + groups > GENERATE_MAX_ITEMS) return 'tooManyItems';
  let pictures = 0;
  let characters = 0;
  let hasLongKey = false;
  for (const row of rows) {
    if (row.type === 'image_prompt') pictures += row.content === '' ? 0 : 1;
    else for (const word of wordsOf(row)) characters += word.length;
    hasLongKey ||= row.type === 'category_prompt' && row.key.length > ID_MAX && Array.from(row.key).length > ID_MAX;
  }
  if (pictures > GENERATE_MAX_PICTURES) return 'tooManyPictures';
  if (hasLongKey) return 'keyTooLong';
  // A character takes three bytes at most, so a short text need not be counted.
  if (characters * 3 <= GENERATE_MAX_WORD_BYTES) return null;
  const bytes = new TextEncoder().encode(rows.flatMap(wordsOf).join('')).byteLength;
  return bytes > GENERATE_MAX_WORD_BYTES ? 'tooManyWords' : null;
}

function wordsOf(row: GenerateItem): readonly string[] {
  if (row.type === 'text_prompt') return [row.content];
  return row.type === 'category_prompt' ? [row.key, ...row.value] : [];
}

export const generateImage = z.object({
  projectId: z.int(),
  nodes: z.array(generateItem),
  /** One of the capabilities' models; the first of them when absent. */
  model: z.optional(z.string().check(z.maxLength(NAME_MAX))),
  nodeId: z.optional(z.string().check(z.maxLength(ID_MAX))),
  /** Width to height, such as '16:9': one of the model's aspectRatios; the model chooses when absent. */
  aspectRatio: z.optional(z.string()),
  /** Tells deliberate repetitions of one request apart; 0 when absent. */
  number: z.optional(z.int().check(z.nonnegative())),
  /** Number of pictures, at most the model's countMax; one when absent. */
  count: z.optional(z.int().check(z.positive())),
});
export type GenerateImage = z.infer<typeof generateImage>;

export const generateText = /* @__PURE__ */ z.pick(generateImage, {
  projectId: true,
  nodes: true,
  nodeId: true,
  number: true,
});
export type GenerateText = z.infer<typeof generateText>;

export const job = z.object({
  id: z.string(),
  nodeId: z.nullable(z.string()),
  /** The run that the job is a step of; the run puts its picture on the canvas. */
  runId: z.optional(z.string()),
  /** The number in its request. */
  number: z._default(z.int(), 0),
  state: z.enum(['running', 'done', 'failed', 'aborted']),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  url: z.nullable(z.string()),
  /** The words that were written; absent where pictures are made. */
  text: z.optional(z.string()),
  /** Number of requested pictures, when several. */
  count: z.optional(z.int()),
  /** Number of pictures that did not come; `code` and `message` say why. */
  missing: z.optional(z.int()),
  /** The pictures after the first. */
  further: z.optional(z.readonly(z.array(z.string()))),
  message: z.nullable(z.string()),
  /** Stable code of why it failed, or why some of its pictures did not come. */
  code: z._default(z.nullable(z.string()), null),
  /** When running it again may succeed, if that is known. */
  retryAt: z._default(z.nullable(z.string()), null),
  /** The engine that was asked, and the model that really made the picture. */
  provider: z.optional(z.nullable(z.string())),
  model: z.optional(z.nullable(z.string())),
  /** The engine's own count, if it counts. */
  inputTokens: z.optional(z.nullable(z.int())),
  outputTokens: z.optional(z.nullable(z.int())),
  /** Millionths of a US dollar; null when the price is not known, which is not the same as free. */
  costMicros: z.optional(z.nullable(z.int())),
});
export type Job = z.infer<typeof job>;
export const jobList = z.array(job);

export const capabilities = z.object({
  signIn: z.enum(['google', 'local']),
  /** The engine of the first model. */
  image: z.enum(IMAGE_ENGINES),
  analyze: z.enum(['gemini', 'offline']),
  /** The engine that describes pictures and improves words; null without one. */
  write: z._default(z.nullable(z.enum(TEXT_ENGINES)), null),
  /** The first model is used for nodes that name none, and is called DEFAULT_IMAGE_MODEL. */
  models: z.array(imageModel),
  /** Settings of the first model; one picture in the engine's own shape when absent. */
  aspectRatios: z.optional(z.readonly(z.array(z.string()))),
  countMax: z.optional(z.int()),
});
export type Capabilities = z.infer<typeof capabilities>;

/** `message` and `error` hold the same human sentence; `code` is a stable code. */
export const errorBody = z.object({
  message: z.string(),
  error: z.string(),
  code: z.string(),
  /** When asking again may succeed, if that is known. */
  retryAt: z.optional(z.string()),
  /** The job that failed, if there is one. */
  jobId: z.optional(z.string()),
  /** Id of this request in the server's log, for a failure of the server. */
  requestId: z.optional(z.string()),
});

/**
 * Reasons why a picture engine gave nothing: the `code` of an error body, an event or a job. Each has a sentence in both languages.
 *
 * The engine refused the request:
 * - refused: without a reason that we know, or because it cannot use its input.
 * - refusedSafety, refusedProhibited, refusedPersonal, refusedWord: for the content of the prompt.
 * - refusedPicture, refusedWork: for its own result, which is unsafe or too close to an existing work.
 * - takesNoPictures, notOffered: it offers this to nobody.
 *
 * The engine may do it later; `retryAt` says when, for the first three and if that is known:
 * - quota: its limit for now is reached. quotaDay: for today.
 * - overloaded: it says itself that it is too busy or broken.
 * - unreachable: no answer, or an unreadable one.
 * - timeout: it took longer than we wait.
 *
 * The server's operator has to do something:
 * - keyRefused: the key is missing, wrong or may not use this model. noQuota: its account may not make pictures.
 * - noModel: none of the models we know exists any more.
 * - addressAnswer: it answers with an address instead of a picture, and we open no foreign address.
 *
 * The engine answered with something else:
 * - empty: nothing. noPicture: words only. unreadable: not the requested groups.
 * - unusablePicture: something that is no picture, or larger than we keep.
 * - tooLarge: the prompt or its pictures are more than it takes.
 */
export const ENGINE_FAILURES = [
  'refused',
  'refusedSafety',
  'refusedProhibited',
  'refusedPersonal',
  'refusedWord',
  'refusedPicture',
  'refusedWork',
  'takesNoPictures',
  'notOffered',
  'quota',
  'quotaDay',
  'overloaded',
  'unreachable',
  'timeout',
  'keyRefused',
  'noQuota',
  'noModel',
  'addressAnswer',
  'empty',
  'noPicture',
  'unreadable',
  'unusablePicture',
  'tooLarge',
] as const;
