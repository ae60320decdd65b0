import { safeFileName } from './safeFileName';

/** What a downloaded picture is called: the first words of its prompt, and what it is by its address. */
export const pictureFileName = (prompt: string, url: string): string =>
  `${safeFileName(prompt) || 'mulgil'}.${extensionOf(url)}`;

/** How the file of a picture ends, by its address. */
export function extensionOf(url: string): string {
  const type = /^data:image\/([a-z0-9]+)/u.exec(url)?.[1] ?? /\.([a-z0-9]{1,5})$/u.exec(url)?.[1] ?? 'png';
  return type === 'jpeg' ? 'jpg' : type;
}
