import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { en } from '../../../src/i18n/en';
import { StatusLine } from '../../../src/screens/editor/toolbar/StatusLine';
import { pipe, TestEditor } from '../../support/TestEditor';

let editor: TestEditor;
const line = () => screen.getByTestId('status-line').textContent;
const hand = (move: (editor: TestEditor) => unknown): void => act(() => void move(editor));

beforeEach(() => {
  editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a boat' } },
      art: { type: 'image', at: [400, 0], data: {} },
      style: { type: 'text', at: [0, 600], data: { name: 'Style', value: 'in oil' } },
    },
    [pipe('idea', 'art')],
  );
  render(<StatusLine flow={editor.flow} isQuiet={false} />);
});

describe('the line under the canvas', () => {
  it('says what the hand can do next, while it does it [TOOLBAR-3]', () => {
    expect(line()).toBe(en.hint.idle);
    hand((it) => it.pointerDown(it.handle('idea', 'text-right')).pointerMove([300, 300]));
    expect(line()).toBe(en.hint.connecting);
    hand((it) => it.keyDown('Escape').pointerUp());
    hand((it) => it.keyDown('c').pointerDown('idea').pointerMove([300, 300]));
    expect(line()).toBe(en.hint.joining);
    hand((it) => it.keyDown('Escape').pointerUp().keyUp('c'));
    hand((it) => it.keyDown('x').pointerDown([300, 300]).pointerMove([320, 20]));
    expect(line()).toBe(en.hint.cutting);
  });

  it('tells of mentions in a field that has them [TOOLBAR-3]', () => {
    hand((it) => it.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect(line()).toBe(en.hint.writing);
    hand((it) => it.engine.startEditing({ nodeId: 'style', name: 'name' }));
    expect(line()).toBe(en.hint.editing);
  });
});
