import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';

const FAMILY = 'Mulgil Preview';

/** Sets a context's font to the app's own; `size` in pixels. */
export function setType(ctx: SKRSContext2D, size: number): void {
  if (!GlobalFonts.has(FAMILY)) {
    const file = fileURLToPath(import.meta.resolve('pretendard/dist/public/static/Pretendard-SemiBold.otf'));
    GlobalFonts.registerFromPath(file, FAMILY);
  }
  ctx.font = `${size}px "${FAMILY}"`;
}
