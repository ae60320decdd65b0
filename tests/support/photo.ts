import sharp from 'sharp';

/** A JPEG as a phone takes it: with noise, stored on its side, upright by EXIF. A phone's own is 3000 high, and has several megabytes. */
export async function takePhoto(height: number): Promise<Buffer> {
  const width = (height * 4) / 3;
  // A phone held upright writes its rows from the side and says so: turned upright it is this wide.
  const upright = sharp(Buffer.from(LANDSCAPE)).resize(height, width, { fit: 'fill' }).rotate(-90);
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#c96f3b',
      noise: { type: 'gaussian', mean: 128, sigma: 34 },
    },
  });
  return noise
    .composite([{ input: await upright.png().toBuffer(), blend: 'overlay', left: 0, top: 0 }])
    .jpeg({ quality: 88 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

const LANDSCAPE = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000">
  <rect width="4000" height="1700" fill="#5aa9e6"/><rect y="1700" width="4000" height="1300" fill="#2d6a4f"/>
  <circle cx="3000" cy="600" r="320" fill="#ffd166"/><path d="M0 1750 L900 900 L1700 1750 Z" fill="#8d99ae"/>
</svg>`;
