import { Modality } from '@google/genai';
import type { GenerateContentResponse, GoogleGenAI, Part } from '@google/genai';
import type { FastifyBaseLogger } from 'fastify';
import { deadline } from '../deadline';
import { fitPicture } from '../fitPicture';
import { ProviderError } from '../ports';
import type { GeneratedPicture, ImageProvider, ImageRequest, PromptPart } from '../ports';
import { ModelOrder } from './ModelOrder';
import { refusal } from './refusal';
import { toProviderError } from './toProviderError';

const ENGINE = 'The picture engine';
/** A picture takes 5 to 30 s; what takes longer than this is lost. */
const TIMEOUT_MS = 120_000;

export interface GeminiImagesDeps {
  client: GoogleGenAI;
  models: readonly string[];
  log: FastifyBaseLogger;
  timeoutMs?: number;
}

/** Makes pictures with Google's Gemini. Aborting stops the waiting, not Google's bill. */
export class GeminiImages implements ImageProvider {
  readonly name = 'gemini';
  readonly #client: GoogleGenAI;
  readonly #models: ModelOrder;
  readonly #timeoutMs: number;

  constructor({ client, models, log, timeoutMs = TIMEOUT_MS }: GeminiImagesDeps) {
    this.#client = client;
    this.#models = new ModelOrder(models, log);
    this.#timeoutMs = timeoutMs;
  }

  async generate({ parts, signal }: ImageRequest): Promise<GeneratedPicture> {
    const until = deadline(signal, this.#timeoutMs, ENGINE);
    const contents = [{ role: 'user', parts: await Promise.all(parts.map(asPart)) }];
    try {
      return await this.#models.ask(async (model) => {
        const config = { responseModalities: [Modality.IMAGE], abortSignal: until.signal };
        const response = await this.#client.models.generateContent({ model, contents, config });
        return { bytes: pictureIn(response), model };
      });
    } catch (error) {
      throw until.reason() ?? toProviderError(error, ENGINE);
    }
  }
}

async function asPart(part: PromptPart): Promise<Part> {
  if (part.kind === 'text') return { text: part.text };
  const { bytes, contentType } = await fitPicture(part);
  return { inlineData: { data: bytes.toString('base64'), mimeType: contentType } };
}

/** The last picture: a model that thinks in pictures sends its drafts first. */
function pictureIn(response: GenerateContentResponse): Buffer {
  const parts = response.candidates?.[0]?.content?.parts ?? [];
  const data = parts.findLast((part) => part.inlineData?.mimeType?.startsWith('image/'))?.inlineData?.data;
  if (data !== undefined && data !== '') return Buffer.from(data, 'base64');
  throw (
    refusal(response, ENGINE) ??
    new ProviderError(
      'empty',
      `${ENGINE} answered without a picture. Say more clearly what to draw and run it again.`,
      {
        detail: response.candidates?.[0]?.finishReason ?? 'no picture',
      },
    )
  );
}
