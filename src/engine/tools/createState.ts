import { MarqueeSelecting } from './MarqueeSelecting';
import { Connecting } from './Connecting';
import { Cutting } from './Cutting';
import { Dragging } from './Dragging';
import { Joining } from './Joining';
import { LongPressing } from './LongPressing';
import { Idle } from './Idle';
import { KeyboardConnecting } from './KeyboardConnecting';
import { AddMenuOpen } from './AddMenuOpen';
import { Panning } from './Panning';
import { Pinching } from './Pinching';
import { DraggingRow } from './DraggingRow';
import { Pressing } from './Pressing';
import { Reconnecting } from './Reconnecting';
import { Resizing } from './Resizing';
import type { Start, ToolContext, ToolState } from './ToolState';

/** The one place that knows every state; states name the next one and never import one another. */
export function createState(context: ToolContext, start: Start): ToolState {
  switch (start.name) {
    case 'idle':
      return new Idle(context);
    case 'panning':
      return new Panning(context, start.from);
    case 'pressing':
      return new Pressing(context, start.input, start.hit);
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
