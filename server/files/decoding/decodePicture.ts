import readExif from 'exif-reader';
import sharp, { type Metadata } from 'sharp';
import { PICTURE_MAX_PIXELS } from '../../../src/api/contract';
import type { DecodeResult, DecodeTask, PictureHead } from './Decoding';
import { signerOf } from '../credentials/signerOf';
import { MEBIBYTE } from '../../bytes';
import { sha256 } from '../../sha256';

/** Bytes that every picture takes: a few rows of it, and the file's own bytes once more. */
const BASE_BYTES = 48 * MEBIBYTE;

/**
 * Most memory that reading a picture takes, by its header. Measured with 8000 x 8000 pixels: an interlaced PNG with 16 bits takes 515 MiB,
 * a progressive JPEG 386, a GIF 277, an AVIF 1120 and with 12 bits 1577; a plain PNG 41, because it is read row by row.
 */
function weighPicture(head: Metadata, task: DecodeTask): number {
  const { width, height, orientation = 1 } = head;
  const pixels = width * height;
  const isTurned = task !== 'inspect' && orientation > 1;
  const perPixel = Math.max(bytesPerPixel(head), isTurned ? pixelBytes(head) : 0);
  return BASE_BYTES + Math.ceil(pixels * perPixel);
}

/** The memory of formats that are decoded whole; 0 for those that are read row by row. */
function bytesPerPixel(head: Metadata): number {
  const { format, channels, depth, isProgressive, pages = 1 } = head;
  switch (format) {
    case 'png':
      return isProgressive ? pixelBytes(head) : 0;
    case 'jpeg':
      return isProgressive ? channels * 2 : 0;
    case 'webp':
      return pages > 1 ? 9 : 5;
    case 'gif':
      return 5;
    default:
      return depth === 'uchar' ? 18.4 : 25.2;
  }
}

function pixelBytes({ channels, depth }: Metadata): number {
  return channels * (depth === 'uchar' ? 1 : 2);
}

/** Whether a picture's metadata tell where it was taken. What cannot be read may. */
function saysWhere({ exif, xmp }: Pick<Metadata, 'exif' | 'xmp'>): boolean {
  if (xmp?.includes('GPSL')) return true;
  if (exif === undefined) return false;
  try {
    const { GPSLatitude, GPSLongitude } = readExif(exif).GPSInfo ?? {};
    return GPSLatitude !== undefined || GPSLongitude !== undefined;
  } catch {
    return true;
  }
}

/** Engines use pictures far smaller than a phone takes them; larger ones only cost time and may be refused. */
const ENGINE_SIDE_MAX = 2048;
const ENGINE_MAX_BYTES = 4 * MEBIBYTE;
/** The preview painter's own. */
const SQUARE_SIDE = 1024;

type EncodedPicture = Pick<DecodeResult, 'contentType' | 'bytes' | 'hasLocation' | 'signedBy'>;

/** Reads a picture's header only. Throws when there is none. */
export async function readHead(bytes: Buffer, task: DecodeTask): Promise<PictureHead> {
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width: head.width, height: head.height, weightBytes: weighPicture(head, task) };
}

/** Throws when the picture is damaged. */
export async function decodePicture(
  bytes: Buffer,
  task: DecodeTask,
): Promise<EncodedPicture & Pick<DecodeResult, 'sha256'>> {
  return { sha256: sha256(bytes), ...(await TASKS[task](bytes)) };
}

const TASKS: Readonly<Record<DecodeTask, (bytes: Buffer) => Promise<EncodedPicture>>> = {
  /** Reads every row, made small so that it costs little memory; a cut-off file fails here. */
  inspect: async (bytes) => {
    const picture = sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'truncated', sequentialRead: true });
    await picture.resize(16, 16, { fit: 'fill', fastShrinkOnLoad: true }).raw().toBuffer();
    const hasLocation = saysWhere(await sharp(bytes).metadata());
    return { contentType: null, bytes: null, hasLocation, signedBy: signerOf(bytes) };
  },

  /**
   * Makes a picture for an engine over the network: PNG or JPEG, upright, at most 2048 pixels a side. Always encoded again: the file's
   * other data, such as where it was taken, stay here.
   */
  fit: async (bytes) => {
    const { format, width, height, hasAlpha } = await sharp(bytes).metadata();
    const isSmall = Math.max(width, height) <= ENGINE_SIDE_MAX && bytes.length <= ENGINE_MAX_BYTES;
    const inside = { fit: 'inside', withoutEnlargement: true } as const;
    const small = sharp(bytes).rotate().resize(ENGINE_SIDE_MAX, ENGINE_SIDE_MAX, inside);
    if (hasAlpha || (isSmall && format === 'png')) return made('image/png', await small.png().toBuffer());
    // One that was small enough already is not to look worse for it.
    const quality = isSmall ? ({ quality: 95, chromaSubsampling: '4:4:4' } as const) : { quality: 90 };
    return made('image/jpeg', await small.jpeg(quality).toBuffer());
  },

  /** Upright RGBA pixels that fill the painter's square, cut where there is most to see. */
  square: async (bytes) => {
    const pixels = await sharp(bytes, { pages: 1 })
      .rotate()
      .flatten({ background: '#f4f2ee' })
      .resize(SQUARE_SIDE, SQUARE_SIDE, { fit: 'cover', position: sharp.strategy.attention })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
    return made(null, pixels);
  },

  small256: (bytes) => shrink(bytes, 256),
  small1024: (bytes) => shrink(bytes, 1024),
};

/** Upright, the first page of a moving one, in its own colours as sRGB. */
async function shrink(bytes: Buffer, side: number): Promise<EncodedPicture> {
  const inside = { fit: 'inside', withoutEnlargement: true } as const;
  const small = sharp(bytes, { pages: 1 }).rotate().resize(side, side, inside).toColourspace('srgb');
  return made('image/webp', await small.webp({ quality: 82 }).toBuffer());
}

const made = (contentType: EncodedPicture['contentType'], bytes: Buffer): EncodedPicture => ({
  contentType,
  bytes,
  hasLocation: false,
  signedBy: null,
});
