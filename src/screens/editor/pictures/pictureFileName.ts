import { safeFileName } from '../../../ui/safeFileName';

/** Name of a downloaded picture: the first words of its prompt, and the extension of its address. */
export const pictureFileName = (prompt: string, url: string): string =>
  `${safeFileName(prompt) || 'mulgil'}.${extensionOf(url)}`;

/** File extension of a picture, by its address. */
export function extensionOf(url: string): string {
  const [path = ''] = url.split(/[?#]/u, 1);
  const found = /^data:image\/([a-z0-9]+)/iu.exec(url) ?? /\.([a-z0-9]{1,5})$/iu.exec(path);
  const type = found?.[1]?.toLowerCase() ?? 'png';
  return type === 'jpeg' ? 'jpg' : type;
}
