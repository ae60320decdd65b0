import { expect, it } from 'vitest';
import { GO_TO_PLACE_ACTIONS, KEEP_PLACE_ACTIONS } from '../../src/actions/canvasActions';
import { TestEditor } from '../support/TestEditor';

it('saves a place and goes to it, and says when none is saved [MARK-1]', () => {
  const { engine: editor } = TestEditor.with({});
  expect(GO_TO_PLACE_ACTIONS[3]?.whyNot(editor)).toBe('places.missing');
  editor.isStill = true;
  KEEP_PLACE_ACTIONS[3]?.run(editor);
  expect(GO_TO_PLACE_ACTIONS[3]?.whyNot(editor)).toBeNull();
  editor.view.setViewport({ x: 70, y: 70, zoom: 2 });
  GO_TO_PLACE_ACTIONS[3]?.run(editor);
  expect(editor.view.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
});
