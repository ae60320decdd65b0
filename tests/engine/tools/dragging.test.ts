import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

const three = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0] },
    photo: { type: 'imageUpload', at: [300, 7] },
    art: { type: 'image', at: [600, 0] },
  });

describe('selecting', () => {
  it('selects by a click, adds and removes by shift or ctrl, clears on the pane', () => {
    const editor = three().click('idea').expectSelected('idea').click('photo').expectSelected('photo');
    editor.click('idea', { shift: true }).expectSelected('idea', 'photo');
    editor.click('photo', { primary: true }).expectSelected('idea');
    editor.click([500, 600], { shift: true }).expectSelected('idea');
    editor.click([500, 600]).expectSelected();
    expect(editor.engine.document.allNodes()).toHaveLength(3);
  });

  it('selects an edge by a click on its pipe, instead of the earlier selection', () => {
    const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
      pipe('idea', 'art'),
    ]);
    editor.click('idea').click(editor.middleOf('idea-art'));
    expect(editor.selected).toEqual(['idea-art']);
    editor.click('art', { shift: true }).expectSelected('art', 'idea-art');
    editor.click([300, 600]).expectSelected();
  });

  it('selects by a marquee the cards it touches, in addition to the earlier selection', () => {
    const editor = three().click('art');
    editor
      .pointerDown([-20, -20], { shift: true })
      .pointerMove([150, 20], { shift: true })
      .expectState('marqueeSelecting');
    expect(editor.engine.preview.marquee).toEqual({ x: -20, y: -20, width: 170, height: 40 });
    editor.expectSelected('art', 'idea');

    editor.pointerMove([400, 20], { shift: true }).expectSelected('art', 'idea', 'photo');
    editor.pointerMove([150, 20], { shift: true }).expectSelected('art', 'idea');
    editor.pointerUp().expectState('idle').expectSelected('art', 'idea');
    expect(editor.engine.preview.marquee).toBeNull();
  });

  it('selects everything by ctrl+A and nothing by Escape', () => {
    const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
      pipe('idea', 'art'),
    ]);
    editor.keyDown('a', { primary: true }).expectSelected('art', 'idea', 'idea-art');
    editor.keyDown('Escape');
    expect(editor.selected).toEqual([]);
  });

  it('leaves out what is not there', () => {
    expect(three().select('idea', 'nobody').selected).toEqual(['idea']);
  });

  it('raises the selected cards above the others, and keeps the order of the document [SELECT-3]', () => {
    const editor = TestEditor.with({
      low: { type: 'image', at: [0, 0] },
      high: { type: 'image', at: [100, 100] },
    });
    expect(editor.stacking).toEqual(['low', 'high']);
    expect(editor.engine.hit({ x: 150, y: 150 })).toMatchObject({ node: { id: 'high' } });

    editor.click('low');
    expect(editor.stacking).toEqual(['high', 'low']);
    expect(editor.engine.hit({ x: 150, y: 150 })).toMatchObject({ node: { id: 'low' } });

    editor.click([600, 600]);
    expect(editor.stacking, 'the one clicked last stays in front').toEqual(['high', 'low']);
    expect(editor.nodes).toEqual(['low', 'high']);
  });
});

/** Two cards off the grid, both selected. */
const odd = () =>
  TestEditor.with({ a: { type: 'image', at: [7, -22] }, b: { type: 'image', at: [301, 44] } }).select('a', 'b');

const threeDragged = () => three().select('idea', 'photo', 'art').pointerDown('idea').pointerMove([160, 20]);

describe('dragging', () => {
  it('moves on the 15 px grid and commits one undoable step [STAGE-2]', () => {
    const editor = three().pointerDown('idea').pointerMove([83, 41]).expectState('dragging').expectSelected('idea');
    expect(editor.drawnAt('idea')).toEqual([30, 15]);
    expect(editor.at('idea'), 'the document waits for the release').toEqual([0, 0]);

    editor.pointerMove([130, 20]).pointerUp().expectAt('idea', 75, 0).expectState('idle');
    expect(editor.undo().at('idea')).toEqual([0, 0]);
    expect(editor.redo().at('idea')).toEqual([75, 0]);
    expect(editor.engine.canRedo).toBe(false);
  });

  it('snaps the grabbed node and keeps the distance of the others [STAGE-3]', () => {
    const editor = three().select('idea', 'photo');
    editor.drag('photo', [360 + 40, 27]);
    expect(editor.at('photo')).toEqual([345, 0]);
    expect(editor.at('idea')).toEqual([45, -7]);
    editor.expectSelected('idea', 'photo').undo();
    expect([editor.at('photo'), editor.at('idea')]).toEqual([
      [300, 7],
      [0, 0],
    ]);
  });

  it('drags an unselected card alone, and with the selection when shift is held', () => {
    const editor = three().select('photo').drag('idea', [90, 20]);
    expect(editor.expectSelected('idea').at('photo')).toEqual([300, 7]);

    editor.drag('art', [690, 20], { shift: true }).expectSelected('art', 'idea');
    expect([editor.at('art'), editor.at('idea')]).toEqual([
      [630, 0],
      [60, 0],
    ]);
  });

  it('takes a trembling hand for a click: 3 px by mouse, 8 by finger', () => {
    const editor = three().pointerDown('idea').pointerMove([62, 21]).expectState('pressing').pointerUp();
    editor.expectSelected('idea').expectAt('idea', 0, 0);
    const touch = { pointerType: 'touch' } as const;
    editor
      .pointerDown('photo', touch)
      .pointerMove([367, 27], touch)
      .expectState('pressing')
      .pointerUp(undefined, touch);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('drags by the same world distance at any zoom [STAGE-2]', () => {
    for (const zoom of [0.1, 0.5, 3]) {
      const editor = TestEditor.with({ art: { type: 'image', at: [0, 0] } }, [], { x: 40, y: 30, zoom });
      editor.drag([100, 100], [400, 250]);
      expect(editor.at('art')).toEqual([300, 150]);
    }
  });

  it('takes the pipes along', () => {
    const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
      pipe('idea', 'art'),
    ]);
    editor.pointerDown('art').pointerMove([510, 620]);
    const edge = editor.engine.document.edge('idea-art');
    expect(edge && editor.engine.scene.routeOf(edge).at(-1)).toEqual(editor.handle('art', 'text-left'));
    expect(editor.engine.scene.draggedEdgesIn({ x: 0, y: 500, width: 500, height: 300 })).toEqual([edge]);
    expect(editor.engine.scene.restingEdgesIn({ x: 0, y: 0, width: 900, height: 900 })).toEqual([]);
    editor.pointerUp();
    expect(editor.engine.scene.restingEdgesIn({ x: 0, y: 500, width: 500, height: 300 })).toEqual([edge]);
  });

  it('keeps the card under the pointer, and lands there, when another tab moves it meanwhile', () => {
    const editor = three().pointerDown('idea').pointerMove([160, 20]);
    editor.merge({ type: 'moveNode', id: 'idea', position: { x: 600, y: 450 } });
    expect(editor.drawnAt('idea'), 'before the pointer moves again').toEqual([105, 0]);
    editor.pointerMove([175, 20]);
    expect(editor.drawnAt('idea')).toEqual([120, 0]);
    editor.pointerUp().expectAt('idea', 120, 0);
    expect(editor.undo().at('idea')).toEqual([600, 450]);
  });

  it('keeps a selection under the pointer when another tab moves all of it, and stays with the rest of it when one goes', () => {
    const together = three().select('idea', 'photo').pointerDown('idea').pointerMove([160, 20]);
    together.merge(
      { type: 'moveNode', id: 'idea', position: { x: 600, y: 450 } },
      { type: 'moveNode', id: 'photo', position: { x: 900, y: 457 } },
    );
    expect([together.drawnAt('idea'), together.drawnAt('photo')]).toEqual([
      [105, 0],
      [405, 7],
    ]);

    const apart = three().select('idea', 'photo').pointerDown('idea').pointerMove([160, 20]);
    apart.merge({ type: 'moveNode', id: 'idea', position: { x: 600, y: 450 } });
    expect([apart.drawnAt('idea'), apart.drawnAt('photo')]).toEqual([
      [705, 450],
      [405, 7],
    ]);
  });

  it('leaves where it is a card that others have not touched, when they move or delete cards dragged with it', () => {
    const moved = { type: 'moveNode', id: 'idea', position: { x: 0, y: 300 } } as const;
    const two = threeDragged().merge(moved, { type: 'moveNode', id: 'photo', position: { x: 300, y: 307 } });
    two.pointerUp().expectAt('art', 705, 0).expectAt('photo', 405, 307).expectAt('idea', 105, 300);

    const fewer = threeDragged().merge({ type: 'removeNode', id: 'photo' }).merge(moved);
    fewer.pointerUp().expectAt('art', 705, 0).expectAt('idea', 105, 300);

    fewer.pointerDown('idea').pointerMove([230, 320]).merge({ type: 'removeNode', id: 'art' }, moved);
    expect(fewer.pointerUp().at('idea'), 'alone it stays under the pointer').toEqual([165, 300]);
  });

  it('does nothing when it comes back to where it began', () => {
    const editor = three()
      .pointerDown('idea')
      .pointerMove([200, 20])
      .pointerMove('idea')
      .pointerMove([60, 20])
      .pointerUp();
    expect(editor.expectAt('idea', 0, 0).engine.canUndo).toBe(false);
  });

  it('drops a node at the release, even without a move before it', () => {
    expect(three().pointerDown('idea').pointerMove([90, 20]).pointerUp([150, 20]).at('idea')).toEqual([90, 0]);
  });

  it('nudges by the grid with the arrows, a row of presses being one step per selection [STAGE-2] [ACCESS-14]', () => {
    const editor = three().select('idea').keyDown('ArrowRight').keyDown('ArrowRight').keyDown('ArrowDown');
    editor.expectAt('idea', 30, 15).select('photo').keyDown('ArrowUp').expectAt('photo', 300, 0);

    editor.undo().expectAt('photo', 300, 7).expectAt('idea', 30, 15);
    editor.undo().expectAt('idea', 0, 0);
    expect(editor.engine.canUndo).toBe(false);
    expect(editor.redo().at('idea')).toEqual([30, 15]);
  });

  it('nudges to the next line of the grid in its direction, the first of several, the others with it [ACCESS-14]', () => {
    const places = (key: string, shift = false) => {
      const editor = odd().keyDown(key, { shift });
      return [...editor.at('a'), ...editor.at('b')];
    };
    expect(places('ArrowRight')).toEqual([15, -22, 309, 44]);
    expect(places('ArrowLeft')).toEqual([0, -22, 294, 44]);
    expect(places('ArrowDown')).toEqual([7, -15, 301, 51]);
    expect(places('ArrowUp')).toEqual([7, -30, 301, 36]);
    expect(places('ArrowRight', true)).toEqual([75, -22, 369, 44]);
    expect(odd().select('a').keyDown('ArrowRight').keyDown('ArrowRight').at('a')).toEqual([30, -22]);
  });

  it('nudges five steps of the grid with shift', () => {
    const editor = three().select('idea').keyDown('ArrowRight', { shift: true }).keyDown('ArrowUp', { shift: true });
    expect(editor.at('idea')).toEqual([75, -75]);
  });

  it('keeps a later nudge separate from an earlier one when a step between them was undone', () => {
    const editor = three().select('idea').keyDown('ArrowRight');
    editor.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
    editor.undo().keyDown('ArrowRight').undo();
    expect(editor.at('idea')).toEqual([15, 0]);
  });
});

const chain = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      art: { type: 'image', at: [450, 0] },
      next: { type: 'image', at: [900, 300] },
    },
    [pipe('idea', 'art'), pipe('art', 'next', 'image'), pipe('idea', 'next')],
  );

describe('deleting', () => {
  it('deletes a node by its red button, its edges too, and brings all back in their order [SELECT-5] [SELECT-2]', () => {
    const editor = chain().click('art');
    editor.click(editor.deleteButton('art'));
    expect(editor.nodes).toEqual(['idea', 'next']);
    expect(editor.edges).toEqual(['idea-next']);
    expect(editor.selected).toEqual([]);

    editor.undo();
    expect(editor.nodes).toEqual(['idea', 'art', 'next']);
    expect(editor.edges).toEqual(['idea-art', 'art-next', 'idea-next']);
  });

  it('has the button on what is selected alone, and none on any of several [SELECT-5]', () => {
    const editor = chain();
    const button = editor.deleteButton('idea');
    expect(editor.click(button).nodes).toContain('idea');

    editor.select('idea', 'next').click(button);
    editor.engine.select({ nodes: new Set(['idea']), edges: new Set(['art-next']) });
    editor.click(button).click(editor.deleteButton('art-next'));
    expect([editor.nodes, editor.edges.length]).toEqual([['idea', 'art', 'next'], 3]);
    editor.select('idea').click(button);
    expect(editor.nodes).toEqual(['art', 'next']);
  });

  it('takes the press on the red button back by sliding off', () => {
    const editor = chain().click('art');
    editor.pointerDown(editor.deleteButton('art')).pointerMove([500, 500]).pointerUp();
    expect(editor.nodes).toContain('art');
    editor.expectSelected('art').expectState('idle');
  });

  it('deletes an edge by its red button [SELECT-5]', () => {
    const editor = chain();
    editor.click(editor.middleOf('idea-art')).expectSelected('idea-art').click(editor.deleteButton('idea-art'));
    expect(editor.edges).toEqual(['art-next', 'idea-next']);
    expect(editor.undo().edges).toEqual(['idea-art', 'art-next', 'idea-next']);
  });

  it('deletes everything selected by Delete or Backspace', () => {
    const editor = chain().select('idea', 'art').keyDown('Delete');
    expect([editor.nodes, editor.edges]).toEqual([['next'], []]);
    editor.undo().select('next').keyDown('Backspace');
    expect([editor.nodes, editor.edges]).toEqual([['idea', 'art'], ['idea-art']]);
  });

  it('brings edges back in their order when an edge and a node went together', () => {
    const editor = chain();
    editor.engine.select({ nodes: new Set(['next']), edges: new Set(['idea-art']) });
    editor.keyDown('Delete');
    expect(editor.edges).toEqual([]);
    expect(editor.undo().edges).toEqual(['idea-art', 'art-next', 'idea-next']);
    expect(editor.redo().edges).toEqual([]);
  });

  it('shows no button in the way of the handle it lies beside', () => {
    const editor = chain().click('art');
    expect(editor.engine.hit(editor.handle('art', 'image-right')).type).toBe('handle');
    expect(editor.engine.hit(editor.deleteButton('art')).type).toBe('deleteNode');
  });
});

/** A stage whose lower right corner is covered. */
const covered = (viewport = { x: 0, y: 0, zoom: 1 }) => {
  const editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      photo: { type: 'imageUpload', at: [300, 0] },
      moods: {
        type: 'category',
        at: [0, 300],
        data: {
          categories: ['calm', 'wild'].map((name) => ({ id: name, name, value: `${name} value`, parentId: 'moods' })),
        },
      },
    },
    [],
    viewport,
  );
  editor.engine.view.setSize({ width: 1000, height: 700 });
  editor.engine.view.coverBy(() => ({ x: 782, y: 490, width: 202, height: 194 }));
  return editor;
};

const categoryAt = (x: number): Change => ({
  type: 'addNode',
  node: {
    id: 'other',
    type: 'category',
    position: { x, y: 450 },
    data: { categories: [{ id: 'late', name: 'late', value: 'late value', parentId: 'other' }] },
  },
});

describe('a drag that ends over what covers the stage', () => {
  it('leaves the card beside it, on the grid, and the other dragged cards at their distance [DROP-10]', () => {
    const editor = covered().select('idea', 'photo');
    editor.pointerDown('idea').pointerMove([900, 600]);
    expect(
      editor.engine.scene.positionOf(editor.node('idea')).x,
      'on its way it goes where the pointer goes',
    ).toBeGreaterThan(700);
    editor.pointerUp();
    expect([editor.at('idea'), editor.at('photo')]).toEqual([
      [540, 480],
      [840, 480],
    ]);
    editor.undo();
    expect([editor.at('idea'), editor.at('photo')]).toEqual([
      [0, 0],
      [300, 0],
    ]);
  });

  it.each([0.4, 1, 3])('lets none of the card come to lie under it, at a zoom of %s [DROP-10]', (zoom) => {
    const editor = covered({ x: 7, y: 3, zoom });
    editor.pointerDown('idea').pointerMove(editor.onScreen(800, 500)).pointerUp();
    const corner = editor.engine.view.toScreen(editor.node('idea').position);
    const isBeside = corner.x + 220 * zoom <= 782 || corner.y + 195 * zoom <= 490;
    expect({ ...corner, isBeside }).toMatchObject({ isBeside: true });
  });

  it.each(['mouse', 'touch', 'pen'] as const)('leaves a row of a category beside it (%s) [DROP-10]', (pointerType) => {
    const editor = covered();
    editor.drag(editor.grip('moods', 'wild'), [800, 500], { pointerType });
    expect(editor.at('wild')).toEqual([510, 495]);
    expect(editor.undo().nodes).toEqual(['idea', 'photo', 'moods']);
  });

  it('gives a row to the category that lies under it, and to none that lies beside it', () => {
    const under = covered().merge(categoryAt(780));
    under.drag(under.grip('moods', 'wild'), [800, 500]);
    expect(under.node('other').data.categories).toHaveLength(2);

    const beside = covered().merge(categoryAt(510));
    beside.drag(beside.grip('moods', 'wild'), [850, 500]);
    expect(beside.node('other').data.categories).toHaveLength(1);
    expect(beside.nodes).toContain('wild');
  });

  it('beside it leaves the card where it was dropped', () => {
    const editor = covered();
    editor.pointerDown('idea').pointerMove([700, 400]).pointerUp();
    expect(editor.at('idea')[0]).toBeGreaterThan(585);
  });
});
