import fc from 'fast-check';
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

/** A frame with a smaller one in it, which has a picture and a memo in it; a photo lies beside them. */
const nested = () =>
  TestEditor.with({
    outer: { type: 'frame', at: [0, 0], data: { ...shut, width: 900, height: 600 } },
    inner: { type: 'frame', at: [60, 90], data: { ...shut, width: 450, height: 400 } },
    art: { type: 'image', at: [90, 150] },
    memo: { type: 'note', at: [330, 420], data: { value: '', width: 150, height: 45 } },
    photo: { type: 'imageUpload', at: [1200, 150] },
  });

/** A memo and a picture, around which a person has put a frame, and then a second one with the same box. */
const framedTwice = () => {
  const editor = TestEditor.with({
    memo: { type: 'note', at: [30, 75], data: { value: '', width: 150, height: 90 } },
    art: { type: 'image', at: [315, 75] },
  });
  for (let frame = 0; frame < 2; frame += 1)
    editor.select('memo', 'art').keyDown('g', { primary: true }).keyDown('Escape');
  return editor;
};

const rows = (...names: string[]) =>
  names.map((name) => ({ id: `moods-item-${name}`, name, value: `${name} value`, parentId: 'moods' }));

const boxOf = (editor: TestEditor, id: string): readonly number[] => {
  const { x, y, width, height } = editor.engine.scene.boxOf(editor.node(id));
  return [x, y, width, height];
};

const framesOf = (editor: TestEditor) => editor.nodes.filter((id) => editor.node(id).type === 'frame');

/** The right border of each frame. */
const rights = (editor: TestEditor) =>
  framesOf(editor).map((id) => {
    const [x = 0, , width = 0] = boxOf(editor, id);
    return x + width;
  });

const lines = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * 15);

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

  it('grows around a memo or a frame in it that is made larger at its corner, in one step [FRAME-4]', () => {
    const memo = nested().select('memo').drag([475, 460], [475, 700]);
    expect(boxOf(memo, 'memo')).toEqual([330, 420, 150, 285]);
    expect(boxOf(memo, 'inner')).toEqual([60, 90, 450, 645]);
    expect(boxOf(memo, 'outer')).toEqual([0, 0, 900, 765]);
    expect(memo.undo().engine.snapshot()).toEqual(nested().engine.snapshot());

    const inner = nested().select('inner').drag([505, 485], [1000, 485]);
    expect(boxOf(inner, 'inner')).toEqual([60, 90, 945, 405]);
    expect(boxOf(inner, 'outer')).toEqual([0, 0, 1035, 600]);
    expect(boxOf(inner.drag([1000, 485], [400, 485]), 'outer')).toEqual([0, 0, 1035, 600]);
  });

  it('grows around a memo in it that is made larger by keys, a row of presses being one step [FRAME-4]', () => {
    const editor = nested().select('memo');
    for (let press = 0; press < 10; press += 1) editor.keyDown('ArrowRight', { primary: true, shift: true });
    expect(boxOf(editor, 'memo')).toEqual([330, 420, 300, 60]);
    expect(boxOf(editor, 'inner')).toEqual([60, 90, 585, 420]);
    expect(editor.undo().engine.snapshot()).toEqual(nested().engine.snapshot());
  });

  it('grows with a second one that is put around the same cards, which contains it from then on [FRAME-4]', () => {
    expect(rights(framedTwice())).toEqual([600, 600]);
    expect(rights(framedTwice().drag('art', [525, 95]))).toEqual([750, 780]);
    expect(rights(framedTwice().select('memo').drag([175, 160], [900, 160]))).toEqual([930, 960]);

    const [one = ''] = framesOf(framedTwice());
    const larger = framedTwice().select(one).keyDown('ArrowRight', { primary: true, shift: true });
    expect(rights(larger)).toEqual([615, 645]);
    expect(rights(larger.undo())).toEqual([600, 600]);
  });

  it('does not grow around a card that a folded frame hides, when that is dragged with another one [FRAME-4]', () => {
    const editor = TestEditor.with({
      art: { type: 'image', at: [315, 75] },
      print: { type: 'image', at: [900, 675] },
      sea: { type: 'frame', at: [1500, 0], data: { ...shut, isFolded: true, holds: ['art'] } },
      sky: { type: 'frame', at: [0, 0], data: shut },
    });
    editor.select('art', 'print').drag('print', [1110, 695]).expectAt('art', 465, 75);
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 600, 400]);
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

  it('is left as it is by the arrow keys, which take a card out of it without a pointer [FRAME-4]', () => {
    const editor = framed().select('art');
    for (let press = 0; press < 20; press += 1) editor.keyDown('ArrowRight');
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 600, 400]);
    expect(editor.at('art')).toEqual([615, 75]);
    expect(editor.engine.scene.contentOf(editor.node('sky'))).toEqual(['idea']);
    expect(editor.undo().engine.snapshot()).toEqual(framed().engine.snapshot());
  });

  it('goes where it was drawn when it moves along as content of another, as large as it was [FRAME-4]', () => {
    const editor = nested().click('art').click([500, 20], { shift: true });
    editor.expectSelected('art', 'outer').pointerDown([500, 20]).pointerMove([710, 20]);
    expect(editor.drawnAt('inner')).toEqual([270, 90]);
    editor.pointerUp().expectAt('art', 300, 150).expectAt('memo', 540, 420);
    expect(boxOf(editor, 'inner')).toEqual([270, 90, 450, 400]);
    expect(boxOf(editor, 'outer')).toEqual([210, 0, 900, 600]);
  });

  it('is no frame that moves away from there, but the one below it [FRAME-4]', () => {
    const both = nested().select('outer', 'photo').pointerDown('photo').pointerMove([420, 170]).pointerUp();
    both.expectAt('photo', 360, 150);
    expect(boxOf(both, 'inner')).toEqual([-780, 90, 450, 400]);
    expect(boxOf(both, 'outer')).toEqual([-840, 0, 900, 600]);

    const low = nested().merge({ type: 'setData', id: 'outer', data: { height: 510 } });
    low.select('inner', 'photo').pointerDown('photo').pointerMove([420, 410]).pointerUp();
    low.expectAt('photo', 360, 390);
    expect(boxOf(low, 'inner')).toEqual([-780, 330, 450, 400]);
    expect(boxOf(low, 'outer')).toEqual([0, 0, 900, 615]);
  });

  it('lands with all that it takes along where that was drawn, whatever else is selected [FRAME-4]', () => {
    const card = fc.record({
      type: fc.constantFrom('image', 'note', 'frame'),
      position: fc.record({ x: lines(-20, 60), y: lines(6, 40) }),
      data: fc.record({ width: lines(10, 40), height: lines(6, 30) }),
      isSelected: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(card, { maxLength: 8 }), lines(-40, 40), lines(-40, 40), (cards, dx, dy) => {
        const editor = nested();
        cards.forEach(({ type, position, data }, index) =>
          editor.merge({ type: 'addNode', node: { id: `n${index}`, type, position, data } }),
        );
        editor.select('outer', ...cards.flatMap(({ isSelected }, index) => (isSelected ? [`n${index}`] : [])));
        editor.pointerDown([500, 20]).pointerMove([500 + dx, 20 + dy]);
        const moving = [...(editor.engine.scene.drag?.nodeIds ?? [])];
        const boxes = () => moving.map((id) => [id, ...boxOf(editor, id)]);
        const drawn = boxes();
        editor.pointerUp();
        expect(boxes()).toEqual(drawn);
      }),
      { numRuns: 100 },
    );
  });
});
