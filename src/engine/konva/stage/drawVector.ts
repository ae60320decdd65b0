import type { Size } from '../../geometry/viewport';

/** The size of an SVG that states none; pixels. */
const UNSAID: Size = { width: 512, height: 512 };

const ROOT = /<svg\b[^>]*>/i;
const attribute = (root: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']+)["']`, 'i').exec(root)?.[1];

/** A width and a height for a root that has only a view box: Firefox draws nothing without them. */
function withSize(svg: string): string {
  const root = ROOT.exec(svg)?.[0];
  if (!root || (attribute(root, 'width') && attribute(root, 'height'))) return svg;
  const [, , width = 0, height = 0] = (attribute(root, 'viewBox') ?? '').split(/[\s,]+/).map(Number);
  const size = width > 0 && height > 0 ? { width, height } : UNSAID;
  const bare = root.replaceAll(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/gi, '');
  return svg.replace(root, () => bare.replace(/^<svg/i, `<svg width="${size.width}" height="${size.height}"`));
}

/**
 * Draws an SVG at the size that `sizeFor` makes of its own. It is loaded as an image, in which no script runs and nothing is fetched.
 * Rejects for anything else.
 */
export async function drawVector(svg: Blob, sizeFor: (own: Size) => Size): Promise<OffscreenCanvas> {
  const image = new Image();
  // A blob's address will not do: Chromium would not let a canvas be read that has drawn foreign markup from there.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withSize(await svg.text()))}`;
  await image.decode();
  const { width, height } = sizeFor({ width: image.naturalWidth, height: image.naturalHeight });
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas to draw on');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
