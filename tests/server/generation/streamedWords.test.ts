import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { TextWriter } from '../../../server/generation';
import { geminiClient } from '../../../server/generation/gemini/client';
import { GeminiWriter } from '../../../server/generation/gemini/GeminiWriter';
import { OpenAiWriter } from '../../../server/generation/openai/OpenAiWriter';
import type { GeminiAnswer } from '../../support/fakeGemini';
import { endAfter } from '../../support/leftovers';
import { serve } from '../../support/serve';
import { AT_ONCE, gemini, KEY, MODELS } from './support/gemini';

/** The texts that a writer reported while it wrote, and its result. */
async function follow(writer: TextWriter, signal = new AbortController().signal) {
  const told: string[] = [];
  const parts = [{ kind: 'text' as const, text: 'a boat' }];
  const end = await writer
    .write({ instruction: 'as I say', parts, onText: (soFar) => told.push(soFar), signal })
    .catch((error: unknown) => error);
  return { told, end };
}

/** An engine that speaks OpenAI's chat call; the test writes its answer. */
async function openAi(answer: (response: ServerResponse) => Promise<unknown> | void) {
  const bodies: object[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as object);
      void answer(response);
    });
  });
  const { url, stop } = await serve(server);
  endAfter('test', stop);
  return { bodies, writer: new OpenAiWriter({ baseUrl: url, apiKey: null, model: 'gemma', bounds: AT_ONCE }) };
}

const part = (content: string, finish_reason: string | null = null, more: object = {}): string =>
  `data: ${JSON.stringify({ model: 'gemma-3', choices: [{ index: 0, delta: { content }, finish_reason }], ...more })}\n\n`;
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

const google = async (prepared: GeminiAnswer) => {
  const { url, requests } = await gemini([prepared]);
  const client = geminiClient({ apiKey: KEY, baseUrl: url, bounds: AT_ONCE });
  return { requests, writer: new GeminiWriter({ client, models: MODELS, log: pino({ level: 'silent' }) }) };
};

describe('a text engine that is followed while it writes', () => {
  it('reports from OpenAI’s chat call all words so far, and no thoughts [WRITER-5]', async () => {
    const { bodies, writer } = await openAi(async (response) => {
      begin(response);
      for (const piece of ['<thi', 'nk>a boat?</think>\n', 'A boat ', 'at dusk.']) {
        response.write(part(piece));
        await pause(30);
      }
      // A character arrives in two halves.
      const last = Buffer.from(part(' 강', 'stop', { usage: { prompt_tokens: 9, completion_tokens: 5 } }));
      response.write(last.subarray(0, last.indexOf('강') + 1));
      await pause(30);
      response.end(Buffer.concat([last.subarray(last.indexOf('강') + 1), Buffer.from('data: [DONE]\n\n')]));
    });
    const { told, end } = await follow(writer);
    expect(end).toEqual({
      text: 'A boat at dusk. 강',
      model: 'gemma-3',
      usage: { inputTokens: 9, outputTokens: 5, costMicros: null },
    });
    expect([...new Set(told)].slice(0, 3)).toEqual(['', 'A boat ', 'A boat at dusk.']);
    expect(bodies).toMatchObject([{ stream: true, stream_options: { include_usage: true } }]);
  });

  it('answers at once where it cannot stream [WRITER-5]', async () => {
    const { writer } = await openAi((response) => {
      const whole = { choices: [{ message: { content: 'A boat.' }, finish_reason: 'stop' }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    });
    expect(await follow(writer)).toEqual({ told: [], end: { text: 'A boat.', model: 'gemma' } });
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['a line that breaks', (response) => void response.write(part('A boat'), () => response.destroy()), 'unreachable'],
    ['a stream without its end', (response) => void response.end(part('A boat')), 'unreadable'],
    ['a text cut off', (response) => void response.end(part('A boat', 'length')), 'unreadable'],
    ['a filter', (response) => void response.end(part('A boat', 'content_filter')), 'refusedSafety'],
    [
      'an error on the way',
      (response) => void response.end(`${part('A')}data: {"error":{"code":503}}\n\n`),
      // Its engine may bill the words that came, so that the budget has to see it.
      'unreachable',
    ],
    [
      'too much asked, on the way',
      (response) => void response.end(`${part('A')}data: {"error":{"code":429}}\n\n`),
      'unreachable',
    ],
    ['an error before any word', (response) => void response.end('data: {"error":{"code":503}}\n\n'), 'overloaded'],
    ['a text without an end', (response) => void response.end(part('boat '.repeat(9_000))), 'unreadable'],
    ['nothing', (response) => void response.end('data: [DONE]\n\n'), 'empty'],
  ])('keeps no half of a text: %s [WRITER-6]', async (_name, send, code) => {
    const { writer } = await openAi((response) => send(begin(response)));
    expect((await follow(writer)).end).toMatchObject({ name: 'EngineError', code });
  });

  it('reports from Gemini all words so far [WRITER-5]', async () => {
    const { requests, writer } = await google({ pieces: ['노을 ', '아래 ', '작은 배'] });
    const { told, end } = await follow(writer);
    expect(end).toMatchObject({
      text: '노을 아래 작은 배',
      model: 'first',
      usage: { inputTokens: 10, outputTokens: 4 },
    });
    expect([...new Set(told)]).toEqual(['노을 ', '노을 아래 ', '노을 아래 작은 배']);
    expect(requests).toHaveLength(1);
  });

  it.each<[string, GeminiAnswer, string]>([
    ['a line that breaks', { pieces: ['A boat'], end: 'broken line' }, 'unreachable'],
    ['a stream without its end', { pieces: ['A boat'], end: 'nothing' }, 'unreadable'],
    ['an error on the way', { pieces: ['A boat'], end: 'error' }, 'unreachable'],
    ['a text cut off', { text: 'A boat', finish: 'MAX_TOKENS' }, 'unreadable'],
    ['a refusal', { blocked: 'SAFETY' }, 'refusedSafety'],
    ['a refused key', { error: { code: 401, status: 'UNAUTHENTICATED' } }, 'keyRefused'],
  ])('keeps no half of a text of Gemini’s: %s [WRITER-6]', async (_name, prepared, code) => {
    expect((await follow((await google(prepared)).writer)).end).toMatchObject({ name: 'EngineError', code });
  });

  it('is left in the middle when nobody wants it any more [WRITER-6]', async () => {
    const stop = new AbortController();
    let isGone = false;
    const { writer } = await openAi((response) => {
      response.once('close', () => {
        isGone = true;
      });
      begin(response).write(part('A boat'), () => setTimeout(() => stop.abort(), 50));
    });
    expect((await follow(writer, stop.signal)).end).toMatchObject({ code: 'aborted' });
    await expect.poll(() => isGone).toBe(true);
  });
});
