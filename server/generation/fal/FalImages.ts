import { z } from 'zod';
import { askEngine, EngineAnswer } from '../askEngine';
import type { Bounds } from '../askEngine';
import { engineFailure, codeOfStatus, deadline } from '../engineFailure';
import { fitPicture } from '../fitPicture';
import type { HostedModel } from '../hosted/hostedModel';
import { readPicturesAt, awaitResult } from '../hosted/results';
import {
  type GeneratedPicture,
  type ImageAbilities,
  type ImageProvider,
  type ImageRequest,
  type PicturePart,
  ProviderError,
  type ProviderErrorCode,
} from '../ports';
import { promptIn } from '../promptParts';
import { severalPictures } from '../several';
import { falModel } from './models';
import type { FalModel } from './models';

const refusal = z.object({ detail: z.union([z.string(), z.array(z.looseObject({ type: z.string() })).min(1)]) });
const CODES: Readonly<Record<string, ProviderErrorCode>> = {
  content_policy_violation: 'refusedSafety',
  file_too_large: 'tooLarge',
  image_too_large: 'tooLarge',
  generation_timeout: 'timeout',
  no_media_generated: 'empty',
};
/** The only sign, besides a refused key, that an account has nothing left. */
const LOCKED = /\b(locked|balance)\b/i;

/** A failed call as a message for people, without fal's own text. */
function toProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (thrown instanceof z.ZodError) return engineFailure('picture', 'unreadable', { detail: 'not as fal answers' });
  if (!(thrown instanceof EngineAnswer)) {
    return engineFailure('picture', 'unreachable', { detail: 'no answer', cause: thrown });
  }
  const { status, retryAfterS } = thrown;
  const detail = refusal.safeParse(thrown.body).data?.detail;
  if (typeof detail === 'string') {
    const code = status === 403 && LOCKED.test(detail) ? 'noQuota' : codeOfStatus(status);
    return engineFailure('picture', code, { retryAfterS, detail: String(status) });
  }
  const word = detail?.find(({ type }) => type in CODES)?.type;
  const code = word === undefined ? undefined : CODES[word];
  return engineFailure('picture', code ?? codeOfStatus(status), {
    retryAfterS,
    detail: [status, word].join(' ').trim(),
  });
}

/** A model that was not used for a while is loaded first, and requests beyond an account's limit wait in its queue. */
const TIMEOUT_MS = 600_000;
const POLL_MS = 500;
const DELIVERED_AT = 'fal.media';
const UNDER_WAY: ReadonlySet<string> = new Set(['IN_QUEUE', 'IN_PROGRESS']);
// The pattern of its ids keeps an answer from leading elsewhere.
const submitted = z.looseObject({ request_id: z.string().regex(/^[\w-]{1,100}$/) });
const queued = z.looseObject({ status: z.string() });
const file = z.looseObject({ url: z.string() });
const result = z.looseObject({
  images: z.array(file).optional(),
  image: file.optional(),
  has_nsfw_concepts: z.array(z.boolean()).nullish().catch(null),
});

export interface FalSettings extends HostedModel {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs?: number;
  readonly pollMs?: number;
  readonly bounds?: Bounds;
}

/** Makes pictures with one model of fal by its queue. */
export class FalImages implements ImageProvider {
  readonly name = 'fal';
  readonly model: string;
  readonly abilities: ImageAbilities;
  readonly #settings: FalSettings;
  readonly #known: FalModel;
  readonly #costMicros: number | null;

  constructor(settings: FalSettings) {
    this.#settings = settings;
    this.#known = falModel(settings.model);
    this.#costMicros = settings.costMicros ?? this.#known.costMicros ?? null;
    this.model = settings.name;
    this.abilities = {
      aspectRatios: Object.keys(this.#known.shapes),
      countMax: this.#known.countMax,
      picturesMax: this.#known.edit?.picturesMax ?? 0,
      ...(this.#costMicros !== null && { costMicros: this.#costMicros }),
    };
  }

  async generate({ parts, aspectRatio, count = 1, signal }: ImageRequest): Promise<GeneratedPicture> {
    const { model, timeoutMs = TIMEOUT_MS, pollMs: everyMs = POLL_MS } = this.#settings;
    const until = deadline(signal, timeoutMs, 'picture');
    let request: string | null = null;
    try {
      const pictures = parts.filter((part) => part.kind === 'picture');
      const { edit } = this.#known;
      if (pictures.length > 0 && edit === undefined) throw engineFailure('picture', 'takesNoPictures');
      const input = {
        prompt: promptIn(parts),
        ...this.#known.always,
        ...this.#shape(aspectRatio),
        ...(count > 1 && { num_images: count }),
        ...(pictures.length > 0 && { image_urls: await asDataUrls(pictures) }),
      };
      const asked = pictures.length > 0 && edit !== undefined ? edit.model : model;
      request = `${appOf(asked)}/requests/${await this.#submit(asked, input, until.signal)}`;
      const path = request;
      await awaitResult(() => this.#ended(path, until.signal), { everyMs, signal: until.signal });
      return await this.#picturesIn(await this.#json(path, { signal: until.signal }), count, until.signal);
    } catch (error) {
      if (request !== null && until.signal.aborted) await this.#cancel(request);
      throw until.reason() ?? toProviderError(error);
    }
  }

  #shape(aspectRatio: string | undefined): Record<string, string> {
    if (aspectRatio === undefined) return {};
    const shape = this.#known.shapes[aspectRatio];
    if (shape === undefined) throw engineFailure('picture', 'notOffered', { detail: aspectRatio });
    return { [this.#known.shapeInput]: shape };
  }

  async #submit(model: string, input: object, signal: AbortSignal): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    try {
      const answer = await this.#json(model, { method: 'POST', headers, body: JSON.stringify(input), signal });
      return submitted.parse(answer).request_id;
    } catch (error) {
      if (!(error instanceof EngineAnswer) || error.status !== 404) throw error;
      throw engineFailure('picture', 'noModel', { detail: '404' });
    }
  }

  /** Null while it waits or is made; how it ended is in its result. */
  async #ended(request: string, signal: AbortSignal): Promise<true | null> {
    const { status } = queued.parse(await this.#json(`${request}/status`, { signal }));
    return UNDER_WAY.has(status) ? null : true;
  }

  /** A picture that fal has blackened for its safety rules is none. */
  async #picturesIn(answer: unknown, count: number, signal: AbortSignal): Promise<GeneratedPicture> {
    const { images = [], image, has_nsfw_concepts: flags } = result.parse(answer);
    const files = image === undefined ? images : [image, ...images];
    const usage =
      this.#costMicros === null
        ? {}
        : { usage: { inputTokens: null, outputTokens: null, costMicros: this.#costMicros * files.length } };
    const { baseUrl, bounds } = this.#settings;
    const delivery = { baseUrl, headers: this.#key, host: DELIVERED_AT, signal, bounds };
    const shown = files.filter((_, place) => flags?.[place] !== true).slice(0, count);
    const addresses = shown.map(({ url }) => url);
    const places = await readPicturesAt(addresses, delivery);
    const leftOut = flags?.includes(true) === true ? 'refusedPicture' : 'empty';
    return severalPictures(places, { model: this.#settings.model, ...usage }, { count, leftOut });
  }

  /** Cancels a request: a waiting one leaves the queue, a running one is told to stop, and ends by itself if the engine cannot be told. */
  async #cancel(request: string): Promise<void> {
    try {
      await this.#ask(`${request}/cancel`, { method: 'PUT', signal: AbortSignal.timeout(5_000) });
    } catch {
      // The caller that stopped it has been told already.
    }
  }

  async #json(path: string, init: RequestInit): Promise<unknown> {
    return (await this.#ask(path, init)).json().catch(() => null);
  }

  #ask(path: string, init: RequestInit): Promise<Response> {
    const { baseUrl, bounds } = this.#settings;
    const headers = { ...this.#key, ...(init.headers as Record<string, string> | undefined) };
    return askEngine(`${baseUrl.replace(/\/+$/, '')}/${path}`, { ...init, headers }, bounds);
  }

  get #key(): Record<string, string> {
    return { authorization: `Key ${this.#settings.apiKey}` };
  }
}

/** A request belongs to an app, which the first words of a model's name are. */
function appOf(model: string): string {
  const words = model.split('/');
  return words.slice(0, words[0] === 'workflows' || words[0] === 'comfy' ? 3 : 2).join('/');
}

async function asDataUrls(pictures: readonly PicturePart[]): Promise<string[]> {
  const known = new Map<PicturePart, Promise<PicturePart>>();
  const fitted = await Promise.all(pictures.map((picture) => fitPicture(picture, known)));
  return fitted.map(({ bytes, contentType }) => `data:${contentType};base64,${bytes.toString('base64')}`);
}
