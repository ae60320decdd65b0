import { reaction } from 'mobx';
import { useLayoutEffect, type RefObject } from 'react';
import { intersects, type Box, type Editor, type Vector } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { freeElement, freeStage } from './freeStage';
import { isNarrowWindow } from './useMediaQuery';
import { clamp } from '../../../ui/clamp';

/** Gap from the element to the cards, and to the stage's edge; screen pixels. */
const GAP = 12;
const EDGE = 10;

/**
 * Places the element under the cards, or beside them when there is no room, whole in the free part of the stage and clear of the minimap
 * where both have room; in a narrow window at its foot.
 */
function place(element: HTMLElement, { view, scene }: Editor, nodeIds: readonly string[]): void {
  const box = nodeIds.length === 0 || isNarrowWindow() ? null : scene.bounds(nodeIds);
  if (!box) {
    element.style.transform = '';
    return;
  }
  const card = view.boxToScreen(box);
  const free = freeStage(view);
  const [right, bottom] = [free.x + free.width, free.y + free.height];
  const own = { width: element.offsetWidth, height: element.offsetHeight };
  const below = card.y + card.height + GAP;
  const fitsBelow = below + own.height + EDGE <= bottom;
  const beside = card.x + card.width + GAP;
  const isBeside = !fitsBelow && beside + own.width + EDGE <= right;
  const left = isBeside ? beside : card.x + card.width / 2 - own.width / 2;
  const top = fitsBelow ? below : isBeside ? card.y : card.y - GAP - own.height;
  const x = clamp(left, free.x + EDGE, right - own.width - EDGE);
  const y = clamp(top, free.y + EDGE, bottom - own.height - EDGE);
  const at = beyondCover({ x, y, ...own }, view.covered, free, isBeside);
  element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`;
}

/** Moves a box to the left of a thing that covers it, or above, where there is room for that; `isUpFirst`: above rather. */
function beyondCover(box: Box, cover: Box | null, free: Box, isUpFirst: boolean): Vector {
  if (!cover || !intersects(box, cover)) return box;
  const left = { x: cover.x - GAP - box.width, y: box.y };
  const above = { x: box.x, y: cover.y - GAP - box.height };
  const places = isUpFirst ? [above, left] : [left, above];
  return places.find(({ x, y }) => x >= free.x + EDGE && y >= free.y + EDGE) ?? box;
}

/**
 * Keeps an element at the cards of some nodes; without nodes it stays where its style puts it. `nodeIds`: the same
 * array while the ids are the same.
 */
export function usePlaceAt(ref: RefObject<HTMLElement | null>, flow: FlowStore, nodeIds: readonly string[]): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    let frame = 0;
    const follow = (): void => {
      frame = 0;
      place(element, flow.editor, nodeIds);
    };
    follow();
    const ask = (): void => {
      if (frame === 0) frame = window.requestAnimationFrame(follow);
    };
    const stop = reaction(() => [flow.viewport, flow.size, ...nodeIds.map((id) => flow.node(id))], ask);
    const observer = new ResizeObserver(ask);
    observer.observe(element);
    // It follows a panel that opens or closes beside it.
    const free = freeElement();
    if (free) observer.observe(free);
    return () => {
      stop();
      observer.disconnect();
      window.cancelAnimationFrame(frame);
    };
  }, [ref, flow, nodeIds]);
}
