import { z } from 'zod';
import { askEngine } from '../askEngine';
import type { Bounds } from '../askEngine';
import { engineFailure, deadline } from '../engineFailure';
import { asFile, fitPictures } from '../fitPictures';
import type { GeneratedPicture, ImageAbilities, ImageEngine, ImageRequest, PicturePart, PromptPart } from '../ports';
import { picturesIn, promptIn } from '../promptParts';
import { severalPictures } from '../severalPictures';
import { callOf, refusesBase64, failureOf, tokens } from './chat';
import { countMaxOf, picturesMaxOf, sizesOf } from './models';

/** A self-hosted engine without a graphics card needs minutes. */
const TIMEOUT_MS = 300_000;

const imagesAnswer = z.object({
  data: z.array(z.looseObject({ b64_json: z.string().nullish(), url: z.string().nullish() })),
  usage: z.looseObject({ input_tokens: tokens, output_tokens: tokens }).nullish().catch(null),
});

export interface OpenAiImagesSettings {
  baseUrl: string;
  apiKey: string | null;
  /** The engine's own default when null. */
  model: string | null;
  timeoutMs?: number;
  bounds?: Bounds;
}

interface ImageCall {
  parts: PromptPart[];
  size: string;
  count: number;
  signal: AbortSignal;
  asksForBase64: boolean;
}

/** Makes pictures with any engine that speaks OpenAI's images endpoint; pictures as input go to its edits endpoint. */
export class OpenAiImages implements ImageEngine {
  readonly name = 'openai';
  readonly model?: string;
  readonly abilities: ImageAbilities;
  readonly #settings: OpenAiImagesSettings;
  /** Engines that always answer in base64 refuse the wish for it; the others answer addresses without it. */
  #asksForBase64 = true;

  constructor(settings: OpenAiImagesSettings) {
    this.#settings = settings;
    if (settings.model !== null) this.model = settings.model;
    this.abilities = {
      aspectRatios: Object.keys(sizesOf(settings.model)),
      countMax: countMaxOf(settings.model),
      ...picturesMaxOf(settings.model),
    };
  }

  async generate({ parts, aspectRatio = '1:1', count = 1, signal }: ImageRequest): Promise<GeneratedPicture> {
    const until = deadline(signal, this.#settings.timeoutMs ?? TIMEOUT_MS, 'picture');
    try {
      const size = sizesOf(this.#settings.model)[aspectRatio];
      if (size === undefined) throw engineFailure('picture', 'notOffered', { detail: aspectRatio });
      const answer = await this.#ask({ parts, size, count, signal: until.signal });
      return readPictures(await answer.json().catch(() => null), this.#settings.model ?? 'default', count);
    } catch (error) {
      throw until.reason() ?? failureOf(error, 'picture', picturesIn(parts).length > 0);
    }
  }

  async #ask(wish: Omit<ImageCall, 'asksForBase64'>): Promise<Response> {
    const pictures = picturesIn(wish.parts);
    // Another call may learn meanwhile that the engine refuses it.
    const call = { ...wish, asksForBase64: this.#asksForBase64 };
    try {
      return await (pictures.length > 0 ? this.#edit(call, pictures) : this.#create(call));
    } catch (error) {
      if (!call.asksForBase64 || !refusesBase64(error)) throw error;
      this.#asksForBase64 = false;
      return this.#ask(wish);
    }
  }

  #create(wish: ImageCall): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.#post('generations', JSON.stringify(this.#fields(wish)), wish.signal, headers);
  }

  async #edit(wish: ImageCall, pictures: PicturePart[]): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(this.#fields(wish))) form.set(name, String(value));
    const field = pictures.length === 1 ? 'image' : 'image[]';
    const fitted = await Promise.all(pictures.map(fitPictures((picture) => picture)));
    for (const [number, picture] of fitted.entries()) form.append(field, asFile(picture, `picture-${number + 1}`));
    return this.#post('edits', form, wish.signal);
  }

  #post(
    call: 'generations' | 'edits',
    body: string | FormData,
    signal: AbortSignal,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { url, headers: key } = callOf(this.#settings, `images/${call}`);
    return askEngine(url, { method: 'POST', headers: { ...key, ...headers }, body, signal }, this.#settings.bounds);
  }

  #fields({ parts, size, count, asksForBase64 }: ImageCall): Record<string, string | number> {
    return {
      prompt: promptIn(parts),
      n: count,
      size,
      ...(this.#settings.model === null ? {} : { model: this.#settings.model }),
      ...(asksForBase64 ? { response_format: 'b64_json' } : {}),
    };
  }
}

/** An address is never opened: it could name anything this server can reach. */
function readPictures(body: unknown, model: string, count: number): GeneratedPicture {
  const answer = imagesAnswer.safeParse(body).data;
  // Its prices are between the operator and the engine.
  const usage = answer?.usage && {
    inputTokens: answer.usage.input_tokens,
    outputTokens: answer.usage.output_tokens,
    costMicros: null,
  };
  const places = (answer?.data ?? []).map(({ b64_json: base64, url }) =>
    base64
      ? Buffer.from(base64, 'base64')
      : engineFailure('picture', url ? 'addressAnswer' : 'empty', { detail: 'no b64_json' }),
  );
  return severalPictures(places, { model, ...(usage && { usage }) }, { count });
}
