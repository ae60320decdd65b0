import { badAnswer, headersOf, httpFailure } from './ApiFailure';
import { type ApiClient, type FetchInit, logUnauthorized } from './client';
import type { ImageEvent } from './contractStream';

const EVENT_STREAM = 'text/event-stream';

/** Opens the stream of a picture job. */
export async function* openImageStream(
  client: ApiClient,
  path: string,
  init: FetchInit,
): AsyncGenerator<ImageEvent, void, undefined> {
  // No page needs it before somebody runs a node.
  const { readImageEvents } = await import('./eventStreams');
  yield* readImageEvents(await openStream(client, path, init));
}

/** Opens an event stream; rejects with the words of ERR-3 and ERR-4 before the first event. */
export async function openStream(
  client: ApiClient,
  path: string,
  init: FetchInit,
): Promise<ReadableStream<Uint8Array>> {
  const { beforeSilence } = await import('./eventStreams');
  const response = await beforeSilence(client.fetch(path, init));
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    const failure = httpFailure(response.status, response.statusText, body, headersOf(response.headers));
    logUnauthorized(failure);
    throw failure;
  }
  if (!response.body) throw badAnswer('no response body');
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith(EVENT_STREAM)) throw badAnswer(`a stream was expected, not '${type}'`);
  return response.body;
}
