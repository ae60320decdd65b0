import { FinishReason, GenerateContentResponse } from '@google/genai';
import type { GoogleGenAI } from '@google/genai';
import type { FastifyBaseLogger } from 'fastify';
import { ANALYZE_MAX_CHARACTERS } from '../../../src/api/contractWords';
import { engineFailure, deadline } from '../engineFailure';
import { WRITING_TIMEOUT_MS } from '../ports';
import type { TextWriter, WritingRequest, WrittenText } from '../ports';
import { asParts, usageOf, wordsIn } from './client';
import { ModelOrder } from './ModelOrder';
import { toEngineError, refusal } from './failures';

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

  async write({ instruction, parts, onText, signal }: WritingRequest): Promise<WrittenText> {
    const until = deadline(signal, this.#timeoutMs, 'text');
    const contents = [{ role: 'user', parts: await asParts(parts) }];
    const config = {
      systemInstruction: instruction,
      maxOutputTokens: OUTPUT_MAX_TOKENS,
      abortSignal: until.signal,
    };
    const { models } = this.#client;
    try {
      return await this.#models.ask(async (model) => {
        const request = { model, contents, config };
        const response = onText
          ? await readStream(await models.generateContentStream(request), onText)
          : await models.generateContent(request);
        return textIn(response, model);
      });
    } catch (error) {
      throw until.reason() ?? toEngineError(error, 'text');
    }
  }
}

/** All that came as one answer: the last part of it says how it ended and what it took. */
async function readStream(
  stream: AsyncIterable<GenerateContentResponse>,
  onText: (soFar: string) => void,
): Promise<GenerateContentResponse> {
  const whole = new GenerateContentResponse();
  let text = '';
  for await (const part of stream) {
    const { candidates = [], promptFeedback, usageMetadata } = part;
    const [{ finishReason } = {}] = candidates;
    if (promptFeedback) whole.promptFeedback = promptFeedback;
    if (usageMetadata) whole.usageMetadata = usageMetadata;
    text += wordsIn(part);
    if (candidates.length > 0) {
      whole.candidates = [{ content: { parts: [{ text }] }, ...(finishReason && { finishReason }) }];
    }
    if (text.length > ANALYZE_MAX_CHARACTERS) break;
    onText(text.trimStart());
  }
  return whole;
}

/** A text that was cut off would lose the person's last words, so it is none. */
function textIn(response: GenerateContentResponse, model: string): WrittenText {
  const usage = usageOf(response, model);
  const { finishReason } = response.candidates?.[0] ?? {};
  const text = wordsIn(response).trim();
  const isBroken = finishReason === undefined && text !== '';
  const isCut = isBroken || finishReason === FinishReason.MAX_TOKENS || text.length > ANALYZE_MAX_CHARACTERS;
  if (finishReason === FinishReason.STOP && text !== '' && !isCut) return { text, model, usage };
  throw (
    refusal(response, 'text', { usage }) ??
    engineFailure('text', isCut ? 'unreadable' : 'empty', { usage, detail: finishReason ?? 'no reason' })
  );
}
