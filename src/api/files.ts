import { badAnswer, headersOf, httpFailure } from './ApiFailure';
import type { ApiClient } from './client';
import { fileAnswer } from './contract';

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** The kept file says where the picture was taken. */
  readonly onLocation?: () => void;
}

interface ReadOptions {
  /** Pixels on its longer side. */
  readonly size?: 256 | 1024;
  readonly signal?: AbortSignal;
}

export const createFilesApi = (client: ApiClient) => ({
  /** Stores a picture and answers its url, `/files/…`; given up after 5000 ms without progress. */
  async upload(
    picture: Blob,
    fileName: string,
    { signal, onProgress, onLocation }: UploadOptions = {},
  ): Promise<string> {
    const form = new FormData();
    form.append('file', picture, fileName);
    const answer = await client.call('POST', '/files', fileAnswer, form, {
      isLarge: true,
      ...(signal && { signal }),
      onUploadProgress: ({ loaded, total }) => onProgress?.(total ? loaded / total : 0),
    });
    if (answer.keepsLocation) onLocation?.();
    return answer.url;
  },

  /** The picture itself, byte for byte, wherever a snapshot has it from; of a stored one a small version where a size is given. */
  async read(url: string, { size, signal }: ReadOptions = {}): Promise<Blob> {
    const init = { headers: {}, ...(signal && { signal }) };
    const small = size === undefined ? url : `${url}?size=${size}`;
    const response = await (url.startsWith('/files/') ? client.fetch(small, init) : fetch(url, init));
    if (response.ok) {
      const picture = await response.blob();
      if (picture.type.startsWith('image/')) return picture;
      throw badAnswer(`a picture was expected, not '${picture.type}'`);
    }
    throw httpFailure(response.status, response.statusText, null, headersOf(response.headers));
  },

  /** Who says that they have signed a picture of ours; null for nobody. */
  signer: async (url: string, signal?: AbortSignal): Promise<string | null> => {
    const { credentials } = await import('./contractTakes');
    const options = signal && { signal };
    return (await client.call('GET', `${url}/credentials`, credentials, undefined, options)).signedBy;
  },

  /** Where a small version of a picture loads from, so many pixels on its longer side; a picture of another host is as it is. */
  smallUrl: (url: string, size: 256 | 1024): string =>
    url.startsWith('/files/') ? `${client.base}${url}?size=${size}` : url,

  /** Where a picture of a snapshot loads from: `/files/…` lives on the API host, everything else is as it is. */
  resolveUrl: (url: string): string => (url.startsWith('/files/') ? `${client.base}${url}` : url),
});
export type FilesApi = ReturnType<typeof createFilesApi>;
