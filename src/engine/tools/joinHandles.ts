import { connect } from '../commands/connect';
import type { HandleRef } from '../scene/connectionRule';
import type { ToolContext } from './ToolState';

/** A new pipe is let go at a handle, which ends its gesture: the two are joined, or the connection is refused. */
export function joinHandles(context: ToolContext, anchor: HandleRef, target: HandleRef): void {
  const changes = connect(context.document, anchor, target);
  context.enter({ name: 'idle' });
  if (changes) context.run(changes);
  else context.refuseConnection();
}
