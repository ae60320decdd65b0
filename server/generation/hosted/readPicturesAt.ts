import { engineFailure } from '../engineFailure';
import { ProviderError } from '../ports';
import type { PicturePlace } from '../several';
import { readPictureAt } from './readPictureAt';
import type { Delivery } from './readPictureAt';

/**
 * Reads the pictures at these addresses as readPictureAt does. A failure is told in its picture's place: the others stay. Throws the
 * signal's reason once it is aborted.
 */
export function readPicturesAt(addresses: readonly string[], delivery: Delivery): Promise<PicturePlace[]> {
  return Promise.all(addresses.map((address) => readOr(address, delivery)));
}

async function readOr(address: string, delivery: Delivery): Promise<PicturePlace> {
  try {
    return await readPictureAt(address, delivery);
  } catch (error) {
    delivery.signal.throwIfAborted();
    if (error instanceof ProviderError) return error;
    // The picture was made and is billed: whatever the status, it is not the key or the account that is refused.
    return engineFailure('picture', 'unreachable', { detail: 'the picture could not be read', cause: error });
  }
}
