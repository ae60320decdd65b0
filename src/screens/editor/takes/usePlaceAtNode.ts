import { useLayoutEffect, type RefObject } from 'react';
import type { Editor } from '../../../engine';
import { isNarrowWindow } from '../view/isNarrowWindow';

/** Between the strip and its card, and between it and the stage's edge; screen pixels. */
const GAP = 12;
const EDGE = 10;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** Under the card, beside it where there is no room, and whole on the stage. A narrow window has it at its foot. */
function place(element: HTMLElement, { viewport, scene, document }: Editor, nodeId: string): void {
  const node = document.node(nodeId);
  if (!node || isNarrowWindow()) {
    element.style.transform = '';
    return;
  }
  const box = scene.boxOf(node);
  const corner = viewport.toScreen(box);
  const { zoom } = viewport.camera;
  const card = { ...corner, width: box.width * zoom, height: box.height * zoom };
  const { width, height } = viewport.size;
  const own = { width: element.offsetWidth, height: element.offsetHeight };
  const below = card.y + card.height + GAP;
  const fitsBelow = below + own.height + EDGE <= height;
  const beside = card.x + card.width + GAP;
  const isBeside = !fitsBelow && beside + own.width + EDGE <= width;
  const left = isBeside ? beside : card.x + card.width / 2 - own.width / 2;
  const top = fitsBelow ? below : isBeside ? card.y : card.y - GAP - own.height;
  const x = between(EDGE, left, width - own.width - EDGE);
  const y = between(EDGE, top, height - own.height - EDGE);
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/** Keeps an element at a node's card. */
export function usePlaceAtNode(ref: RefObject<HTMLElement | null>, editor: Editor, nodeId: string): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    let frame = 0;
    const follow = (): void => {
      frame = 0;
      place(element, editor, nodeId);
    };
    follow();
    const ask = (): void => {
      if (frame === 0) frame = window.requestAnimationFrame(follow);
    };
    const unsubscribe = editor.subscribe((event) => {
      const isMoved = event.type === 'invalidate' && event.reason === 'size';
      if (event.type === 'camera' || event.type === 'document' || isMoved) ask();
    });
    const observer = new ResizeObserver(ask);
    observer.observe(element);
    return () => {
      unsubscribe();
      observer.disconnect();
      window.cancelAnimationFrame(frame);
    };
  }, [ref, editor, nodeId]);
}
