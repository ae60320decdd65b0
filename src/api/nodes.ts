import type { ApiClient } from './client';
import { analysis, type Analysis, type GenerateImage, type ImageEvent } from './contract';
import { openImageStream } from './imageStream';

export interface GenerateOptions {
  readonly signal?: AbortSignal;
  /** A repeat with the same key joins the same job. */
  readonly idempotencyKey: string;
}

export const createNodesApi = (client: ApiClient) => ({
  analyze: (content: string): Promise<Analysis> => client.call('POST', '/nodes/analyze', analysis, { content }),

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
