import type { KeyboardEvent } from 'react';
import { CANVAS_ACTIONS, OUTLINE_ACTIONS, walk, type OutlineAction, type OutlineTarget } from '../../../actions';
import type { OutlineStore } from '../../../stores/flow/OutlineStore';
import { announce } from '../../../ui/live/announce';
import { actionOfKey } from '../tool/actionOfKey';
import type { ActiveLine } from './useActiveLine';
import type { LineConnection } from './useLineConnection';
import { rowHeightNow } from './rowHeight';

interface OutlineParts {
  readonly outline: OutlineStore;
  readonly line: ActiveLine;
  readonly connection: LineConnection;
  readonly target: OutlineTarget;
}

/** Does what a key means in the tree, and returns whether it was used here: other keys go on to the page. */
export function takeOutlineKey(event: KeyboardEvent, parts: OutlineParts): boolean {
  const { outline, line, connection, target } = parts;
  const { index, row, handlers, deletedAt } = line;
  const { key, code, altKey } = event;
  const { editor } = outline.flow;
  const isAfterDeletion = deletedAt.current === outline.flow.version;
  deletedAt.current = null;
  const isPrimary = event.ctrlKey || event.metaKey;
  const isResizing = isPrimary && event.shiftKey && key.startsWith('Arrow') && editor.frames.resizable !== null;
  const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeightNow()) - 1);
  const go = (to: number): void => handlers.walk(to, event);
  const action = actionOfKey(Object.values<OutlineAction>(OUTLINE_ACTIONS), event);
  if (action) {
    const whyNot = action.whyNot(target);
    if (whyNot === null) action.run(target);
    else announce(whyNot);
  } else if (!altKey && !isResizing && walk({ key }, { at: index, count: outline.rowCount, down: 1, page, go }))
    return true;
  else if (!row) return false;
  else if (key === 'ArrowRight' && !altKey && !isPrimary) {
    if (row.part || outline.partsOf(row.nodeId).length === 0) return true;
    if (outline.unfolded.has(row.nodeId)) handlers.walk(index + 1, event);
    else outline.fold(row.nodeId, false);
  } else if (key === 'ArrowLeft' && !altKey && !isPrimary) {
    if (row.part) handlers.walk(outline.indexOf(row.nodeId), event);
    else outline.fold(row.nodeId, true);
  } else if (key === 'Enter' && !isPrimary) {
    // A held key opens once: again, it would stop what it has run.
    if (event.repeat) return true;
    if (connection.fromId === null) handlers.open(row);
    else connection.finish(row.nodeId);
  } else if (key === ' ') {
    if (!row.part) handlers.toggle(row);
  } else if (key === 'Tab' || key === 'Escape') return false;
  else {
    const isDeletion = actionOfKey([CANVAS_ACTIONS.remove], event) !== undefined;
    const isSelected = (): boolean => editor.selection.nodes.size + editor.selection.edges.size > 0;
    if (isDeletion) {
      // A held key deletes once: the next row has the active line already.
      if (event.repeat) return true;
      // A deletion leaves nothing selected, and its line to the next one, which the next press means.
      if (isAfterDeletion && !isSelected()) handlers.select(row);
      if (target.removeRow()) return true;
    }
    const isDeleted = isDeletion && isSelected();
    // The canvas's keys work on the same selection here.
    const modifiers = { shift: event.shiftKey, primary: isPrimary, alt: altKey };
    const input = { type: 'keyDown', key, code, isRepeated: event.repeat, isBeside: true, ...modifiers } as const;
    const isUsed = editor.dispatch(input);
    if (isDeleted) deletedAt.current = outline.flow.version;
    return isUsed;
  }
  return true;
}
