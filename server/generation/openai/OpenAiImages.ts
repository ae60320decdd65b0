import { z } from 'zod';
import { deadline } from '../deadline';
import { ProviderError } from '../ports';
import type { GeneratedPicture, ImageProvider, ImageRequest, PicturePart, PromptPart } from '../ports';
import { fitPicture } from '../fitPicture';
import { answerFailure } from './answerFailure';

const ENGINE = 'The picture engine';
/** An engine on one's own machine, without a graphics card, needs minutes. */
const TIMEOUT_MS = 300_000;
const SIZE = '1024x1024';

const imagesAnswer = z.object({ data: z.array(z.looseObject({ b64_json: z.string().min(1) })).min(1) });

export interface OpenAiImagesSettings {
  baseUrl: string;
  apiKey: string | null;
  /** The engine's own default when null. */
  model: string | null;
  timeoutMs?: number;
}

/** Makes pictures with any engine that speaks OpenAI's images endpoint; pictures as input go to its edits endpoint. */
export class OpenAiImages implements ImageProvider {
  readonly name = 'openai';
  readonly #settings: OpenAiImagesSettings;
  /** Engines that always answer in base64 refuse the wish for it; the others answer addresses without it. */
  #asksForBase64 = true;

  constructor(settings: OpenAiImagesSettings) {
    this.#settings = settings;
  }

  async generate({ parts, signal }: ImageRequest): Promise<GeneratedPicture> {
    const until = deadline(signal, this.#settings.timeoutMs ?? TIMEOUT_MS, ENGINE);
    try {
      const answer = await this.#ask(parts, until.signal);
      const picture = imagesAnswer.safeParse(await answer.json().catch(() => null)).data?.data[0];
      if (!picture) {
        throw new ProviderError('empty', `${ENGINE} answered without a picture. Run it again.`, {
          detail: 'no b64_json',
        });
      }
      return { bytes: Buffer.from(picture.b64_json, 'base64'), model: this.#settings.model ?? 'default' };
    } catch (error) {
      const reason = until.reason();
      if (reason) throw reason;
      if (error instanceof ProviderError) throw error;
      throw new ProviderError('unreachable', `${ENGINE} cannot be reached right now. Try again in a few minutes.`, {
        detail: 'no answer',
        cause: error,
      });
    }
  }

  async #ask(parts: PromptPart[], signal: AbortSignal): Promise<Response> {
    const pictures = parts.filter((part) => part.kind === 'picture');
    const answer = pictures.length > 0 ? await this.#edit(parts, pictures, signal) : await this.#create(parts, signal);
    if (answer.ok) return answer;
    const { error, refusesBase64 } = await answerFailure(answer, pictures.length > 0);
    if (!refusesBase64 || !this.#asksForBase64) throw error;
    this.#asksForBase64 = false;
    return this.#ask(parts, signal);
  }

  #create(parts: PromptPart[], signal: AbortSignal): Promise<Response> {
    const body = JSON.stringify(this.#fields(parts));
    return fetch(this.#address('generations'), {
      method: 'POST',
      headers: { ...this.#headers(), 'content-type': 'application/json' },
      body,
      signal,
    });
  }

  async #edit(parts: PromptPart[], pictures: PicturePart[], signal: AbortSignal): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(this.#fields(parts))) form.set(name, String(value));
    const field = pictures.length === 1 ? 'image' : 'image[]';
    for (const [number, picture] of (await Promise.all(pictures.map(fitPicture))).entries()) {
      const extension = picture.contentType.slice('image/'.length);
      const file = new Blob([new Uint8Array(picture.bytes)], { type: picture.contentType });
      form.append(field, file, `picture-${number + 1}.${extension}`);
    }
    return fetch(this.#address('edits'), { method: 'POST', headers: this.#headers(), body: form, signal });
  }

  #fields(parts: PromptPart[]): Record<string, string | number> {
    const words = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
    return {
      prompt: words === '' ? 'A new picture in the spirit of this one' : words,
      n: 1,
      size: SIZE,
      ...(this.#settings.model === null ? {} : { model: this.#settings.model }),
      ...(this.#asksForBase64 ? { response_format: 'b64_json' } : {}),
    };
  }

  #headers(): Record<string, string> {
    return this.#settings.apiKey === null ? {} : { authorization: `Bearer ${this.#settings.apiKey}` };
  }

  /** The base address may be given with or without its `/v1`. */
  #address(call: 'generations' | 'edits'): string {
    const base = this.#settings.baseUrl.replace(/\/+$/, '');
    return `${base}${base.endsWith('/v1') ? '' : '/v1'}/images/${call}`;
  }
}
