import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { NAME_MAX } from '../../../src/api/contract';
import { ANALYZE_MAX_CHARACTERS } from '../../../src/api/contractWords';
import { EngineAnswer } from '../askEngine';
import { callFailure } from '../callFailure';
import { engineFailure, type EngineKind, codeOfStatus } from '../engineFailure';
import { codeOnceBegun } from '../meter/CallCounts';
import type { EngineErrorCode, Usage } from '../ports';
import { parseJson } from '../../parseJson';

export const tokens = z.int().nonnegative();
const words = z.string().nullish().catch(null);
/** An index of takes has the name: the answer must not decide how long it is. */
const modelName = words.transform((name) => name?.slice(0, NAME_MAX));
const usage = z.looseObject({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null);
const chatAnswer = z.object({
  choices: z.array(
    z.looseObject({ message: z.looseObject({ content: z.string().nullish(), refusal: words }), finish_reason: words }),
  ),
  model: modelName,
  usage,
});
const chatPart = z.object({
  choices: z
    .array(z.looseObject({ delta: z.looseObject({ content: words, refusal: words }).nullish(), finish_reason: words }))
    .catch([]),
  model: modelName,
  usage,
  error: z.looseObject({ code: z.unknown() }).nullish().catch({ code: null }),
});

/** Answer to a chat call of OpenAI's. */
export interface Chat {
  /** The words, thoughts included. */
  said: string;
  refusal: string;
  /** Why it ended; null where the engine does not say. */
  finish: string | null;
  model: string | null;
  /** Its prices are between the operator and the engine. */
  usage: Usage | undefined;
}

const usageOf = (told: z.infer<typeof usage>): Usage | undefined =>
  told ? { inputTokens: told.prompt_tokens, outputTokens: told.completion_tokens, costMicros: null } : undefined;

/** An answer that came at once; one of another kind says nothing. */
export function chatIn(body: unknown): Chat {
  const { choices: [choice] = [], model, usage: told } = chatAnswer.safeParse(body).data ?? {};
  return {
    said: choice?.message.content ?? '',
    refusal: choice?.message.refusal ?? '',
    finish: choice?.finish_reason ?? null,
    model: model ?? null,
    usage: usageOf(told),
  };
}

/**
 * Reads an answer of server-sent events to its end. Throws an EngineError if it breaks off, if the engine ends it, or if it is longer than
 * a text may be; and the errors of reading the body.
 */
export async function readChatStream({ body }: Response, onText: (soFar: string) => void): Promise<Chat> {
  const chat: Chat = { said: '', refusal: '', finish: null, model: null, usage: undefined };
  const arrived: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  // A character may be cut in the middle of its bytes.
  const decoder = new TextDecoder();
  let isDone = false;
  for await (const chunk of body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const data of arrived.splice(0)) {
      if (data === '[DONE]') isDone = true;
      else addPart(chat, data);
    }
    if (isDone) break;
    onText(spokenIn(chat.said));
  }
  if (isDone || chat.finish !== null) return chat;
  throw engineFailure('text', 'unreadable', { detail: 'the stream broke off', usage: chat.usage });
}

function addPart(chat: Chat, data: string): void {
  const part = chatPart.safeParse(parseJson(data)).data;
  if (part === undefined) return;
  const facts = { usage: chat.usage, detail: 'in the stream' };
  if (part.error) {
    const status = Number(part.error.code);
    const code = Number.isInteger(status) && status > 0 ? codeOfStatus(status) : 'overloaded';
    const hasBegun = chat.said !== '' || chat.refusal !== '' || chat.usage !== undefined;
    throw engineFailure('text', hasBegun ? codeOnceBegun(code) : code, facts);
  }
  const [choice] = part.choices;
  chat.said += choice?.delta?.content ?? '';
  chat.refusal += choice?.delta?.refusal ?? '';
  chat.finish = choice?.finish_reason ?? chat.finish;
  chat.model = part.model ?? chat.model;
  chat.usage = usageOf(part.usage) ?? chat.usage;
  // Twice that: what it thinks is not a part of the text.
  if (chat.said.length > 2 * ANALYZE_MAX_CHARACTERS) throw engineFailure('text', 'unreadable', facts);
}

const OPENING = '<think>';
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/;

/** Returns the words without the thoughts before them, which some self-hosted models write; '' while they still think. */
export function spokenIn(said: string): string {
  const spoken = said.replace(THOUGHTS, '').trimStart();
  return OPENING.startsWith(spoken.slice(0, OPENING.length)) ? '' : spoken;
}

/** Address and headers of a call of an engine that speaks OpenAI's API; its base address may have its `/v1` or not. */
export function callOf(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string | null },
  call: string,
): { url: string; headers: Record<string, string> } {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    url: `${base}${base.endsWith('/v1') ? '' : '/v1'}/${call}`,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
  };
}

const errorBody = z.object({
  error: z.looseObject({
    code: z.string().nullish().catch(null),
    message: z.string().nullish(),
    param: z.string().nullish(),
  }),
});
const CODES: Readonly<Record<string, EngineErrorCode>> = {
  content_policy_violation: 'refusedSafety',
  moderation_blocked: 'refusedSafety',
  content_filter: 'refusedSafety',
  invalid_api_key: 'keyRefused',
  insufficient_quota: 'noQuota',
  billing_hard_limit_reached: 'noQuota',
  billing_not_active: 'noQuota',
  model_not_found: 'noModel',
};
/** Statuses of engines at an address they do not have. */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501]);

/** A failed call as a message for people, without the engine's own text. */
export function failureOf(thrown: unknown, engine: EngineKind, hasPictures: boolean): Error {
  return callFailure(thrown, engine, ({ status, body }) => {
    const word = errorBody.safeParse(body).data?.error.code ?? '';
    const known = CODES[word];
    if (known !== undefined) return { code: known, word };
    return hasPictures && NO_SUCH_CALL.has(status) ? { code: 'takesNoPictures' } : {};
  });
}

/** The engine does not know the wish for a base64 answer, and so gives one without being asked. */
export function refusesBase64(thrown: unknown): boolean {
  if (!(thrown instanceof EngineAnswer) || thrown.status !== 400) return false;
  const { param, message } = errorBody.safeParse(thrown.body).data?.error ?? {};
  return `${param ?? ''} ${message ?? ''}`.includes('response_format');
}
