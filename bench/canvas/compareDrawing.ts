import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Snapshot } from '../../src/engine/document/Snapshot';
import type { Contestant } from './contestants/Contestant';
import { setZoom, VoidRun } from './gestures';
import { openScene } from './openScene';
import { STAGE } from './stage';
import { withBrowser } from './withBrowser';

/** One of each detail: full, flat, block. */
const ZOOMS = [0.75, 0.25, 0.1] as const;
/** The pages draw the same when their pixels differ by no more than this on the whole: half a percent. */
const LARGEST_DIFFERENCE = 0.005;
/** Parts of the app that lie over the editor's canvas. */
const OVERLAYS = '[data-testid="view-corner"], [data-testid="offline-badge"]';

export interface DrawingDifference {
  readonly zoom: number;
  /** Mean of the differences of all channels of all pixels, 0 to 1. */
  readonly mean: number;
}

/**
 * Whether two contestants draw the same, so that one may be the other's limit. Throws VoidRun when they do not. Keeps
 * the pictures in `folder` when one is given.
 */
export async function compareDrawing(
  executablePath: string,
  [one, other]: readonly [Contestant, Contestant],
  flow: Snapshot,
  folder: string | null,
): Promise<readonly DrawingDifference[]> {
  const [first, second] = [await shoot(executablePath, one, flow), await shoot(executablePath, other, flow)];
  const differences: DrawingDifference[] = [];
  for (const [index, zoom] of ZOOMS.entries()) {
    const [a, b] = [first[index], second[index]];
    if (!a || !b) throw new Error('a picture is missing');
    if (folder !== null) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${one.name}-${zoom}.png`), a);
      writeFileSync(join(folder, `${other.name}-${zoom}.png`), b);
    }
    differences.push({ zoom, mean: await meanDifference(a, b) });
  }
  const worst = differences.find(({ mean }) => mean > LARGEST_DIFFERENCE);
  if (worst) {
    const percent = (worst.mean * 100).toFixed(2);
    throw new VoidRun(`${one.name} and ${other.name} do not draw the same: ${percent} % apart at zoom ${worst.zoom}`);
  }
  return differences;
}

function shoot(executablePath: string, contestant: Contestant, flow: Snapshot): Promise<Buffer[]> {
  return withBrowser(executablePath, async (browser) => {
    const scene = (await openScene(browser, contestant, flow)).scene;
    await scene.page.evaluate((selector) => {
      for (const element of document.querySelectorAll<HTMLElement>(selector)) element.style.display = 'none';
    }, OVERLAYS);
    const shots: Buffer[] = [];
    for (const zoom of ZOOMS) {
      await setZoom(scene, zoom);
      shots.push(await scene.page.screenshot({ clip: STAGE }));
    }
    return shots;
  });
}

async function meanDifference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) throw new Error('the pictures have different sizes');
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / a.length / 255;
}
