import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '../../api/contract';

/** A PNG with too many bytes is tried again with so much of its sides. */
const NEXT_SCALE = 0.7;

/** Draws a picture of that size as a PNG that the file store takes: as large as it is, or as large as it may be. */
export async function drawPng(picture: CanvasImageSource, width: number, height: number): Promise<Blob> {
  for (let scale = Math.min(1, Math.sqrt(PICTURE_MAX_PIXELS / (width * height))); ; scale *= NEXT_SCALE) {
    const canvas = new OffscreenCanvas(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('there is no canvas to draw on');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const png = await canvas.convertToBlob({ type: 'image/png' });
    if (png.size <= PICTURE_MAX_BYTES) return png;
  }
}
