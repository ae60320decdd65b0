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

type Generate<Request> = (request: Request, options: GenerateOptions) => AsyncIterable<ImageEvent>;

export function createNodesApi(client: ApiClient) {
  const write = async (task: string, request: unknown): Promise<string> =>
    (await client.call('POST', `/nodes/${task}`, writtenText, request, { timeoutMs: WRITING_MS })).text;
  const generate =
    (result: string) =>
    (request: GenerateImage | GenerateText, { signal, idempotencyKey }: GenerateOptions): AsyncIterable<ImageEvent> =>
      openImageStream(client, `/nodes/generate/${result}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
          'Idempotency-Key': idempotencyKey,
        },
        body: JSON.stringify(request),
        signal: signal ?? null,
      });
  return {
    analyze: (content: string): Promise<Analysis> => client.call('POST', '/nodes/analyze', analysis, { content }),

    /** The words that a kept picture could have been made from. */
    describe: (request: DescribePicture): Promise<string> => write('describe', request),

    /** The same wish in words that a picture engine follows better. */
    improve: (content: string): Promise<string> => write('improve', { content }),

    /** Begins an image job and follows it. Aborting the signal ends the reading; only DELETE /jobs/{id} ends the job. */
    generateImage: generate('image') as Generate<GenerateImage>,

    /** The same for a text. */
    generateText: generate('text') as Generate<GenerateText>,
  };
}
export type NodesApi = ReturnType<typeof createNodesApi>;
