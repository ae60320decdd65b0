/**
 * Fetches a picture with credentials, turns it as its EXIF data says, and scales it down when it is wider than
 * `maxWidth`. Runs in a worker and in pages alike. Rejects when the answer is no picture.
 */
export async function decodePicture(url: string, maxWidth: number): Promise<ImageBitmap> {
  const response = await fetch(url, { credentials: 'include' });
  if (!response.ok) throw new Error(`picture answered ${response.status}`);
  const whole = await createImageBitmap(await response.blob(), { imageOrientation: 'from-image' });
  if (whole.width <= maxWidth) return whole;
  const resizeHeight = Math.max(1, Math.round((whole.height * maxWidth) / whole.width));
  // Scaling while decoding would blow up what is narrower.
  const scaled = await createImageBitmap(whole, { resizeWidth: maxWidth, resizeHeight, resizeQuality: 'medium' });
  whole.close();
  return scaled;
}
