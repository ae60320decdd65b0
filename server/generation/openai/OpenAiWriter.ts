import { z } from 'zod';
import { ANALYZE_MAX_CHARACTERS } from '../../../src/api/contractWords';
import { askEngine } from '../askEngine';
import type { Bounds } from '../askEngine';
import { deadline } from '../deadline';
import { engineFailure } from '../engineFailure';
import { fitPicture } from '../fitPicture';
import { WRITING_TIMEOUT_MS } from '../ports';
import type { PicturePart, PromptPart, TextWriter, Usage, WritingRequest, WrittenText } from '../ports';
import { callOf } from './callOf';
import { toProviderError } from './toProviderError';

const tokens = z.int().nonnegative();
const chatAnswer = z.object({
  choices: z.array(
    z.looseObject({
      message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish().catch(null) }),
      finish_reason: z.string().nullish().catch(null),
    }),
  ),
  usage: z.looseObject({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

export interface OpenAiWriterSettings {
  baseUrl: string;
  apiKey: string | null;
  /** The engine's own default when null. */
  model: string | null;
  timeoutMs?: number;
  bounds?: Bounds;
}

type Content = string | object[];

/** Writes with any engine that speaks OpenAI's chat call; pictures go along as data. */
export class OpenAiWriter implements TextWriter {
  readonly name = 'openai';
  readonly #settings: OpenAiWriterSettings;

  constructor(settings: OpenAiWriterSettings) {
    this.#settings = settings;
  }

  async write({ instruction, parts, signal }: WritingRequest): Promise<WrittenText> {
    const { model, bounds, timeoutMs = WRITING_TIMEOUT_MS } = this.#settings;
    const until = deadline(signal, timeoutMs, 'text');
    const content = await contentOf(parts);
    try {
      const { url, headers } = callOf(this.#settings, 'chat/completions');
      const messages = [
        { role: 'system', content: instruction },
        { role: 'user', content },
      ];
      const body = JSON.stringify({ ...(model !== null && { model }), messages });
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      const answer = await askEngine(url, { ...sent, signal: until.signal }, bounds);
      return textIn(await answer.json().catch(() => null));
    } catch (error) {
      throw until.reason() ?? toProviderError(error, 'text', parts.some(isPicture));
    }
  }
}

function isPicture(part: PromptPart): boolean {
  return part.kind === 'picture';
}

/** Words alone go as a plain text: an engine without eyes knows no other form. */
async function contentOf(parts: readonly PromptPart[]): Promise<Content> {
  if (!parts.some(isPicture)) return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
  const fitted = new Map<PicturePart, Promise<PicturePart>>();
  return Promise.all(
    parts.map(async (part) => {
      if (part.kind === 'text') return { type: 'text', text: part.text };
      const { bytes, contentType } = await fitPicture(part, fitted);
      const url = `data:${contentType};base64,${bytes.toString('base64')}`;
      return { type: 'image_url', image_url: { url } };
    }),
  );
}

/** Thoughts of a model of one's own, which may stand before its text. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/;

function textIn(body: unknown): WrittenText {
  const answer = chatAnswer.safeParse(body).data;
  const choice = answer?.choices[0];
  // Its prices are between the operator and the engine.
  const usage: Usage | undefined = answer?.usage
    ? { inputTokens: answer.usage.prompt_tokens, outputTokens: answer.usage.completion_tokens, costMicros: null }
    : undefined;
  const why = choice?.finish_reason ?? 'no reason';
  const facts = { usage, detail: why };
  if (why === 'content_filter') throw engineFailure('text', 'refusedSafety', facts);
  if (choice?.message.refusal) throw engineFailure('text', 'refused', facts);
  const text = (choice?.message.content ?? '').replace(THOUGHTS, '').trim();
  // A text that was cut off would lose the person's last words.
  if (why === 'length' || text.length > ANALYZE_MAX_CHARACTERS) throw engineFailure('text', 'unreadable', facts);
  if (text === '') throw engineFailure('text', 'empty', facts);
  return { text, usage };
}
