import { safeFileName } from './safeFileName';

/** Name of a downloaded picture: the first words of its prompt, and the extension of its address. */
export const pictureFileName = (prompt: string, url: string): string =>
  `${safeFileName(prompt) || 'mulgil'}.${extensionOf(url)}`;

/** File extension of a picture, by its address. */
export function extensionOf(url: string): string {
  const type = /^data:image\/([a-z0-9]+)/u.exec(url)?.[1] ?? /\.([a-z0-9]{1,5})$/u.exec(url)?.[1] ?? 'png';
  return type === 'jpeg' ? 'jpg' : type;
}
