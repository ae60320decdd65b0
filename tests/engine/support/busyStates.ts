import type { Start } from '../../../src/engine/tools/ToolState';

const ALL: Readonly<Record<Exclude<Start['name'], 'idle'>, true>> = {
  brushing: true,
  connecting: true,
  dragging: true,
  holding: true,
  leading: true,
  offering: true,
  panning: true,
  pinching: true,
  placingItem: true,
  pressing: true,
  reconnecting: true,
};

/** All that the hand can be at; the compiler sees that none is left out. */
export const BUSY_STATES: readonly string[] = Object.keys(ALL);
