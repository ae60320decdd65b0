import { z } from 'zod';
import { askEngine } from '../askEngine';
import type { Bounds } from '../askEngine';
import { deadline } from '../deadline';
import { engineFailure } from '../engineFailure';
import { fitPicture } from '../fitPicture';
import { PICTURES_A_JOB } from '../ports';
import type { GeneratedPicture, ImageAbilities, ImageProvider, ImageRequest, PicturePart, PromptPart } from '../ports';
import { sizesOf } from './models';
import { refusesBase64, toProviderError } from './toProviderError';

/** An engine on one's own machine, without a graphics card, needs minutes. */
const TIMEOUT_MS = 300_000;

const tokens = z.int().nonnegative();
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

interface Wish {
  parts: PromptPart[];
  size: string;
  signal: AbortSignal;
}

/** Makes pictures with any engine that speaks OpenAI's images endpoint; pictures as input go to its edits endpoint. */
export class OpenAiImages implements ImageProvider {
  readonly name = 'openai';
  readonly abilities: ImageAbilities;
  readonly #settings: OpenAiImagesSettings;
  /** Engines that always answer in base64 refuse the wish for it; the others answer addresses without it. */
  #asksForBase64 = true;

  constructor(settings: OpenAiImagesSettings) {
    this.#settings = settings;
    this.abilities = { aspectRatios: Object.keys(sizesOf(settings.model)), countMax: PICTURES_A_JOB };
  }

  async generate({ parts, aspectRatio = '1:1', signal }: ImageRequest): Promise<GeneratedPicture> {
    const until = deadline(signal, this.#settings.timeoutMs ?? TIMEOUT_MS, 'picture');
    try {
      const size = sizesOf(this.#settings.model)[aspectRatio];
      if (size === undefined) throw engineFailure('picture', 'notOffered', { detail: aspectRatio });
      const answer = await this.#ask({ parts, size, signal: until.signal });
      return pictureIn(await answer.json().catch(() => null), this.#settings.model ?? 'default');
    } catch (error) {
      throw until.reason() ?? toProviderError(error, parts.some(isPicture));
    }
  }

  async #ask(wish: Wish): Promise<Response> {
    const pictures = wish.parts.filter(isPicture);
    try {
      return await (pictures.length > 0 ? this.#edit(wish, pictures) : this.#create(wish));
    } catch (error) {
      if (!this.#asksForBase64 || !refusesBase64(error)) throw error;
      this.#asksForBase64 = false;
      return this.#ask(wish);
    }
  }

  #create(wish: Wish): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.#post('generations', JSON.stringify(this.#fields(wish)), wish.signal, headers);
  }

  async #edit(wish: Wish, pictures: PicturePart[]): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(this.#fields(wish))) form.set(name, String(value));
    const field = pictures.length === 1 ? 'image' : 'image[]';
    const known = new Map<PicturePart, Promise<PicturePart>>();
    const fitted = await Promise.all(pictures.map((picture) => fitPicture(picture, known)));
    for (const [number, picture] of fitted.entries()) {
      const extension = picture.contentType.slice('image/'.length);
      const file = new Blob([new Uint8Array(picture.bytes)], { type: picture.contentType });
      form.append(field, file, `picture-${number + 1}.${extension}`);
    }
    return this.#post('edits', form, wish.signal);
  }

  #post(
    call: 'generations' | 'edits',
    body: string | FormData,
    signal: AbortSignal,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { apiKey, baseUrl, bounds } = this.#settings;
    // The base address may be given with or without its `/v1`.
    const base = baseUrl.replace(/\/+$/, '');
    const url = `${base}${base.endsWith('/v1') ? '' : '/v1'}/images/${call}`;
    const key: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    return askEngine(url, { method: 'POST', headers: { ...key, ...headers }, body, signal }, bounds);
  }

  #fields({ parts, size }: Wish): Record<string, string | number> {
    const words = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
    return {
      prompt: words === '' ? 'A new picture in the spirit of this one' : words,
      n: 1,
      size,
      ...(this.#settings.model === null ? {} : { model: this.#settings.model }),
      ...(this.#asksForBase64 ? { response_format: 'b64_json' } : {}),
    };
  }
}

function isPicture(part: PromptPart): part is PicturePart {
  return part.kind === 'picture';
}

/** An address is never opened: it could name anything this server can reach. */
function pictureIn(body: unknown, model: string): GeneratedPicture {
  const answer = imagesAnswer.safeParse(body).data;
  const picture = answer?.data[0];
  // Its prices are between the operator and the engine.
  const usage = answer?.usage && {
    inputTokens: answer.usage.input_tokens,
    outputTokens: answer.usage.output_tokens,
    costMicros: null,
  };
  const made = { model, ...(usage && { usage }) };
  if (picture?.b64_json) return { bytes: Buffer.from(picture.b64_json, 'base64'), ...made };
  throw engineFailure('picture', picture?.url ? 'addressAnswer' : 'empty', { ...made, detail: 'no b64_json' });
}
