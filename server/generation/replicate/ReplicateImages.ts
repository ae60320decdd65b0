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
import { replicateModel } from './models';
import type { ReplicateModel } from './models';

const refusal = z.object({ title: z.string() });

/** A failed call as a message for people, without Replicate's own text. */
function toProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (thrown instanceof z.ZodError) {
    return engineFailure('picture', 'unreadable', { detail: 'not as Replicate answers' });
  }
  if (!(thrown instanceof EngineAnswer)) {
    return engineFailure('picture', 'unreachable', { detail: 'no answer', cause: thrown });
  }
  const { status, retryAfterS } = thrown;
  const isVersion = status === 422 && /version/i.test(refusal.safeParse(thrown.body).data?.title ?? '');
  return engineFailure('picture', isVersion ? 'noModel' : codeOfStatus(status), {
    retryAfterS,
    detail: String(status),
  });
}

/** Signs in the error of a prediction, with their codes. */
const SIGNS: readonly (readonly [RegExp, ProviderErrorCode])[] = [
  [/\bnsfw\b/i, 'refusedPicture'],
  [/\bE005\b|sensitive|safety|moderation/i, 'refusedSafety'],
  [/\bE1001\b|out of memory/i, 'tooLarge'],
  [/\bE6716\b|timed? ?out/i, 'timeout'],
];

/** Why a prediction has failed; its own text stays behind. */
function failedPrediction(error: string): ProviderError {
  const [, code = 'empty'] = SIGNS.find(([sign]) => sign.test(error)) ?? [];
  return engineFailure('picture', code, { detail: /\bE\d{3,4}\b/.exec(error)?.[0] ?? 'failed' });
}

/** A model that was not used for a while is loaded first. */
const TIMEOUT_MS = 600_000;
const POLL_MS = 500;
const DELIVERED_AT = 'replicate.delivery';
/** Replicate asks to be sent larger files as files. */
const DATA_URL_MAX_BYTES = 256 * 1024;
/** A model that keeps one of several pictures back leaves it out of its output, and says so in its log. */
const KEPT_BACK = /\bnsfw\b/i;
const UNDER_WAY: ReadonlySet<string> = new Set(['starting', 'processing']);

const prediction = z.looseObject({
  // The pattern of its ids keeps an answer from leading elsewhere.
  id: z.string().regex(/^[\w-]{1,100}$/),
  status: z.string(),
  output: z.unknown(),
  error: z.string().nullish().catch(null),
  logs: z.string().nullish().catch(null),
});
type Prediction = z.infer<typeof prediction>;
const addresses = z.union([z.array(z.string()), z.string().transform((one) => [one]), z.null().transform(() => [])]);
const uploaded = z.looseObject({ urls: z.looseObject({ get: z.string() }) });

export interface ReplicateSettings extends HostedModel {
  readonly baseUrl: string;
  readonly apiToken: string;
  readonly timeoutMs?: number;
  readonly pollMs?: number;
  readonly bounds?: Bounds;
}

/** Makes pictures with one model of Replicate by its predictions. */
export class ReplicateImages implements ImageProvider {
  readonly name = 'replicate';
  readonly model: string;
  readonly abilities: ImageAbilities;
  readonly #settings: ReplicateSettings;
  readonly #known: ReplicateModel;
  readonly #costMicros: number | null;

  constructor(settings: ReplicateSettings) {
    this.#settings = settings;
    this.#known = replicateModel(settings.model);
    this.#costMicros = settings.costMicros ?? this.#known.costMicros ?? null;
    this.model = settings.name;
    this.abilities = {
      aspectRatios: this.#known.aspectRatios,
      countMax: this.#known.countMax,
      picturesMax: this.#known.pictures?.max ?? 0,
      ...(this.#costMicros !== null && { costMicros: this.#costMicros }),
    };
  }

  async generate({ parts, aspectRatio, count = 1, signal }: ImageRequest): Promise<GeneratedPicture> {
    const { timeoutMs = TIMEOUT_MS, pollMs: everyMs = POLL_MS } = this.#settings;
    const until = deadline(signal, timeoutMs, 'picture');
    let id: string | null = null;
    try {
      if (aspectRatio !== undefined && !this.#known.aspectRatios.includes(aspectRatio)) {
        throw engineFailure('picture', 'notOffered', { detail: aspectRatio });
      }
      const input = {
        prompt: promptIn(parts),
        ...this.#known.always,
        ...(aspectRatio !== undefined && { aspect_ratio: aspectRatio }),
        ...(count > 1 && { num_outputs: count }),
        ...(await this.#pictures(
          parts.filter((part) => part.kind === 'picture'),
          until.signal,
        )),
      };
      const begun = await this.#create(input, until.signal);
      id = begun.id;
      const ended =
        endOf(begun) ??
        (await awaitResult(() => this.#look(begun.id, until.signal), { everyMs, signal: until.signal }));
      return await this.#picturesOf(ended, count, until.signal);
    } catch (error) {
      if (id !== null && until.signal.aborted) await this.#cancel(id);
      throw until.reason() ?? toProviderError(error);
    }
  }

  async #pictures(pictures: readonly PicturePart[], signal: AbortSignal): Promise<Record<string, string | string[]>> {
    const [first] = pictures;
    if (first === undefined) return {};
    const { pictures: taken } = this.#known;
    if (taken === undefined) throw engineFailure('picture', 'takesNoPictures');
    const fitted = new Map<PicturePart, Promise<PicturePart>>();
    const sent = new Map<PicturePart, Promise<string>>();
    const urls = pictures.map((picture) => {
      const url = sent.get(picture) ?? fitPicture(picture, fitted).then((part) => this.#send(part, signal));
      sent.set(picture, url);
      return url;
    });
    const list = await Promise.all(urls);
    return { [taken.input]: taken.isList ? list : (list[0] ?? '') };
  }

  /** A picture as an input: where Replicate finds it. */
  async #send({ bytes, contentType }: PicturePart, signal: AbortSignal): Promise<string> {
    if (bytes.length <= DATA_URL_MAX_BYTES) return `data:${contentType};base64,${bytes.toString('base64')}`;
    const form = new FormData();
    const file = new Blob([new Uint8Array(bytes)], { type: contentType });
    form.set('content', file, `picture.${contentType.slice('image/'.length)}`);
    return uploaded.parse(await this.#json('files', { method: 'POST', body: form, signal })).urls.get;
  }

  /** A model with a version is called by that version; Replicate chooses the version of any other. */
  async #create(input: object, signal: AbortSignal): Promise<Prediction> {
    const [model = '', version] = this.#settings.model.split(':');
    const path = version === undefined ? `models/${model}/predictions` : 'predictions';
    const body = JSON.stringify(version === undefined ? { input } : { version, input });
    const headers = { 'content-type': 'application/json' };
    try {
      return prediction.parse(await this.#json(path, { method: 'POST', headers, body, signal }));
    } catch (error) {
      if (!(error instanceof EngineAnswer) || error.status !== 404) throw error;
      throw engineFailure('picture', 'noModel', { detail: '404' });
    }
  }

  async #look(id: string, signal: AbortSignal): Promise<Prediction | null> {
    return endOf(prediction.parse(await this.#json(`predictions/${id}`, { signal })));
  }

  async #picturesOf(ended: Prediction, count: number, signal: AbortSignal): Promise<GeneratedPicture> {
    const { status, output, error, logs } = ended;
    if (status !== 'succeeded') throw failedPrediction(error ?? status);
    const urls = addresses.parse(output ?? null);
    const usage =
      this.#costMicros === null
        ? {}
        : { usage: { inputTokens: null, outputTokens: null, costMicros: this.#costMicros * urls.length } };
    const { baseUrl, bounds } = this.#settings;
    const delivery = { baseUrl, headers: this.#key, host: DELIVERED_AT, signal, bounds };
    const places = await readPicturesAt(urls.slice(0, count), delivery);
    const leftOut = KEPT_BACK.test(logs ?? '') ? 'refusedPicture' : 'empty';
    return severalPictures(places, { model: this.#settings.model, ...usage }, { count, leftOut });
  }

  /** Cancels a prediction; one that cannot be reached now ends by itself. */
  async #cancel(id: string): Promise<void> {
    try {
      await this.#ask(`predictions/${id}/cancel`, { method: 'POST', signal: AbortSignal.timeout(5_000) });
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
    return askEngine(`${baseUrl.replace(/\/+$/, '')}/v1/${path}`, { ...init, headers }, bounds);
  }

  get #key(): Record<string, string> {
    return { authorization: `Bearer ${this.#settings.apiToken}` };
  }
}

const endOf = (seen: Prediction): Prediction | null => (UNDER_WAY.has(seen.status) ? null : seen);
