import readExif from 'exif-reader';
import type { Metadata } from 'sharp';

/** Whether a picture's metadata tell where it was taken. What cannot be read may. */
export function saysWhere({ exif, xmp }: Pick<Metadata, 'exif' | 'xmp'>): boolean {
  if (xmp?.includes('GPSL')) return true;
  if (exif === undefined) return false;
  try {
    const { GPSLatitude, GPSLongitude } = readExif(exif).GPSInfo ?? {};
    return GPSLatitude !== undefined || GPSLongitude !== undefined;
  } catch {
    return true;
  }
}
