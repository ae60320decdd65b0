import { badAnswer } from './ApiFailure';
import type { ApiClient } from './client';
import { fileAnswer } from './contract';

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Called with the share that was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Called when the kept file says where the picture was taken. */
  readonly onLocation?: () => void;
}

interface ReadOptions {
  /** Longer side in pixels. */
  readonly size?: 256 | 1024;
  readonly signal?: AbortSignal;
}

export const createFilesApi = (client: ApiClient) => ({
  /** Stores a picture and returns its url, `/files/…`; aborted after 5000 ms without progress. */
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

  /**
   * Reads a picture byte for byte, from any address of a snapshot; a stored one in a small version when a size is given.
   * Aborted after 5000 ms without progress.
   */
  async read(url: string, { size, signal }: ReadOptions = {}): Promise<Blob> {
    const isOurs = url.startsWith('/files/');
    const picture = await client.bytes(isOurs && size !== undefined ? `${url}?size=${size}` : url, signal);
    if (picture.type.startsWith('image/')) return picture;
    throw badAnswer(`a picture was expected, not '${picture.type}'`);
  },

  /** The name in the signature of one of our pictures; null without one. */
  signer: async (url: string, signal?: AbortSignal): Promise<string | null> => {
    const { credentials } = await import('./contractTakes');
    const options = signal && { signal };
    return (await client.call('GET', `${url}/credentials`, credentials, undefined, options)).signedBy;
  },

  /** Url of a small version of a picture with this longer side in pixels; a picture of another host keeps its url. */
  smallUrl: (url: string, size: 256 | 1024): string =>
    url.startsWith('/files/') ? `${client.base}${url}?size=${size}` : url,

  /** Url to load a picture of a snapshot from: `/files/…` is on the API host, any other address stays. */
  resolveUrl: (url: string): string => (url.startsWith('/files/') ? `${client.base}${url}` : url),
});
export type FilesApi = ReturnType<typeof createFilesApi>;
