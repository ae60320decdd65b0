import { FinishReason, Modality } from '@google/genai';
import type { GenerateContentResponse, GoogleGenAI } from '@google/genai';
import type { FastifyBaseLogger } from 'fastify';
import { engineFailure, deadline } from '../engineFailure';
import type { GeneratedPicture, ImageAbilities, ImageEngine, ImageRequest } from '../ports';
import { asParts, usageOf } from './client';
import { ModelOrder } from './ModelOrder';
import type { GoneModels } from './ModelOrder';
import { pictureCostOf, ratiosOf } from './models';
import { toEngineError, refusal } from './failures';

/** A picture takes 5 to 30 s; what takes longer than this is lost. */
const TIMEOUT_MS = 120_000;

export interface GeminiImagesDeps {
  client: GoogleGenAI;
  /** Models in the order in which they are tried. */
  models: readonly string[];
  /** The models known to be gone, see ModelOrder. */
  gone?: GoneModels;
  /** The name by which nodes call it; absent for the order as a whole. */
  model?: string;
  log: FastifyBaseLogger;
  timeoutMs?: number;
}

/** Makes pictures with Google's Gemini. Aborting stops the waiting, not Google's bill. */
export class GeminiImages implements ImageEngine {
  readonly name = 'gemini';
  readonly model?: string;
  readonly #client: GoogleGenAI;
  readonly #models: ModelOrder;
  readonly #timeoutMs: number;

  constructor({ client, models, gone, model, log, timeoutMs = TIMEOUT_MS }: GeminiImagesDeps) {
    this.#client = client;
    if (model !== undefined) this.model = model;
    this.#models = new ModelOrder(models, 'picture', log, gone);
    this.#timeoutMs = timeoutMs;
  }

  get abilities(): ImageAbilities {
    const current = this.#models.current ?? '';
    const costMicros = pictureCostOf(current);
    return {
      aspectRatios: ratiosOf(current),
      countMax: 1,
      ...(costMicros !== undefined && { costMicros }),
    };
  }

  get isGone(): boolean {
    return this.#models.current === undefined;
  }

  async generate({ parts, aspectRatio, signal }: ImageRequest): Promise<GeneratedPicture> {
    const until = deadline(signal, this.#timeoutMs, 'picture');
    const contents = [{ role: 'user', parts: await asParts(parts) }];
    try {
      return await this.#models.ask(async (model) => {
        // A successor may make other shapes than the model that was asked first.
        if (aspectRatio !== undefined && !ratiosOf(model).includes(aspectRatio)) {
          throw engineFailure('picture', 'notOffered', { detail: aspectRatio });
        }
        const response = await this.#client.models.generateContent({
          model,
          contents,
          config: {
            responseModalities: [Modality.IMAGE],
            ...(aspectRatio !== undefined && { imageConfig: { aspectRatio } }),
            abortSignal: until.signal,
          },
        });
        return pictureIn(response, model);
      });
    } catch (error) {
      throw until.reason() ?? toEngineError(error, 'picture');
    }
  }
}

/** The last picture: a model that thinks in pictures sends its drafts first. */
function pictureIn(response: GenerateContentResponse, model: string): GeneratedPicture {
  const usage = usageOf(response, model);
  const made = { model, ...(usage && { usage }) };
  const { content, finishReason } = response.candidates?.[0] ?? {};
  const parts = (content?.parts ?? []).filter((part) => part.thought !== true);
  const data = parts.findLast((part) => part.inlineData?.mimeType?.startsWith('image/'))?.inlineData?.data;
  if (data !== undefined && data !== '') return { bytes: Buffer.from(data, 'base64'), ...made };
  const hasWords = finishReason === FinishReason.NO_IMAGE || parts.some(({ text = '' }) => text.trim() !== '');
  throw (
    refusal(response, 'picture', made) ??
    engineFailure('picture', hasWords ? 'noPicture' : 'empty', { ...made, detail: finishReason ?? 'no reason' })
  );
}
