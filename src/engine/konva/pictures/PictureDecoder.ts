import type { Picture } from '../../render/card/PaintEnvironment';

/** A decoded picture in memory that `close` gives back; `width` x `height` x 4 bytes. */
export interface DecodedPicture extends Picture {
  close(): void;
}

/** Fetches and decodes pictures, away from the thread that draws. */
export interface PictureDecoder {
  /** The number of pictures that decode best at a time: more would only compete. */
  readonly atOnce: number;
  /**
   * The picture upright, from the first of its addresses that has it, scaled down to `maxSide` pixels when a side is longer. 'unanswered': its server gives no answer now, or says
   * that it cannot. Rejects when the answer is no picture.
   */
  decode(urls: readonly string[], maxSide: number): Promise<DecodedPicture | 'unanswered'>;
  /** Cancels the calls in progress, which never settle. The decoder may be used again. */
  dispose(): void;
}
