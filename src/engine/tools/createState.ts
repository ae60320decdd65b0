import { Brushing } from './Brushing';
import { Connecting } from './Connecting';
import { Dragging } from './Dragging';
import { Holding } from './Holding';
import { Idle } from './Idle';
import { Leading } from './Leading';
import { Offering } from './Offering';
import { Panning } from './Panning';
import { Pinching } from './Pinching';
import { PlacingItem } from './PlacingItem';
import { Pressing } from './Pressing';
import { Reconnecting } from './Reconnecting';
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
    case 'holding':
      return new Holding(context, start.from, start.input, start.hit);
    case 'dragging':
      return new Dragging(context, start.from, start.input, start.grabbedId);
    case 'connecting':
      return new Connecting(context, start.anchor);
    case 'reconnecting':
      return new Reconnecting(context, start.edgeId, start.holder);
    case 'leading':
      return new Leading(context, start.anchor, start.movedEdgeId);
    case 'offering':
      return new Offering(context, start.from, start.at);
    case 'brushing':
      return new Brushing(context, start.from);
    case 'placingItem':
      return new PlacingItem(context, start.nodeId, start.itemId);
    case 'pinching':
      return new Pinching(context, start.first, start.second);
  }
}
