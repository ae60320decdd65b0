import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';

/** The PNG of an opaque canvas. The canvas's own encoder took four times as long, half of all painting, for a larger file. */
export function encodePng(canvas: Canvas): Promise<Buffer> {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 4, adaptiveFiltering: true })
    .toBuffer();
}
