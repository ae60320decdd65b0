const DATA_URL = /^data:([^,]*?)(;base64)?,(.*)$/s;

/** File names of pictures whose kind some systems do not know; the browser then gives '' as their type. */
const NAMED_PICTURE = /\.(?:avif|bmp|heic|heif|ico|jfif|jxl|svg|tiff?|webp)$/i;

/** A longest side of this many pixels is plenty for a 200 px card on a dense screen. */
const SMALL_SIDE = 480;

/** True for a file whose type starts with 'image/' (NODE-9). */
export const isPictureFile = ({ type, name }: File): boolean =>
  type.startsWith('image/') || (type === '' && NAMED_PICTURE.test(name));

/** Base64 length of 24 bytes, enough to tell a picture's kind. */
const HEAD_CHARACTERS = 32;

export const readDataUrl = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file could not be read')));
    reader.readAsDataURL(picture);
  });

/** Null when the text is no data URL. Does not use `fetch`, which a content security policy may refuse. */
export function dataUrlToBlob(dataUrl: string): Blob | null {
  const [, type, isBase64, content] = DATA_URL.exec(dataUrl) ?? [];
  if (content === undefined) return null;
  try {
    return new Blob([isBase64 ? bytesOf(atob(content)) : decodeURIComponent(content)], { type: type ?? '' });
  } catch {
    return null;
  }
}

/** Counts with an index: an iterator over a large picture's characters blocks the page for a fifth of a second. */
function bytesOf(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** The first bytes of a data URL's content, without reading the rest; null when the text is no data URL. */
export const dataUrlHead = (dataUrl: string): Blob | null =>
  dataUrlToBlob(dataUrl.slice(0, dataUrl.indexOf(',') + 1 + HEAD_CHARACTERS));

/** A small PNG of a picture; null where the browser cannot draw off the page or the picture cannot be read. */
export async function shrinkPicture(dataUrl: string): Promise<string | null> {
  const blob = dataUrlToBlob(dataUrl);
  if (!blob || typeof OffscreenCanvas === 'undefined') return null;
  try {
    const picture = await createImageBitmap(blob);
    const scale = Math.min(1, SMALL_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await readDataUrl(await canvas.convertToBlob({ type: 'image/png' }));
  } catch {
    return null;
  }
}
