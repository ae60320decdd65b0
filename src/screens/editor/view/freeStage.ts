import { useEffect } from 'react';
import type { Box, Editor } from '../../../engine';

/** The least width in which people see their cards; where panels leave less, they cover the stage for a while. */
const WIDTH_MIN = 240;

/** The element that the style keeps as large as what panels at the stage's edges leave free; its size says when one opens or closes. */
export const freeElement = (): Element | null => document.querySelector('[data-free-stage]');

/** The part of the stage that panels at its edges leave free; the whole stage where nothing says so. Screen pixels. */
export function freeStage({ size }: Editor['view']): Box {
  const element = freeElement();
  const free = element?.getBoundingClientRect();
  const stage = element?.closest('[data-stage-area]')?.getBoundingClientRect();
  if (!stage || !free) return { x: 0, y: 0, ...size };
  return { x: free.left - stage.left, y: free.top - stage.top, width: free.width, height: free.height };
}

/** The sides of what is left between the tools: those that are upright stand at the left, others at the foot or, in a narrow window, at the top. */
function besideTools(free: DOMRect, tools: readonly Element[]): Record<'left' | 'top' | 'bottom', number> {
  const sides = { left: free.left, top: free.top, bottom: free.bottom };
  const middle = free.top + free.height / 2;
  for (const { left, right, top, bottom, width, height } of tools.map((tool) => tool.getBoundingClientRect())) {
    if (height > width) sides.left = Math.max(sides.left, right);
    else if (top >= middle) sides.bottom = Math.min(sides.bottom, top);
    else if (left < right) sides.top = Math.max(sides.top, bottom);
  }
  return sides;
}

/** Brings things into view where no panel and no tool covers them. */
export function useFreeStage({ view }: Editor): void {
  useEffect(
    () =>
      view.freeBy(() => {
        const element = freeElement();
        const stage = freeStage(view);
        if (!element || stage.width < WIDTH_MIN) return null;
        const free = element.getBoundingClientRect();
        const { left, top, bottom } = besideTools(free, [...document.querySelectorAll('[data-at-edge]')]);
        return {
          x: stage.x + left - free.left,
          y: stage.y + top - free.top,
          width: free.right - left,
          height: bottom - top,
        };
      }),
    [view],
  );
}
