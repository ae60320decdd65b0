import { pino } from 'pino';
import type { Environment } from '../../../../server/config';
import { EngineError } from '../../../../server/generation';
import type { GeneratedPicture } from '../../../../server/generation';
import { geminiClient } from '../../../../server/generation/gemini/client';
import { GeminiImages } from '../../../../server/generation/gemini/GeminiImages';
import { startFakeGemini } from '../../../support/fakeGemini';
import type { FakeGemini, FakeGeminiOptions, GeminiAnswer } from '../../../support/fakeGemini';
import { endAfter } from '../../../support/leftovers';
import { MEBIBYTE } from '../../../../server/bytes';

export const KEY = 'test-key-0123456789';
export const MODELS = ['first', 'second', 'third'];
/** No pause between attempts: the tests count them. */
export const AT_ONCE = { unmadePausesMs: [1, 1], busyPausesMs: [1, 1], answerMaxBytes: 4 * MEBIBYTE };

/** Starts a fake Gemini until the test ends. */
export async function gemini(answers: FakeGeminiOptions['answers'], port?: number): Promise<FakeGemini> {
  const fake = await startFakeGemini({ answers, ...(port !== undefined && { port }) });
  endAfter('test', fake.stop);
  return fake;
}

/** An address at which a Gemini no longer listens. */
export async function deserted(): Promise<string> {
  const fake = await startFakeGemini({ answers: [] });
  await fake.stop();
  return fake.url;
}

/** The settings of a server that uses the Gemini at this address. */
export const askingAt = (url: string): Environment => ({
  GEMINI_API_KEY: KEY,
  GEMINI_BASE_URL: url,
  GEMINI_IMAGE_MODELS: MODELS.join(','),
  GEMINI_TEXT_MODELS: MODELS.join(','),
});

interface EngineOptions {
  models?: readonly string[];
  timeoutMs?: number;
  bounds?: Partial<typeof AT_ONCE>;
  log?: NodeJS.WritableStream;
}

export function engine(url: string, { models = MODELS, timeoutMs, bounds, log }: EngineOptions = {}): GeminiImages {
  return new GeminiImages({
    client: geminiClient({ apiKey: KEY, baseUrl: url, bounds: { ...AT_ONCE, ...bounds } }),
    models,
    log: log ? pino(log) : pino({ level: 'silent' }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

/** Asks for a picture of a boat; returns the failure if there is one. */
export async function ask(
  images: GeminiImages,
  signal = new AbortController().signal,
): Promise<GeneratedPicture | EngineError> {
  return images.generate({ parts: [{ kind: 'text', text: 'a boat' }], signal }).catch((error: unknown) => {
    if (error instanceof EngineError) return error;
    throw error;
  });
}

export const busy: GeminiAnswer = { error: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' } };
export const keyInvalid: GeminiAnswer = {
  error: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: `API key not valid: ${KEY}`,
    details: [{ reason: 'API_KEY_INVALID' }],
  },
};
export const quota = (...details: object[]): GeminiAnswer => ({
  error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota', details },
});
export const retryIn = (retryDelay: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay,
});
