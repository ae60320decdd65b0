import type { Page } from 'playwright-core';
import type { FlowNode } from '../../src/engine/document/FlowNode';
import type { Snapshot } from '../../src/engine/document/Snapshot';
import type { Point, View } from './BenchDoor';
import { isPeer, type Contestant } from './contestants/Contestant';
import type { GestureName } from './flags';
import type { Mouse } from './Mouse';
import { paced, STEP_MS, ZOOM_STEPS, ZOOM_TURNS } from './paced';
import type { Measured, Probe } from './Probe';
import { STAGE } from './stage';

const STEPS = 90;
const IDLE_MS = 2000;
/** A step must cross the snap grid at zoom 0.75 along one axis at least, or there is nothing to draw. */
const STEP_PIXELS = 16;
/**
 * Radius of the pointer's circle: a view may come far, but a card must not reach the edge of the stage, where some tools pan by themselves.
 */
const PAN_RADIUS = 240;
const DRAG_RADIUS = 120;
/** Distance of the circle's end from its start: about one step of the snap grid at zoom 0.75. */
const ASIDE = 12;
const NEAR_ZOOM = 0.75;
const FAR_ZOOM = 0.1;
/** Point at which a card is grabbed: on its title, beside the buttons. */
const GRIP: Point = { x: 90, y: 20 };

/** A gesture had no effect, so that its figures mean nothing. */
export class VoidRun extends Error {}

export interface Scene {
  readonly contestant: Contestant;
  readonly page: Page;
  readonly mouse: Mouse;
  readonly probe: Probe;
  readonly flow: Snapshot;
  /** Starts without waiting for what the view brings: pictures to decode, words to break. */
  readonly isCold?: boolean;
}

type Gesture = (scene: Scene, repetition: number) => Promise<Measured>;

export const gestures: Readonly<Record<GestureName, Gesture>> = {
  idle: ({ page, probe }) =>
    probe.measure(async () => {
      await probe.moving(() => page.waitForTimeout(IDLE_MS));
      return Math.round(IDLE_MS / STEP_MS);
    }),
  pan: (scene, repetition) => pan(scene, NEAR_ZOOM, repetition),
  panFar: (scene, repetition) => pan(scene, FAR_ZOOM, repetition),
  zoom,
  drag: async (scene, repetition) => {
    await scene.page.evaluate(() => window.bench?.clearSelection());
    return dragCard(scene, repetition, 'drag', async () => {});
  },
  connect,
  selectAllDrag: async (scene, repetition) => {
    await scene.page.evaluate(() => window.bench?.clearSelection());
    const measured = await dragCard(scene, repetition, 'selectAllDrag', () => scene.page.keyboard.press('Control+a'));
    const selected = await scene.page.evaluate(() => window.bench?.selectedCount());
    if (selected !== scene.flow.nodes.length) throw noEffect(scene, 'selectAllDrag', `${selected} are selected`);
    return measured;
  },
};

const noEffect = (scene: Scene, gesture: GestureName, why: string): VoidRun =>
  new VoidRun(`${scene.contestant.name}: ${gesture} had no effect (${scene.flow.nodes.length} nodes): ${why}`);

async function pan(scene: Scene, zoom: number, repetition: number): Promise<Measured> {
  const { page, mouse, probe } = scene;
  const before = await setZoom(scene, zoom);
  const start = centreOfStage();
  await mouse.move(start);
  const measured = await probe.measure(async () => {
    await mouse.press('middle');
    const steps = await paced(probe, STEPS, (step) => mouse.move(onCircle(start, PAN_RADIUS, step, repetition)));
    await mouse.release();
    return steps;
  });
  const after = await viewOf(page);
  const moved = Math.hypot(after.x - before.x, after.y - before.y);
  if (moved < STEP_PIXELS / 2) throw noEffect(scene, zoom === FAR_ZOOM ? 'panFar' : 'pan', `the view moved ${moved}`);
  return drawn(scene, zoom === FAR_ZOOM ? 'panFar' : 'pan', measured);
}

/** Longest time for which a turn of the wheel is in progress. */
const UNDER_WAY_MS = 200;

async function zoom(scene: Scene): Promise<Measured> {
  const { page, mouse, probe, contestant } = scene;
  await setZoom(scene, 5);
  const start = centreOfStage();
  await mouse.move(start);
  const delta = contestant.wheelTurn(ZOOM_TURNS);
  let least = Number.NaN;
  const measured = await probe.measure(async () => {
    await page.keyboard.down('Control');
    const out = await paced(probe, ZOOM_STEPS, () => mouse.zoom(delta));
    // The browser answers turns that it has merged with later ones before the page gets them.
    await page.waitForTimeout(UNDER_WAY_MS);
    least = (await viewOf(page)).zoom;
    const back = await paced(probe, ZOOM_STEPS, () => mouse.zoom(-delta));
    await page.keyboard.up('Control');
    return out + back;
  });
  await page.waitForTimeout(UNDER_WAY_MS);
  const { zoom: most } = await viewOf(page);
  const isWhole = measured.steps === 2 * ZOOM_STEPS;
  // A slow peer loses turns of the wheel: only the ones it handles are measured.
  const isAll = isWhole && !isPeer(contestant);
  if (isAll && (least > 0.12 || most < 4.5)) throw noEffect(scene, 'zoom', `it went to ${least} and back to ${most}`);
  if (least > 4.5) throw noEffect(scene, 'zoom', `it went to ${least} only`);
  return drawn(scene, 'zoom', measured);
}

async function dragCard(
  scene: Scene,
  repetition: number,
  name: GestureName,
  first: () => Promise<void>,
): Promise<Measured> {
  const { page, mouse, probe, flow } = scene;
  const view = await setZoom(scene, NEAR_ZOOM);
  const card = nearest(
    flow.nodes.filter(({ type }) => type === 'image'),
    middleOf(view),
  );
  const positionOf = (id: string) => page.evaluate((nodeId) => window.bench?.positionOf(nodeId), id);
  const before = await positionOf(card.id);
  if (!before) throw new Error('the door is shut');
  const start = toWindow(view, { x: before.x + GRIP.x, y: before.y + GRIP.y });
  await mouse.move(start);
  const measured = await probe.measure(async () => {
    await first();
    await mouse.press('left');
    const steps = await paced(probe, STEPS, (step) => mouse.move(onCircle(start, DRAG_RADIUS, step, repetition)));
    await mouse.release();
    return steps;
  });
  const after = await positionOf(card.id);
  if (!after || (after.x === before.x && after.y === before.y)) throw noEffect(scene, name, 'the card did not move');
  return drawn(scene, name, measured);
}

async function connect(scene: Scene, repetition: number): Promise<Measured> {
  const { page, mouse, probe, flow } = scene;
  await page.evaluate(() => window.bench?.clearSelection());
  const view = await setZoom(scene, NEAR_ZOOM);
  const pair = freePairs(flow, view)[repetition];
  if (!pair) throw new Error(`no pair is left to connect among ${flow.nodes.length}`);
  const ends = await page.evaluate(
    ([source, target]) => [window.bench?.handleAt(source, 'text-right'), window.bench?.handleAt(target, 'text-left')],
    [pair.source.id, pair.target.id] as const,
  );
  const [from, to] = ends.map((end) => end && toWindow(view, end));
  if (!from || !to) throw new Error('the door is shut');
  const edgesBefore = await page.evaluate(() => window.bench?.edgeCount() ?? 0);
  await mouse.move(from);
  const measured = await probe.measure(async () => {
    await mouse.press('left');
    const steps = await paced(probe, STEPS - 1, (step) => {
      const share = step / STEPS;
      const aside = SWING * Math.sin(share * 6 * Math.PI);
      return mouse.move({ x: from.x + (to.x - from.x) * share + aside, y: from.y + (to.y - from.y) * share - aside });
    });
    await mouse.move(to);
    await mouse.release();
    return steps + 1;
  });
  const edgesAfter = await page.evaluate(() => window.bench?.edgeCount() ?? 0);
  if (edgesAfter !== edgesBefore + 1) throw noEffect(scene, 'connect', `${edgesBefore} pipes became ${edgesAfter}`);
  return drawn(scene, 'connect', measured);
}

/** A gesture that changed something and drew nothing has not been measured. */
function drawn(scene: Scene, gesture: GestureName, measured: Measured): Measured {
  // A peer may show everything only after the gesture has ended: that counts, too.
  if (measured.drawnPerS === 0 && !isPeer(scene.contestant)) throw noEffect(scene, gesture, 'nothing was drawn');
  return measured;
}

/** Goes round and ends a little beside the start, every other time in the other direction, so that it evens out. */
function onCircle(start: Point, radius: number, step: number, repetition: number): Point {
  const angle = (step * STEP_PIXELS) / radius;
  const side = repetition % 2 === 0 ? 1 : -1;
  if (step === STEPS) return { x: start.x + side * ASIDE, y: start.y };
  return {
    x: start.x + side * radius * (1 - Math.cos(angle)),
    y: start.y + side * radius * Math.sin(angle),
  };
}

const centreOfStage = (): Point => ({ x: STAGE.x + STAGE.width / 2, y: STAGE.y + STAGE.height / 2 });

const toWindow = (view: View, world: Point): Point => ({
  x: STAGE.x + view.x + world.x * view.zoom,
  y: STAGE.y + view.y + world.y * view.zoom,
});

const middleOf = (view: View): Point => ({
  x: (STAGE.width / 2 - view.x) / view.zoom,
  y: (STAGE.height / 2 - view.y) / view.zoom,
});

async function viewOf(page: Page): Promise<View> {
  const view = await page.evaluate(() => window.bench?.view());
  if (!view) throw new Error('the door is shut');
  return view;
}

/** Centres the view on the flow at this zoom, and waits for rest unless the scene is to be measured cold. */
export async function setZoom({ page, probe, flow, isCold = false }: Scene, zoom: number): Promise<View> {
  const middle = middleOf(flow.viewport);
  const wanted = { x: STAGE.width / 2 - middle.x * zoom, y: STAGE.height / 2 - middle.y * zoom, zoom };
  await page.evaluate((view) => window.bench?.setView(view), wanted);
  if (!isCold) await probe.rest();
  return viewOf(page);
}

function nearest(nodes: readonly FlowNode[], to: Point): FlowNode {
  const distance = ({ position }: FlowNode): number => Math.hypot(position.x - to.x, position.y - to.y);
  const best = nodes.toSorted((a, b) => distance(a) - distance(b))[0];
  if (!best) throw new Error('the flow has no such node');
  return best;
}

/** Distance by which a dragged edge swings beside its way. */
const SWING = 120;
/** Distance from the edge of the stage within which the view would go along. */
const EDGE = 50;
/** Offsets on a card at the zoom of the gesture, from its corner: of the output of words, and of the lowest handle. */
const OUT_X = 180;
const LOWEST_Y = 100;

/** Unconnected prompts and image nodes in view; every target is used once before any is used again. */
function freePairs(flow: Snapshot, view: View): { source: FlowNode; target: FlowNode }[] {
  const isWithin = ({ position }: FlowNode, handleX: number): boolean => {
    const { x, y } = toWindow(view, position);
    const [left, top] = [x + handleX - STAGE.x, y - STAGE.y];
    const aside = SWING + EDGE;
    return left > aside && left < STAGE.width - aside && top > SWING && top < STAGE.height - aside - LOWEST_Y;
  };
  const joined = new Set(flow.edges.map(({ id }) => id));
  const targets = flow.nodes.filter((node) => node.type === 'image' && isWithin(node, 0));
  const sources = flow.nodes.filter((node) => node.type === 'textPrompt' && isWithin(node, OUT_X));
  return sources.flatMap((_, turn) =>
    targets.flatMap((target, index) => {
      const source = sources[(turn + index) % sources.length];
      return source && !joined.has(`${source.id}-${target.id}`) ? { source, target } : [];
    }),
  );
}
