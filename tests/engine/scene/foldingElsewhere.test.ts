import { describe, expect, it } from 'vitest';
import { pipe, TestEditor } from '../../support/TestEditor';

const frame = { title: 'Sky', colour: 'green', width: 600, height: 400 };

/** An idea that feeds a picture, both in a frame; the picture feeds one outside, beside a frame with a memo. */
const framed = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [30, 75] },
      art: { type: 'image', at: [315, 75] },
      print: { type: 'image', at: [900, 75] },
      sky: { type: 'frame', at: [0, 0], data: frame },
      memo: { type: 'note', at: [60, 660], data: { value: '', width: 150, height: 90 } },
      sea: { type: 'frame', at: [0, 600], data: frame },
    },
    [pipe('idea', 'art'), pipe('art', 'print', 'image')],
  );

const FINGER = { pointerType: 'touch' } as const;
const foldElsewhere = (editor: TestEditor) =>
  editor.merge({ type: 'setData', id: 'sky', data: { isFolded: true, holds: ['idea', 'art'] } });

describe('a frame that another tab folds', () => {
  it('leaves selected what another frame hides, since a person has chosen it', () => {
    const editor = foldElsewhere(framed());
    editor.engine.select({ nodes: new Set(['idea', 'print']), edges: new Set(['idea-art']) });
    editor.merge({ type: 'setData', id: 'sea', data: { isFolded: true, holds: ['memo'] } });
    expect(editor.selected).toEqual(['idea', 'idea-art', 'print']);
    editor.merge({ type: 'setData', id: 'sea', data: { isFolded: false, holds: undefined } });
    expect(editor.selected).toEqual(['idea', 'idea-art', 'print']);
  });
});

describe('a frame that another tab folds in the middle of a gesture', () => {
  it('keeps the card that a person was dragging out of it', () => {
    const editor = foldElsewhere(framed().pointerDown('idea').pointerMove([1500, 600])).expectState('idle');
    expect(editor.pointerMove([1515, 600]).pointerUp().at('idea')).toEqual([30, 75]);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('lets no press take hold of a card that is hidden now', () => {
    const pressed = foldElsewhere(framed().pointerDown('idea'));
    expect(pressed.pointerMove([1500, 600]).state).toBe('select.idle');
    const rested = framed().pointerDown('idea', FINGER).wait(32).expectState('longPressing');
    expect(foldElsewhere(rested).state).toBe('select.idle');
  });

  it('ends an edge that is drawn out of it, and no edge that led out of it before', () => {
    const drawn = framed();
    drawn.pointerDown(drawn.handle('idea', 'text-right')).pointerMove([700, 600]).expectState('connecting');
    expect(foldElsewhere(drawn).expectState('idle').engine.preview.connection).toBeNull();

    const led = framed();
    const { x, y } = led.endOf('art-print', 'target');
    led
      .pointerDown({ x: x - 15, y })
      .pointerMove([700, 600])
      .expectState('reconnecting');
    foldElsewhere(led).expectState('reconnecting');
  });
});
