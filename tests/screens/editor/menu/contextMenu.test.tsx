import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bindAction, CANVAS_ACTIONS } from '../../../../src/actions';
import { ContextMenu } from '../../../../src/screens/editor/menu/ContextMenu';
import { TestEditor } from '../../../support/TestEditor';

it.each([
  ['the wheel', () => fireEvent.wheel(document.body), true],
  ['another size of the window', () => fireEvent(window, new Event('resize')), true],
  ['a press beside it, which moves the focus itself', () => fireEvent.pointerDown(document.body), false],
])('a menu that is closed by %s leaves its focus to the canvas, or to the press', (_, close, takesFocus) => {
  const { engine } = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] } });
  const closed: boolean[] = [];
  const groups = [[bindAction(CANVAS_ACTIONS.undo, engine)]];
  render(<ContextMenu groups={groups} at={{ x: 0, y: 0 }} onClose={(takes) => closed.push(takes)} />);
  expect(screen.getByRole('menuitem')).toHaveFocus();
  close();
  expect(closed).toEqual([takesFocus]);
});
