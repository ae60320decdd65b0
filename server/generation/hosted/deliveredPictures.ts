import { ApiError } from '../../errors';
import { engineFailure } from '../engineFailure';
import type { GeneratedPicture, EngineErrorCode } from '../ports';
import { severalPictures } from '../severalPictures';
import type { EngineCalls } from './EngineCalls';

const DATA_URL = /^data:image\/[\w.+-]+;base64,/;

/** The bytes inside an image data URL, of any kind: its label decides nothing. Throws ApiError 400 for any other URL. */
export function dataUrlBytes(url: string): Buffer {
  const head = DATA_URL.exec(url)?.[0];
  if (head !== undefined) return Buffer.from(url.slice(head.length), 'base64');
  throw new ApiError(400, 'notAPicture', 'A connected picture could not be read. Choose the picture again.');
}

/** A model whose pictures come by address. */
export interface Deliverer {
  /** Host where the engine is known to put its pictures, its subdomains included; asked only by https, and without the key. */
  readonly host: string;
  readonly model: string;
  /** Millionths of a US dollar for one picture; null if unknown. */
  readonly costMicros: number | null;
}

interface Delivery {
  readonly addresses: readonly string[];
  /** How many pictures were made, whether or not they are given. */
  readonly billed: number;
  readonly leftOut: EngineErrorCode;
}

/**
 * The pictures of an answer by their addresses, with what they cost. A failure takes its picture's place: the others stay. Throws the
 * signal's reason once it is aborted, an EngineError if no picture can be read.
 */
export async function deliveredPictures(
  { host, model, costMicros }: Deliverer,
  { addresses, billed, leftOut }: Delivery,
  count: number,
  calls: EngineCalls,
): Promise<GeneratedPicture> {
  const asked = addresses.slice(0, count);
  const places = await Promise.all(asked.map((address) => calls.place(() => readPictureAt(address, host, calls))));
  const usage =
    costMicros === null ? undefined : { inputTokens: null, outputTokens: null, costMicros: costMicros * billed };
  return severalPictures(places, { model, usage }, { count, leftOut });
}

/** Throws an EngineError for an address that is not the engine's own, which is not opened: it could name anything this server can reach. */
async function readPictureAt(address: string, host: string, calls: EngineCalls): Promise<Buffer> {
  if (address.startsWith('data:')) return bytesOf(address);
  const url = URL.canParse(address) ? new URL(address) : null;
  const isDelivered = url?.protocol === 'https:' && url.port === '' && `.${url.hostname}`.endsWith(`.${host}`);
  if (url === null || !(isDelivered || calls.isOwn(url))) {
    throw engineFailure('picture', 'addressAnswer', { detail: 'elsewhere' });
  }
  return Buffer.from(await (await calls.askAt(url)).arrayBuffer());
}

function bytesOf(dataUrl: string): Buffer {
  try {
    return dataUrlBytes(dataUrl);
  } catch (error) {
    throw engineFailure('picture', 'unusablePicture', { detail: 'no picture in a data URL', cause: error });
  }
}
