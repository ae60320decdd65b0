import type { FilesApi } from '../api/files';

/** The places from which the canvas fetches pictures: those of the server's own that it draws small come as their small version. */
export const pictureAddresses = ({ resolveUrl, smallUrl }: Pick<FilesApi, 'resolveUrl' | 'smallUrl'>) => ({
  resolveUrl,
  smallUrl: (url: string) => smallUrl(url, 256),
});
