import { PICTURE_MAX_PIXELS } from '../../api/contract';
import { drawPng } from './drawPng';

export interface DecodeFileRequest {
  readonly file: Blob;
  /** It is of a kind that the file store takes, and only looked at. */
  readonly isTaken: boolean;
}

/** 'asItIs': the file store takes it so. */
export type DecodeFileAnswer = Blob | 'asItIs' | 'tooLarge' | 'unreadable';

/** Decodes a file, and draws it as a PNG if it has to become one. Runs in a worker and in pages alike. Never rejects. */
export async function decodeFile({ file, isTaken }: DecodeFileRequest): Promise<DecodeFileAnswer> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      const { width, height } = picture;
      if (!isTaken) return await drawPng(picture, width, height);
      return width * height > PICTURE_MAX_PIXELS ? 'tooLarge' : 'asItIs';
    } finally {
      picture.close();
    }
  } catch {
    return 'unreadable';
  }
}
