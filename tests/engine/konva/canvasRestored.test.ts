import { expect, it } from 'vitest';
import { onCanvasRestored } from '../../../src/engine/konva/stage/useCrispStage';

/** A canvas in a page of its own. */
function setUpCanvas(isTelling: boolean) {
  const view = new EventTarget();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', defaultView: view });
  const canvas = Object.assign(new EventTarget(), { ownerDocument: page }, isTelling && { oncontextrestored: null });
  const controller = new AbortController();
  let restored = 0;
  const { signal } = controller;
  onCanvasRestored(canvas as unknown as HTMLCanvasElement, () => (restored += 1), signal);
  return { canvas, page, view, controller, restored: () => restored };
}

it('hears of a canvas that was given back empty, until it is stopped [BROWSER-2]', () => {
  const { canvas, page, controller, restored } = setUpCanvas(true);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(restored()).toBe(0);
  canvas.dispatchEvent(new Event('contextrestored'));
  expect(restored()).toBe(1);
  controller.abort();
  canvas.dispatchEvent(new Event('contextrestored'));
  expect(restored()).toBe(1);
});

it('takes every return of the page for a lost canvas when the browser does not report one [BROWSER-2]', () => {
  const { page, view, controller, restored } = setUpCanvas(false);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(restored()).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(restored()).toBe(1);
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(restored()).toBe(1);
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(restored()).toBe(2);
  controller.abort();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(restored()).toBe(2);
});
