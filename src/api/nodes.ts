import type { ApiClient } from './client';
import type { GenerateImage, GenerateText } from './contract';
import type { ImageEvent } from './contractStream';
import { analysis, writtenText, type Analysis, type DescribePicture } from './contractWords';
import { openImageStream } from './imageStream';

export interface GenerateOptions {
  readonly signal?: AbortSignal;
  /** A repeat with the same key joins the same job. */
  readonly idempotencyKey: string;
}

/** A text model thinks before it writes, some for half a minute. Longer than the server waits for it. */
const WRITING_MS = 75_000;

const generate = (
  client: ApiClient,
  path: string,
  request: GenerateImage | GenerateText,
  { signal, idempotencyKey }: GenerateOptions,
): AsyncIterable<ImageEvent> =>
  openImageStream(client, path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify(request),
    signal: signal ?? null,
  });

export const createNodesApi = (client: ApiClient) => ({
  analyze: (content: string): Promise<Analysis> => client.call('POST', '/nodes/analyze', analysis, { content }),

  /** The words that a kept picture could have been made from. */
  describe: async (request: DescribePicture): Promise<string> => {
    const options = { timeoutMs: WRITING_MS };
    return (await client.call('POST', '/nodes/describe', writtenText, request, options)).text;
  },

  /** The same wish in words that a picture engine follows better. */
  improve: async (content: string): Promise<string> => {
    const options = { timeoutMs: WRITING_MS };
    return (await client.call('POST', '/nodes/improve', writtenText, { content }, options)).text;
  },

  /** Begins an image job and follows it. Aborting the signal ends the reading; only DELETE /jobs/{id} ends the job. */
  generateImage: (request: GenerateImage, options: GenerateOptions): AsyncIterable<ImageEvent> =>
    generate(client, '/nodes/generate/image', request, options),

  /** The same for a text. */
  generateText: (request: GenerateText, options: GenerateOptions): AsyncIterable<ImageEvent> =>
    generate(client, '/nodes/generate/text', request, options),
});
export type NodesApi = ReturnType<typeof createNodesApi>;
