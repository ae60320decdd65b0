import type { Metadata } from 'sharp';
import type { DecodeTask } from './Decoding';

const MEBIBYTE = 1024 * 1024;
/** Bytes that every picture takes: a few rows of it, and the file's own bytes once more. */
const LEAST_BYTES = 48 * MEBIBYTE;

/**
 * How much memory reading a picture takes at most, by what its header says. Measured with 8000 x 8000 pixels: an interlaced PNG
 * with 16 bits takes 515 MiB, a progressive JPEG 386, a GIF 277, an AVIF 1120 and with 12 bits 1577; a plain PNG 41, because
 * it is read row by row.
 */
export function weighPicture(head: Metadata, task: DecodeTask): number {
  const { width, height, orientation = 1 } = head;
  const pixels = width * height;
  const isTurned = task !== 'inspect' && orientation > 1;
  const perPixel = Math.max(bytesPerPixel(head), isTurned ? pixelBytes(head) : 0);
  return LEAST_BYTES + Math.ceil(pixels * perPixel);
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
