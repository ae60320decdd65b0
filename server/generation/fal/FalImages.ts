import { z } from 'zod';
import type { EngineAnswer } from '../askEngine';
import type { AnswerFacts } from '../callFailure';
import { engineFailure } from '../engineFailure';
import { asDataUrl, fitPictures } from '../fitPictures';
import { deliveredPictures, type Deliverer } from '../hosted/deliveredPictures';
import type { EngineCalls } from '../hosted/EngineCalls';
import { EngineQueue, type QueueSettings, requestId } from '../hosted/EngineQueue';
import type { HostedModel } from '../hosted/hostedModel';
import type { GeneratedPicture, ImageAbilities, ImageEngine, ImageRequest, EngineErrorCode } from '../ports';
import { picturesIn, promptIn } from '../promptParts';
import { type FalModel, falModel } from './models';

const refusal = z.object({ detail: z.union([z.string(), z.array(z.looseObject({ type: z.string() })).min(1)]) });
const CODES: Readonly<Record<string, EngineErrorCode>> = {
  content_policy_violation: 'refusedSafety',
  file_too_large: 'tooLarge',
  image_too_large: 'tooLarge',
  generation_timeout: 'timeout',
  no_media_generated: 'empty',
};
/** The only sign, besides a refused key, that an account has nothing left. */
const LOCKED = /\b(locked|balance)\b/i;

function toldIn({ status, body }: EngineAnswer): AnswerFacts {
  const detail = refusal.safeParse(body).data?.detail;
  if (typeof detail === 'string') return status === 403 && LOCKED.test(detail) ? { code: 'noQuota' } : {};
  const word = detail?.find(({ type }) => type in CODES)?.type;
  return word === undefined ? {} : { code: CODES[word], word };
}

const DELIVERED_AT = 'fal.media';
const UNDER_WAY: ReadonlySet<string> = new Set(['IN_QUEUE', 'IN_PROGRESS']);
const submitted = z.looseObject({ request_id: requestId });
const queued = z.looseObject({ status: z.string() });
const file = z.looseObject({ url: z.string() });
const result = z.looseObject({
  images: z.array(file).optional(),
  image: file.optional(),
  has_nsfw_concepts: z.array(z.boolean()).nullish().catch(null),
});

export interface FalSettings extends HostedModel, QueueSettings {
  readonly apiKey: string;
}

/** Makes pictures with one model of fal by its queue. */
export class FalImages implements ImageEngine {
  readonly name = 'fal';
  readonly model: string;
  readonly abilities: ImageAbilities;
  readonly #queue: EngineQueue;
  readonly #known: FalModel;
  readonly #deliverer: Deliverer;

  constructor(settings: FalSettings) {
    const { name, model, apiKey } = settings;
    this.#queue = new EngineQueue(settings, { authorization: `Key ${apiKey}` }, toldIn);
    this.#known = falModel(model);
    const costMicros = settings.costMicros ?? this.#known.costMicros ?? null;
    this.#deliverer = { host: DELIVERED_AT, model, costMicros };
    this.model = name;
    this.abilities = {
      aspectRatios: Object.keys(this.#known.shapes),
      countMax: this.#known.countMax,
      picturesMax: this.#known.edit?.picturesMax ?? 0,
      ...(costMicros !== null && { costMicros }),
    };
  }

  generate({ parts, aspectRatio, count = 1, signal }: ImageRequest): Promise<GeneratedPicture> {
    return this.#queue.run(signal, async (calls, begun) => {
      const pictures = picturesIn(parts);
      const model = this.#modelFor(pictures.length);
      const input = {
        prompt: promptIn(parts),
        ...this.#known.always,
        ...this.#shape(aspectRatio),
        ...(count > 1 && { num_images: count }),
        ...(pictures.length > 0 && { image_urls: await Promise.all(pictures.map(fitPictures(asDataUrl))) }),
      };
      const { request_id: id } = submitted.parse(await calls.postToModel(model, input));
      const request = `${appOf(model)}/requests/${id}`;
      begun((last) => last.ask(`${request}/cancel`, { method: 'PUT' }));
      const ended = await calls.poll(async () => {
        const { status } = queued.parse(await calls.get(`${request}/status`));
        return UNDER_WAY.has(status) ? null : result.parse(await calls.get(request));
      });
      return this.#picturesIn(ended, count, calls);
    });
  }

  #modelFor(pictures: number): string {
    if (pictures === 0) return this.#deliverer.model;
    const { edit } = this.#known;
    if (edit === undefined) throw engineFailure('picture', 'takesNoPictures');
    return edit.model;
  }

  #shape(aspectRatio: string | undefined): Record<string, string> {
    if (aspectRatio === undefined) return {};
    const shape = this.#known.shapes[aspectRatio];
    if (shape === undefined) throw engineFailure('picture', 'notOffered', { detail: aspectRatio });
    return { [this.#known.shapeInput]: shape };
  }

  /** A picture that fal has blackened for its safety rules is none. */
  #picturesIn(ended: z.infer<typeof result>, count: number, calls: EngineCalls): Promise<GeneratedPicture> {
    const { images = [], image, has_nsfw_concepts: flags } = ended;
    const files = image === undefined ? images : [image, ...images];
    const shown = files.filter((_, place) => flags?.[place] !== true);
    const leftOut = flags?.includes(true) === true ? 'refusedPicture' : 'empty';
    const delivered = { addresses: shown.map(({ url }) => url), billed: files.length, leftOut } as const;
    return deliveredPictures(this.#deliverer, delivered, count, calls);
  }
}

/** A request belongs to an app, which the first words of a model's name are. */
function appOf(model: string): string {
  const words = model.split('/');
  return words.slice(0, words[0] === 'workflows' || words[0] === 'comfy' ? 3 : 2).join('/');
}
