import { describe, expect, it } from 'vitest';
import { TestEditor, type PointerManner } from '../../support/TestEditor';

const PEN: PointerManner = { pointerType: 'pen', pointerId: 7 };
const UNTOUCHED = { x: 0, y: 0, zoom: 1 };

const desk = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0], data: { value: 'sea' } },
    art: { type: 'image', at: [450, 0] },
  });

describe('the hand while a pen is used', () => {
  it('may come down with palm and fingers while the pen drags: the drag goes on', () => {
    const editor = desk().pointerDown('art', PEN).pointerMove([540, 50], PEN).expectState('dragging');
    editor.finger('down', 1, 700, 600).finger('down', 2, 760, 600).finger('move', 2, 900, 600).expectState('dragging');
    expect(editor.viewport).toEqual(UNTOUCHED);
    editor.pointerMove([570, 80], PEN).finger('up', 1, 700, 600).expectState('dragging').pointerUp([570, 80], PEN);
    editor.expectState('idle').expectAt('art', 510, 60);
    expect(editor.undo().at('art')).toEqual([450, 0]);
  });

  it('may rest on after the pen is lifted: then one finger pans, and two do not zoom against the palm', () => {
    const editor = desk().pointerDown('art', PEN).finger('down', 1, 700, 600).pointerUp(undefined, PEN);
    editor.finger('move', 1, 705, 605).expectState('idle');
    editor.finger('down', 2, 300, 600).finger('move', 2, 340, 640).expectState('panning');
    expect(editor.viewport).toEqual({ x: 40, y: 40, zoom: 1 });
    editor.finger('up', 2, 340, 640).expectState('idle');
  });

  it('may come down before the pen: its gesture is cancelled, and the pen draws', () => {
    const editor = desk().finger('down', 1, 700, 600).finger('move', 1, 720, 640).expectState('panning');
    editor.pointerDown({ x: 240, y: 137.5 }, PEN);
    expect(editor.viewport).toEqual(UNTOUCHED);
    editor.cancel(7).pointerDown(editor.handle('idea', 'text-right'), PEN);
    editor.pointerMove(editor.handle('art', 'text-left'), PEN).expectState('connecting');
    editor.finger('move', 1, 600, 600).finger('up', 1, 600, 600).pointerUp(editor.handle('art', 'text-left'), PEN);
    expect(editor.edges).toEqual(['idea-art']);
  });

  it('opens nothing by tapping while the pen works', () => {
    const editor = desk().pointerDown('art', PEN).pointerMove([540, 50], PEN);
    editor.engine.dispatch({ type: 'doubleClick', point: { x: 60, y: 100 } });
    expect(editor.expectState('dragging').engine.editing).toBeNull();
  });
});

describe('one pointer that the system takes back', () => {
  it('cancels the gesture it steers', () => {
    const editor = desk().pointerDown('art', PEN).pointerMove([540, 50], PEN).cancel(7).expectState('idle');
    editor.pointerMove([600, 90], PEN).pointerUp(undefined, PEN).expectAt('art', 450, 0);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('is none of the gesture of another one', () => {
    const editor = desk().pointerDown('art', PEN).finger('down', 1, 700, 600).pointerMove([540, 50], PEN);
    editor.cancel(1).pointerUp([540, 50], PEN);
    expect(editor.at('art')).toEqual([480, 30]);
  });

  it.each([1, 2])(
    'gives a pinch back when it was finger %i of it, and a new finger pinches with the other',
    (taken) => {
      const editor = desk().finger('down', 1, 300, 600).finger('down', 2, 400, 600).finger('move', 2, 600, 600);
      expect(editor.viewport.zoom).toBe(3);
      editor.cancel(taken).expectState('idle');
      expect(editor.viewport).toEqual(UNTOUCHED);
      editor.finger('down', 3, 500, 300).expectState('pinching').finger('up', 3, 500, 300).expectState('panning');
    },
  );

  it('leaves an offer waiting for its answer', () => {
    const editor = desk().drag({ x: 220, y: 97.5 }, [300, 400], { pointerType: 'touch' });
    expect([editor.state, editor.cancel(1).state, editor.cancel().state]).toEqual([
      'select.addMenuOpen',
      'select.addMenuOpen',
      'select.idle',
    ]);
  });

  it('leaves the space bar held', () => {
    const editor = desk().keyDown(' ').pointerDown('art').pointerMove([500, 60]).expectState('panning').cancel(1);
    expect(editor.expectState('idle').engine.heldTool).toBe('pan');
    expect(editor.cancel().engine.heldTool).toBeNull();
  });
});
