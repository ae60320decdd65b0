import { describe, expect, it } from 'vitest';
import { ADD_NOTE, COLOUR_ACTIONS, FRAME_ACTIONS } from '../../src/actions';
import { TestEditor } from '../support/TestEditor';

const canvas = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0] },
    sky: { type: 'frame', at: [400, 0], data: { title: '', colour: 'blue', width: 300, height: 300 } },
  });

describe('an action of frames', () => {
  it('says what it needs, and does nothing without it', () => {
    const editor = canvas();
    const { engine } = editor;
    const offered = [...Object.values(FRAME_ACTIONS), ...COLOUR_ACTIONS];
    for (const action of offered) {
      expect(action.whyNot(engine)).toMatch(/^frames\.no/);
      action.run(engine);
    }
    expect(engine.canUndo).toBe(false);
    editor.select('idea');
    expect(FRAME_ACTIONS.frame.whyNot(engine)).toBeNull();
    expect(FRAME_ACTIONS.wider.whyNot(engine)).toBe('frames.noSize');
    editor.select('sky');
    expect(offered.filter((action) => action.whyNot(engine) !== null)).toEqual([]);
  });

  it('colours the selected frame', () => {
    const editor = canvas().select('sky');
    COLOUR_ACTIONS.find(({ colour }) => colour === 'violet')?.run(editor.engine);
    expect(editor.node('sky').data.colour).toBe('violet');
  });

  it('adds a note where the menu was opened, else in the middle of the view where there is room [NOTE-1]', () => {
    const editor = canvas();
    const { engine } = editor;
    ADD_NOTE.run({ editor: engine, at: { x: 303, y: 447 } });
    expect(editor.at(editor.selected[0] ?? '')).toEqual([300, 450]);
    ADD_NOTE.run({ editor: engine });
    expect(editor.at(editor.selected[0] ?? '')).toEqual([375, 270]);
    engine.view.freeBy(() => ({ x: 300, y: 0, width: 700, height: 1600 }));
    ADD_NOTE.run({ editor: engine });
    expect(editor.at(editor.selected[0] ?? '')).toEqual([525, 720]);
    expect(engine.document.allNodes().filter(({ type }) => type === 'note')).toHaveLength(3);
  });

  it('shows the note where the window is too narrow for free room [NOTE-1]', () => {
    const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [40, 100] } });
    const { view } = editor.engine;
    view.setSize({ width: 320, height: 400 });
    ADD_NOTE.run({ editor: editor.engine });
    const [id = ''] = editor.selected;
    const { x, y } = view.toScreen(editor.node(id).position);
    const { width, height } = editor.engine.document.kinds.newSizeOf('note');
    expect([x >= 0, y >= 0, x + width <= 320, y + height <= 400]).toEqual([true, true, true, true]);
  });
});
