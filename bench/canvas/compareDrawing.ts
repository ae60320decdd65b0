import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Snapshot } from '../../src/engine/document/Snapshot';
import type { Contestant } from './contestants/Contestant';
import { setZoom, VoidRun } from './gestures';
import { openScene } from './openScene';
import { STAGE } from './stage';
import { withBrowser } from './withBrowser';

/** One of each detail: full, flat, block; at rest, and with everything selected, as it is dragged. */
const ZOOMS = [0.75, 0.25, 0.1] as const;
const LOOKS = [false, true].flatMap((isSelected) => ZOOMS.map((zoom) => ({ zoom, isSelected })));
/** The pages draw the same when their pixels differ by no more than this on the whole: half a percent. */
const DIFFERENCE_MAX = 0.005;
/** Parts of the app that lie over the editor's canvas. */
const OVERLAYS = ['view-corner', 'offline-badge', 'toolbar', 'status-line', 'selection-bar', 'reference-numbers']
  .map((part) => `[data-testid="${part}"]`)
  .join(', ');

export interface DrawingDifference {
  readonly zoom: number;
  readonly isSelected: boolean;
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
  for (const [index, look] of LOOKS.entries()) {
    const [a, b] = [first[index], second[index]];
    if (!a || !b) throw new Error('a picture is missing');
    if (folder !== null) {
      mkdirSync(folder, { recursive: true });
      const name = `${look.zoom}${look.isSelected ? '-selected' : ''}.png`;
      writeFileSync(join(folder, `${one.name}-${name}`), a);
      writeFileSync(join(folder, `${other.name}-${name}`), b);
    }
    differences.push({ ...look, mean: await meanDifference(a, b) });
  }
  const worst = differences.find(({ mean }) => mean > DIFFERENCE_MAX);
  if (worst) {
    const percent = (worst.mean * 100).toFixed(2);
    const selected = worst.isSelected ? ', selected' : '';
    throw new VoidRun(
      `${one.name} and ${other.name} do not draw the same: ${percent} % apart at zoom ${worst.zoom}${selected}`,
    );
  }
  return differences;
}

function shoot(executablePath: string, contestant: Contestant, flow: Snapshot): Promise<Buffer[]> {
  return withBrowser(executablePath, async (browser) => {
    const scene = (await openScene(browser, contestant, flow)).scene;
    const shots: Buffer[] = [];
    for (const { zoom, isSelected } of LOOKS) {
      if (isSelected) await scene.page.keyboard.press('Control+a');
      await setZoom(scene, zoom);
      await scene.page.evaluate((selector) => {
        for (const element of document.querySelectorAll<HTMLElement>(selector)) element.style.display = 'none';
      }, OVERLAYS);
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
