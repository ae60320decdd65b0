import type { Shortfall } from '../../../src/api/contractStream';
import { ApiError } from '../../errors';
import { ProviderError } from '../ports';
import type { GeneratedPicture } from '../ports';

interface KeptPictures {
  /** The first picture's. */
  readonly url: string;
  readonly further: readonly string[];
  readonly shortfall: Shortfall | null;
}

/**
 * Stores what an engine has made, each for itself: one that cannot be kept takes none of the others with it. Pictures with the same bytes
 * are one. Throws what storing threw where none is kept, and at once what is neither a ProviderError nor an ApiError.
 */
export async function keepPictures(
  { bytes, further = [], shortfall }: Pick<GeneratedPicture, 'bytes' | 'further' | 'shortfall'>,
  store: (bytes: Buffer) => Promise<{ url: string }>,
): Promise<KeptPictures> {
  const urls = new Set<string>();
  const failures: (ProviderError | ApiError)[] = [];
  for (const each of [bytes, ...further]) {
    try {
      urls.add((await store(each)).url);
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof ApiError)) throw error;
      failures.push(error);
    }
  }
  const [url, ...others] = urls;
  const [failure] = failures;
  if (url === undefined) throw failure;
  if (failure === undefined) return { url, further: others, shortfall: shortfall ?? null };
  const { code, message } = shortfall ?? failure;
  return { url, further: others, shortfall: { missing: (shortfall?.missing ?? 0) + failures.length, code, message } };
}
