import { describe, expect, it } from 'vitest';
import type { Place, PointerManner, TestEditor } from '../../support/TestEditor';
import { smallEditor } from '../support/smallEditor';
import { tracesIn } from '../support/tracesIn';

/** In frames of 16 ms. */
const HALF_A_SECOND = 32;
const SHORTER = 30;
const PANE = [350, 500] as const;
const FINGER: PointerManner = { pointerType: 'touch' };
const PEN: PointerManner = { pointerType: 'pen' };

/** Presses with a finger or a pen and waits. */
const rest = (editor: TestEditor, place: Place, manner = FINGER) =>
  editor.pointerDown(place, manner).wait(HALF_A_SECOND);

/** Presses, waits, and releases. */
const hold = (editor: TestEditor, place: Place, manner = FINGER) => rest(editor, place, manner).pointerUp();

describe.each([
  ['finger', FINGER],
  ['pen', PEN],
])('a %s that rests on a card', (_, manner) => {
  it('adds it to the selection, before the release, and a click elsewhere starts a new selection', () => {
    const editor = hold(smallEditor(), 'idea', manner).expectSelected('idea').expectState('idle');
    rest(editor, 'art', manner).expectSelected('art', 'idea').pointerUp().expectSelected('art', 'idea');
    hold(editor, 'photo', manner).expectSelected('art', 'idea', 'photo');
    editor.click('art', manner).expectSelected('art');
    expect(editor.engine.canUndo).toBe(false);
  });

  it('takes it out when others are selected with it, and leaves the last one in', () => {
    const editor = smallEditor().select('idea', 'art');
    hold(editor, 'art', manner).expectSelected('idea');
    expect(hold(editor, 'idea', manner).selected).toEqual(['idea']);
  });

  it('drags all of them when it moves on', () => {
    const editor = smallEditor().select('idea', 'photo');
    rest(editor, 'art', manner).pointerMove([540, 50], manner).expectState('dragging').pointerUp();
    editor.expectAt('idea', 30, 30).expectAt('photo', 30, 330).expectAt('art', 480, 30);
    editor.expectSelected('art', 'idea', 'photo').undo().expectAt('idea', 0, 0).expectAt('photo', 0, 300);
    expect(editor.at('art')).toEqual([450, 0]);
  });

  it('drags a card that was selected before with the others, as if it had not rested', () => {
    const editor = rest(smallEditor().select('idea', 'art'), 'art', manner).expectSelected('idea');
    editor.pointerMove([540, 50], manner).expectSelected('art', 'idea').pointerUp();
    editor.expectAt('idea', 30, 30).expectAt('art', 480, 30);
    expect(editor.selected).toEqual(['art', 'idea']);
  });

  it('may tremble meanwhile, and as it is lifted', () => {
    const editor = smallEditor().select('idea').pointerDown({ x: 510, y: 20 }, manner).wait(10);
    editor.pointerMove({ x: 513, y: 22 }, manner).wait(SHORTER).expectSelected('art', 'idea');
    editor.pointerMove({ x: 508, y: 18 }, manner).expectState('longPressing').pointerUp({ x: 512, y: 20 }, manner);
    editor.expectAt('art', 450, 0);
    expect(editor.selected).toEqual(['art', 'idea']);
  });

  it('is a click when it is lifted sooner, and a drag of that card when it moves sooner', () => {
    const editor = smallEditor()
      .select('idea')
      .pointerDown('art', manner)
      .wait(SHORTER)
      .pointerUp()
      .expectSelected('art');
    editor.select('idea').pointerDown('art', manner).wait(SHORTER).pointerMove([540, 50], manner).wait(HALF_A_SECOND);
    editor.expectState('dragging').expectSelected('art').pointerUp().expectAt('art', 480, 30);
    expect(editor.at('idea')).toEqual([0, 0]);
  });
});

describe.each([
  ['finger', FINGER],
  ['pen', PEN],
])('a %s that rests on the pane', (_, manner) => {
  it('shows a small square there, and draws a marquee from there when it moves on, in addition to the selection', () => {
    const editor = rest(smallEditor(0.5).select('photo'), [300, 400], manner);
    expect(editor.engine.preview.marquee).toEqual({ x: 256, y: 356, width: 88, height: 88 });
    editor.pointerMove([320, 100], manner).expectState('marqueeSelecting').expectSelected('photo');
    expect(editor.engine.preview.marquee).toEqual({ x: 300, y: 100, width: 20, height: 300 });
    editor.pointerMove([500, 100], manner).expectSelected('art', 'photo').pointerUp().expectState('idle');
    expect(editor.expectSelected('art', 'photo').engine.preview.marquee).toBeNull();
    expect(editor.viewport).toEqual({ x: 0, y: 0, zoom: 0.5 });
  });

  it('does nothing when it is lifted there', () => {
    const editor = hold(smallEditor().select('photo'), PANE, manner).expectState('idle').expectSelected('photo');
    expect(editor.engine.preview.marquee).toBeNull();
  });

  it('pans when it moves sooner, however long it is then held, and clears the selection when it is lifted sooner', () => {
    const editor = smallEditor().select('photo').pointerDown(PANE, manner).wait(SHORTER);
    editor.pointerMove(editor.onScreen(390, 510), manner).wait(HALF_A_SECOND).expectState('panning').pointerUp();
    expect(editor.expectSelected('photo').viewport).toEqual({ x: 40, y: 10, zoom: 1 });
    editor.pointerDown(PANE, manner).wait(SHORTER).pointerUp().expectSelected();
  });
});

describe('a long press on other things than cards and the pane', () => {
  it('a pipe is added and taken out as a card is, and a marquee begins on it as beside it', () => {
    const editor = smallEditor().select('photo');
    hold(editor, editor.middleOf('idea-art')).expectSelected('idea-art', 'photo');
    editor.select('photo');
    rest(editor, editor.middleOf('idea-art')).pointerMove([600, 20], FINGER).expectState('marqueeSelecting');
    expect(editor.pointerUp().selected).toEqual(['art', 'photo']);
  });

  it.each([
    ['a button is pressed', (editor: TestEditor) => editor.part('idea', 'convert'), 'action'],
    ['the red button deletes', (editor: TestEditor) => editor.deleteButton('photo'), 'document'],
  ])('%s, however slowly', (_, place, told) => {
    const editor = smallEditor().select('photo');
    const at = place(editor);
    editor.takeEvents();
    rest(editor, at).expectSelected('photo').pointerUp();
    expect(editor.eventTypes).toContain(told);
  });

  it('a pipe is drawn from a handle, and led elsewhere by its end, however long the finger rested there', () => {
    const editor = smallEditor();
    rest(editor, editor.handle('photo', 'image-right')).pointerMove(editor.handle('art', 'image-left'), FINGER);
    editor.expectState('connecting').pointerUp();
    expect(editor.edges).toEqual(['idea-art', 'photo-art']);
    rest(editor, { x: 435, y: 60 }).pointerMove([350, 300], FINGER).expectState('reconnecting').pointerUp();
    expect(editor.edges, 'over the pane it is let go of').toEqual(['photo-art']);
  });
});

describe('a cancelled long press', () => {
  const BEGUN: readonly [string, (editor: TestEditor) => TestEditor][] = [
    ['before it is half a second', (editor) => editor.pointerDown('art', FINGER).wait(SHORTER)],
    ['when it has added a card', (editor) => rest(editor, 'art')],
    ['when it has taken a card out', (editor) => rest(editor, 'photo')],
    ['when it drags', (editor) => rest(editor, 'art').pointerMove([540, 50], FINGER)],
    ['on the pane', (editor) => rest(editor, PANE)],
    ['with a marquee', (editor) => rest(editor, PANE).pointerMove([500, 10], FINGER)],
  ];
  const ENDS: readonly [string, (editor: TestEditor) => TestEditor][] = [
    ['Escape', (editor) => editor.keyDown('Escape')],
    ['lost capture', (editor) => editor.cancel(1)],
    ['a window that loses the focus', (editor) => editor.cancel()],
    ['a pen', (editor) => editor.pointerDown([900, 650], { ...PEN, pointerId: 7 }).cancel(7)],
    ['a second finger', (editor) => editor.finger('down', 2, 900, 650).expectState('pinching').keyDown('Escape')],
  ];

  it.each(ENDS.flatMap(([by, end]) => BEGUN.map(([when, begin]) => ({ by, when, begin, end }))))(
    'by $by, $when, leaves all as it was',
    ({ begin, end }) => {
      const editor = smallEditor().select('idea', 'photo');
      const before = tracesIn(editor);
      end(begin(editor));
      expect(tracesIn(editor)).toEqual(before);
      editor.wait(HALF_A_SECOND).pointerUp(undefined, FINGER).expectState('idle');
      expect(tracesIn(editor)).toEqual(before);
    },
  );

  it('takes nothing of a card that somebody has removed', () => {
    const editor = smallEditor().select('idea').pointerDown('art', FINGER).wait(SHORTER);
    editor.merge({ type: 'removeNode', id: 'art' }).wait(HALF_A_SECOND).expectState('idle').expectSelected('idea');
    rest(editor, 'photo').merge({ type: 'removeNode', id: 'photo' }).expectState('idle').expectSelected('idea');
    expect(editor.pointerMove([300, 500], FINGER).pointerUp().selected).toEqual(['idea']);
  });
});

const isAsked = (place: Place, manner: PointerManner) => smallEditor().pointerDown(place, manner).engine.wantsTicks;

describe('states that ask for ticks to recognise a long press', () => {
  it('a finger or a pen that is down, and no mouse', () => {
    expect([isAsked('art', FINGER), isAsked(PANE, PEN), isAsked('art', {})]).toEqual([true, true, false]);
    const editor = smallEditor()
      .select('idea')
      .pointerDown('art')
      .wait(HALF_A_SECOND)
      .pointerUp()
      .expectSelected('art');
    expect(editor.state).toBe('select.idle');
  });

  it('nothing any more when it has taken, moved or been lifted', () => {
    const isAskedStill = [
      rest(smallEditor(), 'art'),
      smallEditor().pointerDown('art', FINGER).pointerMove([600, 60], FINGER),
      smallEditor().pointerDown('art', FINGER).pointerUp(),
    ].map(({ engine }) => engine.wantsTicks);
    expect(isAskedStill).toEqual([false, false, false]);
  });

  it('several frames: one that comes late, on a busy page, makes no hold of a tap', () => {
    const editor = smallEditor().select('idea').pointerDown('art', FINGER);
    editor.engine.dispatch({ type: 'tick', elapsedMs: 60_000 });
    expect(editor.pointerUp().selected).toEqual(['art']);
  });
});
