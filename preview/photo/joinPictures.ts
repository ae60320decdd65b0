import { SIDE } from '../paint/Painting';
import type { Painting } from '../paint/Painting';
import type { Pixels } from '../paint/strokes';

/** How wide one picture fades into the next, as a share of the side. */
const SEAM = 0.09;

/** Several pictures side by side in one, each fading into the next along a wandering seam. */
export function joinPictures(painting: Painting, pictures: readonly Pixels[]): Pixels {
  const [only] = pictures;
  if (pictures.length === 1 && only) return only;
  const joined = new Uint8ClampedArray(SIDE * SIDE * 4);
  const bands = pictures.length;
  for (let y = 0; y < SIDE; y += 1) {
    const wander = painting.noise(y * 0.003, 3.3) * 0.06 + (y / SIDE - 0.5) * 0.16;
    for (let x = 0; x < SIDE; x += 1) {
      const place = (x / SIDE + wander) * bands;
      const band = Math.max(0, Math.min(bands - 1, Math.floor(place)));
      const next = Math.min(bands - 1, band + 1);
      const share = next === band ? 0 : smooth((place - band - 1 + SEAM * bands) / (SEAM * bands));
      const at = (y * SIDE + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const here = pictures[band]?.[at + channel] ?? 0;
        const there = pictures[next]?.[at + channel] ?? here;
        joined[at + channel] = here + (there - here) * share;
      }
      joined[at + 3] = 255;
    }
  }
  return joined;
}

function smooth(share: number): number {
  const clamped = Math.max(0, Math.min(1, share));
  return clamped * clamped * (3 - 2 * clamped);
}
