import { z } from 'zod';
import type { EngineAnswer } from '../askEngine';
import type { AnswerFacts } from '../callFailure';
import { engineFailure } from '../engineFailure';
import { asDataUrl, asFile, fitPictures } from '../fitPictures';
import { deliveredPictures, type Deliverer } from '../hosted/deliveredPictures';
import type { EngineCalls } from '../hosted/EngineCalls';
import { EngineQueue, type QueueSettings, requestId } from '../hosted/EngineQueue';
import type { HostedModel } from '../hosted/hostedModel';
import type {
  GeneratedPicture,
  ImageAbilities,
  ImageEngine,
  ImageRequest,
  PicturePart,
  EngineError,
  EngineErrorCode,
} from '../ports';
import { picturesIn, promptIn } from '../promptParts';
import { type ReplicateModel, replicateModel } from './models';

const refusal = z.object({ title: z.string() });

function toldIn({ status, body }: EngineAnswer): AnswerFacts {
  const isVersion = status === 422 && /version/i.test(refusal.safeParse(body).data?.title ?? '');
  return isVersion ? { code: 'noModel' } : {};
}

/** Signs in the error of a prediction, with their codes. */
const SIGNS: readonly (readonly [RegExp, EngineErrorCode])[] = [
  [/\bnsfw\b/i, 'refusedPicture'],
  [/\bE005\b|sensitive|safety|moderation/i, 'refusedSafety'],
  [/\bE1001\b|out of memory/i, 'tooLarge'],
  [/\bE6716\b|timed? ?out/i, 'timeout'],
];

/** Why a prediction has failed; its own text stays behind. */
function failedPrediction(error: string): EngineError {
  const [, code = 'empty'] = SIGNS.find(([sign]) => sign.test(error)) ?? [];
  return engineFailure('picture', code, { detail: /\bE\d{3,4}\b/.exec(error)?.[0] ?? 'failed' });
}

const DELIVERED_AT = 'replicate.delivery';
/** Replicate asks to be sent larger files as files. */
const DATA_URL_MAX_BYTES = 256 * 1024;
/** A model that keeps one of several pictures back leaves it out of its output, and says so in its log. */
const KEPT_BACK = /\bnsfw\b/i;
const UNDER_WAY: ReadonlySet<string> = new Set(['starting', 'processing']);

const prediction = z.looseObject({
  id: requestId,
  status: z.string(),
  output: z.unknown(),
  error: z.string().nullish().catch(null),
  logs: z.string().nullish().catch(null),
});
type Prediction = z.infer<typeof prediction>;
const addresses = z.union([z.array(z.string()), z.string().transform((one) => [one]), z.null().transform(() => [])]);
const uploaded = z.looseObject({ urls: z.looseObject({ get: z.string() }) });

export interface ReplicateSettings extends HostedModel, QueueSettings {
  readonly apiToken: string;
}

/** Makes pictures with one model of Replicate by its predictions. */
export class ReplicateImages implements ImageEngine {
  readonly name = 'replicate';
  readonly model: string;
  readonly abilities: ImageAbilities;
  readonly #queue: EngineQueue;
  readonly #known: ReplicateModel;
  readonly #deliverer: Deliverer;

  constructor(settings: ReplicateSettings) {
    const { name, model, apiToken } = settings;
    this.#queue = new EngineQueue(settings, { authorization: `Bearer ${apiToken}` }, toldIn);
    this.#known = replicateModel(model);
    const costMicros = settings.costMicros ?? this.#known.costMicros ?? null;
    this.#deliverer = { host: DELIVERED_AT, model, costMicros };
    this.model = name;
    this.abilities = {
      aspectRatios: this.#known.aspectRatios,
      countMax: this.#known.countMax,
      picturesMax: this.#known.pictures?.max ?? 0,
      ...(costMicros !== null && { costMicros }),
    };
  }

  generate({ parts, aspectRatio, count = 1, signal }: ImageRequest): Promise<GeneratedPicture> {
    return this.#queue.run(signal, async (calls, begun) => {
      if (aspectRatio !== undefined && !this.#known.aspectRatios.includes(aspectRatio)) {
        throw engineFailure('picture', 'notOffered', { detail: aspectRatio });
      }
      const pictures = picturesIn(parts);
      const input = {
        prompt: promptIn(parts),
        ...this.#known.always,
        ...(aspectRatio !== undefined && { aspect_ratio: aspectRatio }),
        ...(count > 1 && { num_outputs: count }),
        ...(pictures.length > 0 && (await this.#send(pictures, calls))),
      };
      const first = await this.#create(input, calls);
      const path = `v1/predictions/${first.id}`;
      begun((last) => last.ask(`${path}/cancel`, { method: 'POST' }));
      const ended = endOf(first) ?? (await calls.poll(async () => endOf(prediction.parse(await calls.get(path)))));
      return this.#picturesOf(ended, count, calls);
    });
  }

  async #send(pictures: readonly PicturePart[], calls: EngineCalls): Promise<Record<string, string | string[]>> {
    const { pictures: taken } = this.#known;
    if (taken === undefined) throw engineFailure('picture', 'takesNoPictures');
    const list = await Promise.all(pictures.map(fitPictures((part) => addressOf(part, calls))));
    return { [taken.input]: taken.isList ? list : (list[0] ?? '') };
  }

  /** A model with a version is called by that version; Replicate chooses the version of any other. */
  async #create(input: object, calls: EngineCalls): Promise<Prediction> {
    const [model = '', version] = this.#deliverer.model.split(':');
    const path = version === undefined ? `models/${model}/predictions` : 'predictions';
    return prediction.parse(await calls.postToModel(`v1/${path}`, { version, input }));
  }

  #picturesOf(
    { status, output, error, logs }: Prediction,
    count: number,
    calls: EngineCalls,
  ): Promise<GeneratedPicture> {
    if (status !== 'succeeded') throw failedPrediction(error ?? status);
    const urls = addresses.parse(output ?? null);
    const leftOut = KEPT_BACK.test(logs ?? '') ? 'refusedPicture' : 'empty';
    return deliveredPictures(this.#deliverer, { addresses: urls, billed: urls.length, leftOut }, count, calls);
  }
}

/** The address at which Replicate finds a picture. */
async function addressOf(picture: PicturePart, calls: EngineCalls): Promise<string> {
  if (picture.bytes.length <= DATA_URL_MAX_BYTES) return asDataUrl(picture);
  const form = new FormData();
  form.set('content', asFile(picture, 'picture'));
  return uploaded.parse(await calls.post('v1/files', form)).urls.get;
}

const endOf = (seen: Prediction): Prediction | null => (UNDER_WAY.has(seen.status) ? null : seen);
