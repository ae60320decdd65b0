import { FinishReason } from '@google/genai';
import type { GenerateContentResponse, GoogleGenAI } from '@google/genai';
import type { FastifyBaseLogger } from 'fastify';
import { ANALYZE_MAX_CHARACTERS } from '../../../src/api/contractWords';
import { deadline } from '../deadline';
import { engineFailure } from '../engineFailure';
import { WRITING_TIMEOUT_MS } from '../ports';
import type { TextWriter, WritingRequest, WrittenText } from '../ports';
import { asParts } from './asParts';
import { ModelOrder } from './ModelOrder';
import { refusal } from './refusal';
import { toProviderError } from './toProviderError';
import { usageOf } from './usageOf';

/** Most tokens of an answer, a model's thoughts included; a text of ANALYZE_MAX_CHARACTERS fits. */
const OUTPUT_MAX_TOKENS = 32_768;

export interface GeminiWriterDeps {
  client: GoogleGenAI;
  models: readonly string[];
  log: FastifyBaseLogger;
  timeoutMs?: number;
}

/** Writes with Google's Gemini. Aborting stops the waiting, not Google's bill. */
export class GeminiWriter implements TextWriter {
  readonly name = 'gemini';
  readonly #client: GoogleGenAI;
  readonly #models: ModelOrder;
  readonly #timeoutMs: number;

  constructor({ client, models, log, timeoutMs = WRITING_TIMEOUT_MS }: GeminiWriterDeps) {
    this.#client = client;
    this.#models = new ModelOrder(models, 'text', log);
    this.#timeoutMs = timeoutMs;
  }

  async write({ instruction, parts, signal }: WritingRequest): Promise<WrittenText> {
    const until = deadline(signal, this.#timeoutMs, 'text');
    const contents = [{ role: 'user', parts: await asParts(parts) }];
    try {
      return await this.#models.ask(async (model) => {
        const response = await this.#client.models.generateContent({
          model,
          contents,
          config: {
            systemInstruction: instruction,
            maxOutputTokens: OUTPUT_MAX_TOKENS,
            abortSignal: until.signal,
          },
        });
        return textIn(response, model);
      });
    } catch (error) {
      throw until.reason() ?? toProviderError(error, 'text');
    }
  }
}

/** A text that was cut off would lose the person's last words, so it is none. */
function textIn(response: GenerateContentResponse, model: string): WrittenText {
  const usage = usageOf(response, model);
  const { content, finishReason } = response.candidates?.[0] ?? {};
  const words = (content?.parts ?? []).map((part) => (part.thought === true ? '' : (part.text ?? '')));
  const text = words.join('').trim();
  const isCut = finishReason === FinishReason.MAX_TOKENS || text.length > ANALYZE_MAX_CHARACTERS;
  if (finishReason === FinishReason.STOP && text !== '' && !isCut) return { text, usage };
  throw (
    refusal(response, 'text', { usage }) ??
    engineFailure('text', isCut ? 'unreadable' : 'empty', { usage, detail: finishReason ?? 'no reason' })
  );
}
