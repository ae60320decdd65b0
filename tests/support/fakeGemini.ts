import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve, type Served } from './serve';
import { MEBIBYTE } from '../../server/bytes';

/** The server's answer to one call. */
export type GeminiAnswer =
  | { picture: Buffer; contentType?: string; draft?: Buffer; usage?: object }
  | { text: string; finish?: string; usage?: object }
  /** Streamed in these pieces; `end` replaces the STOP at the end. */
  | { pieces: string[]; end?: 'broken line' | 'nothing' | 'error' }
  /** A refusal of Google's: HTTP 200, without candidates or with one that ended for this reason. */
  | { blocked: string }
  | { finish: string }
  | { nothing: true }
  | {
      error: { code: number; status: string; message?: string; details?: object[] };
      headers?: Record<string, string>;
    }
  /** Not JSON at all, as a proxy in between may answer. */
  | { broken: number; headers?: Record<string, string> }
  /** No answer: the line breaks after the request. */
  | { drop: true }
  /** This many bytes without an end. */
  | { flood: number }
  | { hang: true };

interface GeminiPart {
  text?: string;
  inlineData?: { mimeType: string; data: string };
}

export interface GeminiRequest {
  model: string;
  apiKey: string | undefined;
  body: {
    contents: { role: string; parts: GeminiPart[] }[];
    systemInstruction?: { parts: GeminiPart[] };
    generationConfig?: {
      responseModalities?: string[];
      responseMimeType?: string;
      responseSchema?: object;
      imageConfig?: object;
    };
  };
}

/** Its address is for GEMINI_BASE_URL. */
export interface FakeGemini extends Served {
  requests: GeminiRequest[];
}

export interface FakeGeminiOptions {
  /** Answers in the order of the calls, the last one repeated; a function answers by the call. */
  answers: GeminiAnswer[] | ((request: GeminiRequest) => GeminiAnswer | Promise<GeminiAnswer>);
  /** Any free port when absent. */
  port?: number;
}

/** A local server that speaks the generateContent call of Gemini's REST API, for the real SDK to talk to. */
export async function startFakeGemini({ answers, port = 0 }: FakeGeminiOptions): Promise<FakeGemini> {
  const requests: GeminiRequest[] = [];
  const answerTo = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const model = /^\/v1(?:beta)?\/models\/([^/:]+):(?:generateContent|streamGenerateContent)(?:\?|$)/.exec(
      incoming.url ?? '',
    )?.[1];
    const text = await readAll(incoming);
    if (incoming.method !== 'POST' || model === undefined) {
      send(response, 404, {
        error: { code: 404, status: 'UNKNOWN_PATH', message: `${incoming.method} ${incoming.url}` },
      });
      return;
    }
    const apiKey = incoming.headers['x-goog-api-key'];
    const request = { model, apiKey: typeof apiKey === 'string' ? apiKey : undefined, body: JSON.parse(text) };
    const number = requests.push(request) - 1;
    const answer = typeof answers === 'function' ? await answers(request) : (answers[number] ?? answers.at(-1));
    if (!answer) throw new Error('no answer was prepared');
    if ('pieces' in answer) await giveStream(response, answer);
    else give(response, answer, model, incoming.url?.includes(':streamGenerateContent') === true);
  };
  const server = createServer((incoming, response) => {
    answerTo(incoming, response).catch((error: unknown) => {
      send(response, 500, { error: { code: 500, status: 'INTERNAL', message: String(error) } });
    });
  });
  return { ...(await serve(server, port)), requests };
}

const PAUSE_MS = 120;

async function giveStream(
  response: ServerResponse,
  { pieces, end }: Extract<GeminiAnswer, { pieces: string[] }>,
): Promise<void> {
  const tell = (part: object): unknown => response.write(`data: ${JSON.stringify(part)}\r\n\r\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const text of pieces) {
    tell({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }] });
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
  if (end === 'broken line') {
    response.destroy();
    return;
  }
  if (end === 'error') tell({ error: { code: 503, status: 'UNAVAILABLE', message: 'as the test says' } });
  else if (end === undefined) tell({ candidates: [{ index: 0, finishReason: 'STOP' }], usageMetadata: USAGE });
  response.end();
}

const USAGE = { promptTokenCount: 10, candidatesTokenCount: 4, totalTokenCount: 14 };

function give(
  response: ServerResponse,
  answer: Exclude<GeminiAnswer, { pieces: string[] }>,
  model: string,
  isStream: boolean,
): void {
  if ('hang' in answer) return;
  if ('drop' in answer) {
    response.destroy();
  } else if ('flood' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const block = Buffer.alloc(MEBIBYTE, '[');
    for (let sent = 0; sent < answer.flood; sent += block.length) response.write(block);
  } else if ('broken' in answer) {
    response.writeHead(answer.broken, { 'content-type': 'text/html', ...answer.headers });
    response.end('<html>bad gateway 10.0.0.7</html>');
  } else if ('error' in answer) {
    send(response, answer.error.code, { error: { message: 'as the test says', ...answer.error } }, answer.headers);
  } else {
    const whole = { modelVersion: model, ...contentOf(answer) };
    if (!isStream) send(response, 200, whole);
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(whole)}\n\n`);
  }
}

type Content = Exclude<
  GeminiAnswer,
  { pieces: string[] } | { hang: true } | { drop: true } | { flood: number } | { broken: number } | { error: object }
>;

function contentOf(answer: Content): object {
  if ('nothing' in answer) return {};
  if ('blocked' in answer) return { promptFeedback: { blockReason: answer.blocked } };
  const usage = 'usage' in answer ? { usageMetadata: answer.usage } : {};
  const finishReason = 'finish' in answer ? answer.finish : 'STOP';
  const content = 'picture' in answer || 'text' in answer ? { role: 'model', parts: partsOf(answer) } : undefined;
  return { candidates: [{ index: 0, finishReason, content }], ...usage };
}

function partsOf(answer: { picture: Buffer; contentType?: string; draft?: Buffer } | { text: string }): GeminiPart[] {
  if ('text' in answer) return [{ text: answer.text }];
  const mimeType = answer.contentType ?? 'image/png';
  const pictures = answer.draft ? [answer.draft, answer.picture] : [answer.picture];
  return pictures.map((bytes) => ({ inlineData: { mimeType, data: bytes.toString('base64') } }));
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(JSON.stringify(body));
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
