import type { Start } from '../../../src/engine/tools/ToolState';

const ALL: Readonly<Record<Exclude<Start['name'], 'idle'>, true>> = {
  addMenuOpen: true,
  connecting: true,
  cutting: true,
  dragging: true,
  draggingRow: true,
  joining: true,
  keyboardConnecting: true,
  longPressing: true,
  marqueeSelecting: true,
  panning: true,
  pinching: true,
  pressing: true,
  reconnecting: true,
  resizing: true,
};

/** All states but rest; the compiler checks that none is missing. */
export const BUSY_STATES: readonly string[] = Object.keys(ALL);
