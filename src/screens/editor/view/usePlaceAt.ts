import { reaction } from 'mobx';
import { useLayoutEffect, type RefObject } from 'react';
import type { Editor } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { isNarrowWindow } from './useMediaQuery';
import { clamp } from '../../../ui/clamp';

/** Gap from the element to the cards, and to the stage's edge; screen pixels. */
const GAP = 12;
const EDGE = 10;

/** Places the element under the cards, or beside them when there is no room, whole on the stage; in a narrow window at its foot. */
function place(element: HTMLElement, { view, scene }: Editor, nodeIds: readonly string[]): void {
  const box = nodeIds.length === 0 || isNarrowWindow() ? null : scene.bounds(nodeIds);
  if (!box) {
    element.style.transform = '';
    return;
  }
  const corner = view.toScreen(box);
  const { zoom } = view.viewport;
  const card = { ...corner, width: box.width * zoom, height: box.height * zoom };
  const { width, height } = view.size;
  const own = { width: element.offsetWidth, height: element.offsetHeight };
  const below = card.y + card.height + GAP;
  const fitsBelow = below + own.height + EDGE <= height;
  const beside = card.x + card.width + GAP;
  const isBeside = !fitsBelow && beside + own.width + EDGE <= width;
  const left = isBeside ? beside : card.x + card.width / 2 - own.width / 2;
  const top = fitsBelow ? below : isBeside ? card.y : card.y - GAP - own.height;
  const x = clamp(left, EDGE, width - own.width - EDGE);
  const y = clamp(top, EDGE, height - own.height - EDGE);
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
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
    return () => {
      stop();
      observer.disconnect();
      window.cancelAnimationFrame(frame);
    };
  }, [ref, flow, nodeIds]);
}
