import { describe, expect, it } from 'vitest';
import { TestEditor } from '../../support/TestEditor';

const shut = { title: 'Sky', colour: 'green', width: 600, height: 400, isFolded: false };

/** A frame from 0, 0 to 600, 400 with an idea and a picture in it. */
const framed = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [30, 75] },
    art: { type: 'image', at: [315, 75] },
    sky: { type: 'frame', at: [0, 0], data: shut },
  });

const rows = (...names: string[]) =>
  names.map((name) => ({ id: `moods-item-${name}`, name, value: `${name} value`, parentId: 'moods' }));

const boxOf = (editor: TestEditor, id: string): readonly number[] => {
  const { x, y, width, height } = editor.engine.scene.committedBoxOf(editor.node(id));
  return [x, y, width, height];
};

describe('the frame of a card', () => {
  it('grows around a card that is moved in it, and lets one go that leaves it [FRAME-4]', () => {
    const editor = framed().drag('art', [525, 95]);
    expect(editor.at('art')).toEqual([465, 75]);
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 750, 400]);
    expect(boxOf(editor.undo(), 'sky')).toEqual([0, 0, 600, 400]);

    editor.drag('art', [60, 700]);
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 600, 400]);
    editor.drag([300, 20], [450, 20]);
    expect(editor.at('art')).toEqual([0, 675]);
  });

  it('grows to the left and upwards too, and its own frame with it [FRAME-4]', () => {
    const editor = TestEditor.with({
      idea: { type: 'textPrompt', at: [60, 120] },
      inner: { type: 'frame', at: [30, 60], data: { ...shut, width: 400, height: 300 } },
      outer: { type: 'frame', at: [0, 0], data: { ...shut, width: 460, height: 390 } },
    });
    editor.drag('idea', [30, 140]);
    expect(editor.at('idea')).toEqual([-30, 120]);
    expect(boxOf(editor, 'inner')).toEqual([-60, 45, 490, 315]);
    expect(boxOf(editor, 'outer').slice(0, 2)).toEqual([-90, -30]);
  });

  it('grows around a category by every row that comes into it, in the same step [FRAME-4]', () => {
    const editor = TestEditor.with({
      moods: { type: 'category', at: [30, 60], data: { categories: rows('calm') } },
      others: { type: 'category', at: [600, 600], data: { categories: rows('one', 'two', 'three') } },
      loose: { type: 'categoryItem', at: [600, 0], data: { name: 'colour', value: 'red' } },
      place: { type: 'text', at: [600, 150], data: { name: 'place', value: 'Seoul' } },
      sky: { type: 'frame', at: [0, 0], data: { width: 305, height: 250 } },
    });
    const before = editor.engine.snapshot();
    const inSky = () => [editor.engine.scene.contentOf(editor.node('sky')), editor.node('sky').data.height];
    editor.engine.dropInto(['loose', 'place'], 'moods');
    expect(inSky()).toEqual([['moods'], 435]);
    editor.engine.moveRowInto('others', 'moods-item-two', 'moods');
    expect(inSky()).toEqual([['moods'], 510]);
    editor.engine.dropRow('others', 'moods-item-three', { x: 120, y: 60 });
    expect(inSky()).toEqual([['moods'], 585]);
    expect(editor.undo().undo().undo().engine.snapshot()).toEqual(before);

    const shrinking = editor.redo();
    shrinking.engine.detachRow('moods', 'loose', { x: 1500, y: 0 });
    expect(inSky()).toEqual([['moods'], 435]);
  });

  it('is left as it is by Ctrl+Shift: a card is taken out of it, or it leaves its cards [FRAME-4]', () => {
    const both = { primary: true, shift: true };
    const card = framed().drag('art', [600, 95], both);
    expect(card.at('art')).toEqual([540, 75]);
    expect(boxOf(card, 'sky')).toEqual([0, 0, 600, 400]);
    card.drag([300, 20], [300, 80]);
    expect([card.at('idea'), card.at('art')]).toEqual([
      [30, 135],
      [540, 75],
    ]);

    const alone = framed().drag([300, 20], [300, 80], both);
    expect([alone.at('sky'), alone.at('idea'), alone.at('art')]).toEqual([
      [0, 60],
      [30, 75],
      [315, 75],
    ]);
  });
});
