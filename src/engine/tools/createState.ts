import { MarqueeSelecting } from './states/MarqueeSelecting';
import { Connecting } from './states/Connecting';
import { Cutting } from './states/Cutting';
import { Dragging } from './states/Dragging';
import { Joining } from './states/Joining';
import { LongPressing } from './states/LongPressing';
import { Idle } from './states/Idle';
import { KeyboardConnecting } from './states/KeyboardConnecting';
import { AddMenuOpen } from './states/AddMenuOpen';
import { Panning } from './states/Panning';
import { Pinching } from './states/Pinching';
import { DraggingRow } from './states/DraggingRow';
import { Pressing } from './states/Pressing';
import { Reconnecting } from './states/Reconnecting';
import { Resizing } from './states/Resizing';
import type { Start, ToolContext, ToolState } from './ToolState';

/** The one place that knows every state; states name the next one and never import one another. */
export function createState(context: ToolContext, start: Start): ToolState {
  switch (start.name) {
    case 'idle':
      return new Idle(context, start.clicked);
    case 'panning':
      return new Panning(context, start.from);
    case 'pressing':
      return new Pressing(context, start.input, start.hit, start.isAgain);
    case 'longPressing':
      return new LongPressing(context, start.from, start.input, start.hit);
    case 'dragging':
      return new Dragging(context, start.from, start.input, start.grabbedId, start.along ?? null);
    case 'resizing':
      return new Resizing(context, start.from, start.nodeId);
    case 'cutting':
      return new Cutting(context, start.from);
    case 'joining':
      return new Joining(context, start.nodeId);
    case 'connecting':
      return new Connecting(context, start.anchor);
    case 'reconnecting':
      return new Reconnecting(context, start.edgeId, start.holder);
    case 'keyboardConnecting':
      return new KeyboardConnecting(context, start.anchor, start.movedEdgeId);
    case 'addMenuOpen':
      return new AddMenuOpen(context, start.from, start.at);
    case 'marqueeSelecting':
      return new MarqueeSelecting(context, start.from);
    case 'draggingRow':
      return new DraggingRow(context, start.nodeId, start.rowId);
    case 'pinching':
      return new Pinching(context, start.first, start.second);
  }
}
