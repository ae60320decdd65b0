import { ANALYZE_MAX_CHARACTERS } from '../../../src/api/contractWords';
import { askEngine, streamEngine } from '../askEngine';
import type { Bounds } from '../askEngine';
import { engineFailure, deadline } from '../engineFailure';
import { asDataUrl, fitPictures } from '../fitPictures';
import { WRITING_TIMEOUT_MS } from '../ports';
import type { PromptPart, TextWriter, WritingRequest, WrittenText } from '../ports';
import { picturesIn, promptWords } from '../promptParts';
import { chatIn, readChatStream, spokenIn, type Chat, callOf, failureOf } from './chat';

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

  async write({ instruction, parts, onText, signal }: WritingRequest): Promise<WrittenText> {
    const { model, bounds, timeoutMs = WRITING_TIMEOUT_MS } = this.#settings;
    const until = deadline(signal, timeoutMs, 'text');
    const content = await contentOf(parts);
    try {
      const { url, headers } = callOf(this.#settings, 'chat/completions');
      const messages = [
        { role: 'system', content: instruction },
        { role: 'user', content },
      ];
      const streamed = onText && { stream: true, stream_options: { include_usage: true } };
      const body = JSON.stringify({ ...(model !== null && { model }), messages, ...streamed });
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      const answer = await (onText ? streamEngine : askEngine)(url, { ...sent, signal: until.signal }, bounds);
      // An engine that cannot stream answers at once.
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
      const chat = onText && isStream ? await readChatStream(answer, onText) : chatIn(await readJson(answer));
      return textIn(chat, model);
    } catch (error) {
      throw until.reason() ?? failureOf(error, 'text', picturesIn(parts).length > 0);
    }
  }
}

/** Words alone go as a plain text: an engine without eyes knows no other form. */
async function contentOf(parts: readonly PromptPart[]): Promise<Content> {
  if (picturesIn(parts).length === 0) return promptWords(parts);
  const asContent = fitPictures((picture) => ({ type: 'image_url', image_url: { url: asDataUrl(picture) } }));
  return Promise.all(
    parts.map(async (part) => (part.kind === 'text' ? { type: 'text', text: part.text } : asContent(part))),
  );
}

const readJson = (answer: Response): Promise<unknown> => answer.json().catch(() => null);

function textIn({ said, refusal, finish, usage, model }: Chat, asked: string | null): WrittenText {
  const why = finish ?? 'no reason';
  const facts = { usage, detail: why, ...(model !== null && { model }) };
  if (why === 'content_filter') throw engineFailure('text', 'refusedSafety', facts);
  if (refusal !== '') throw engineFailure('text', 'refused', facts);
  const text = spokenIn(said).trim();
  // A text that was cut off would lose the person's last words.
  if (why === 'length' || text.length > ANALYZE_MAX_CHARACTERS) throw engineFailure('text', 'unreadable', facts);
  if (text === '') throw engineFailure('text', 'empty', facts);
  return { text, model: model ?? asked, usage };
}
