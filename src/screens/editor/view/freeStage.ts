import type { Box, Editor } from '../../../engine';

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
