import { expect, it } from 'vitest';
import { GO_TO_BOOKMARK_ACTIONS, KEEP_BOOKMARK_ACTIONS } from '../../src/actions/canvasActions';
import { TestEditor } from '../support/TestEditor';

it('keeps a bookmark and goes to it, and says when there is none [MARK-1]', () => {
  const { engine: editor } = TestEditor.with({});
  expect(GO_TO_BOOKMARK_ACTIONS[3]?.whyNot(editor)).toBe('bookmarks.missing');
  editor.isStill = true;
  KEEP_BOOKMARK_ACTIONS[3]?.run(editor);
  expect(GO_TO_BOOKMARK_ACTIONS[3]?.whyNot(editor)).toBeNull();
  editor.view.setViewport({ x: 70, y: 70, zoom: 2 });
  GO_TO_BOOKMARK_ACTIONS[3]?.run(editor);
  expect(editor.view.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
});
