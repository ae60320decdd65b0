import { askEngine } from '../askEngine';
import type { Bounds } from '../askEngine';
import { dataUrlBytes } from '../dataUrlBytes';
import { engineFailure } from '../engineFailure';

export interface Delivery {
  /** The engine's own address, which is the operator's: what lies there is asked for with the key. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Host where the engine is known to put its pictures, its subdomains included; asked only by https, and without the key. */
  readonly host: string;
  readonly signal: AbortSignal;
  readonly bounds: Bounds | undefined;
}

/**
 * The picture that an engine has answered by its address, or as a data URL. Throws a ProviderError for an address that is not the
 * engine's own, which is not opened: it could name anything this server can reach.
 */
export async function readPictureAt(
  address: string,
  { baseUrl, headers, host, signal, bounds }: Delivery,
): Promise<Buffer> {
  if (address.startsWith('data:')) return bytesOf(address);
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOwn = url?.origin === new URL(baseUrl).origin;
  const isDelivered = url?.protocol === 'https:' && url.port === '' && `.${url.hostname}`.endsWith(`.${host}`);
  if (url === null || !(isOwn || isDelivered)) throw engineFailure('picture', 'addressAnswer', { detail: 'elsewhere' });
  const answer = await askEngine(url, isOwn ? { headers, signal } : { signal }, bounds);
  return Buffer.from(await answer.arrayBuffer());
}

function bytesOf(dataUrl: string): Buffer {
  try {
    return dataUrlBytes(dataUrl);
  } catch (error) {
    throw engineFailure('picture', 'unusablePicture', { detail: 'no picture in a data URL', cause: error });
  }
}
