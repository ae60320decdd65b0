import type { ApiClient } from './client';
import type { GenerateImage } from './contract';
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

  /** Runs an image job and follows it. Aborting the signal ends the reading; only DELETE /jobs/{id} ends the job. */
  generateImage: (request: GenerateImage, { signal, idempotencyKey }: GenerateOptions): AsyncIterable<ImageEvent> =>
    openImageStream(client, '/nodes/generate/image', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        'Idempotency-Key': idempotencyKey,
      },
      body: JSON.stringify(request),
      signal: signal ?? null,
    }),
});
export type NodesApi = ReturnType<typeof createNodesApi>;
