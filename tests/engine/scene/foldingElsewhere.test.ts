import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/engine';
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

/** An open frame with two folded ones in it, an idea in the one and a picture in the other, which it feeds. */
const nested = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [60, 120] },
      art: { type: 'image', at: [660, 120] },
      left: { type: 'frame', at: [30, 60], data: { ...frame, isFolded: true, holds: ['idea'] } },
      right: { type: 'frame', at: [630, 60], data: { ...frame, isFolded: true, holds: ['art'] } },
      sky: { type: 'frame', at: [0, 0], data: { ...frame, width: 1300, height: 600 } },
    },
    [pipe('idea', 'art')],
  );
const foldAround = (editor: TestEditor) =>
  editor.merge({ type: 'setData', id: 'sky', data: { isFolded: true, holds: ['left', 'right', 'idea', 'art'] } });
const unfoldAround = (editor: TestEditor) =>
  editor.merge({ type: 'setData', id: 'sky', data: { isFolded: false, holds: undefined } });

describe('a frame that is folded under a resting pointer', () => {
  it('leaves neither a card hovered in it, nor a handle with its tooltip, nor a pipe', () => {
    const cards = framed();
    cards.pointerMove(cards.handle('idea', 'text-right'));
    expect(cards.engine.hoverHandle).toEqual({ nodeId: 'idea', handleId: 'text-right' });
    const { engine } = foldElsewhere(cards);
    expect([engine.hoverId, engine.hoverHandle]).toEqual([null, null]);

    const pipes = framed();
    pipes.pointerMove(pipes.middleOf('idea-art'));
    expect(pipes.engine.hoverEdgeId).toBe('idea-art');
    expect(foldElsewhere(pipes).engine.hoverEdgeId).toBeNull();
  });
});

describe('a frame with folded ones in it that another tab folds and unfolds', () => {
  it('leaves selected what those hide all the while, since a person has chosen it', () => {
    const editor = nested().select('idea');
    expect(foldAround(editor).selected).toEqual(['idea']);
    expect(unfoldAround(editor).selected).toEqual(['idea']);

    const dragged = foldAround(nested())
      .merge(itemAt('hope', 900, 700))
      .select('idea', 'hope')
      .pointerDown('hope');
    unfoldAround(dragged.pointerMove([1000, 800]))
      .keyDown('Escape')
      .expectSelected('hope', 'idea');
  });

  it('leaves nothing selected that it hides itself', () => {
    const { engine } = nested();
    engine.select({ nodes: new Set(['left']), edges: new Set(['idea-art']) });
    engine.merge([{ type: 'setData', id: 'sky', data: { isFolded: true, holds: ['left', 'right'] } }]);
    expect([...engine.selection.nodes, ...engine.selection.edges]).toEqual([]);
  });
});

const itemAt = (id: string, x: number, y: number): Change => ({
  type: 'addNode',
  node: { id, type: 'categoryItem', position: { x, y }, data: { name: id, value: id } },
});

const imageAt = (id: string, x: number, y: number): Change => ({
  type: 'addNode',
  node: { id, type: 'image', position: { x, y }, data: {} },
});

const moodsAt = (x: number, y: number): Change => {
  const calm = { id: 'calm', name: 'calm', value: 'sea', parentId: 'moods' };
  return { type: 'addNode', node: { id: 'moods', type: 'category', position: { x, y }, data: { categories: [calm] } } };
};

const hiding = (id: string, holds: string[]): Change => ({ type: 'setData', id, data: { isFolded: true, holds } });

/** A pipe out of a picture beside the frame, which is selected with the idea in it. */
const pulled = () => {
  const editor = framed()
    .merge(imageAt('last', 1300, 400))
    .select('idea', 'print');
  return editor.pointerDown(editor.handle('print', 'image-right')).pointerMove([600, 550]);
};

describe('a frame that another tab folds in the middle of a gesture', () => {
  it('keeps the card that a person was dragging out of it', () => {
    const editor = foldElsewhere(framed().pointerDown('idea').pointerMove([1500, 600])).expectState('idle');
    expect(editor.pointerMove([1515, 600]).pointerUp().at('idea')).toEqual([30, 75]);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('lets no press take hold of a card or a pipe that is hidden now', () => {
    const pressed = foldElsewhere(framed().pointerDown('idea'));
    expect(pressed.pointerMove([1500, 600]).state).toBe('select.idle');
    const rested = framed().pointerDown('idea', FINGER).wait(32).expectState('longPressing');
    expect(foldElsewhere(rested).state).toBe('select.idle');
    const pipes = framed();
    foldElsewhere(pipes.pointerDown(pipes.middleOf('idea-art'))).expectState('idle');
    expect(pipes.pointerUp().selected).toEqual([]);
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

  it('draws no pipe out of a selected card that it hides, onto a card or a new one', () => {
    const drawn = foldElsewhere(pulled()).expectState('connecting').pointerMove('last');
    expect(drawn.preview?.beside).toEqual([]);
    expect(drawn.pointerUp().edges).toEqual(['idea-art', 'art-print', 'print-last']);

    const { engine } = foldElsewhere(pulled().pointerUp().expectState('addMenuOpen'));
    const id = engine.addConnected({ nodeId: 'print', handleId: 'image-right' }, 'image', null, { x: 600, y: 550 });
    expect(engine.document.edgesOutOf('idea')).toHaveLength(1);
    expect(engine.document.edgesOutOf('print').map(({ target }) => target)).toEqual([id]);
  });

  it('leads no pipe to a card that it hides, which a stroke has come over or the keys have chosen', () => {
    const shift = { shift: true };
    const swept = framed().merge(imageAt('last', 1300, 400), imageAt('first', 0, 500));
    swept.pointerDown(swept.handle('first', 'image-right')).pointerMove([300, 500], shift).pointerMove('art', shift);
    foldElsewhere(swept).pointerMove([1290, 420]).pointerMove('last');
    expect(swept.pointerUp().edges).toEqual(['idea-art', 'art-print', 'first-last']);

    const { engine } = framed().merge(imageAt('first', 0, 500));
    engine.beginConnection({ nodeId: 'first', handleId: 'image-right' });
    engine.aimConnection({ nodeId: 'art', handleId: 'image-left' });
    expect(engine.preview.connection?.verdict).toBe('valid');
    engine.merge([{ type: 'setData', id: 'sky', data: { isFolded: true, holds: ['idea', 'art'] } }]);
    expect(engine.preview.connection?.verdict).toBe('none');
    engine.dropConnection();
    expect(engine.document.edgesOutOf('first')).toEqual([]);
  });

  it('lets a stroke join a card that it has hidden for a while, when it comes over the card again', () => {
    const shift = { shift: true };
    const swept = framed().merge(imageAt('last', 1300, 400), imageAt('first', 0, 500));
    swept.pointerDown(swept.handle('first', 'image-right')).pointerMove([300, 500], shift).pointerMove('art', shift);
    foldElsewhere(swept.pointerMove([700, 600], shift));
    swept.merge({ type: 'setData', id: 'sky', data: { isFolded: false, holds: undefined } });
    swept.pointerMove('art', shift).pointerMove([700, 600], shift).pointerMove([1290, 420]).pointerMove('last');
    expect(swept.pointerUp().edges).toEqual(['idea-art', 'art-print', 'first-art', 'first-last']);
  });

  it('keeps a pipe within it that was pulled off its end', () => {
    const editor = framed();
    const { x, y } = editor.endOf('idea-art', 'target');
    editor
      .pointerDown({ x: x - 15, y })
      .pointerMove([700, 600])
      .expectState('reconnecting');
    foldElsewhere(editor).expectState('idle');
    expect(editor.pointerUp().edges).toEqual(['idea-art', 'art-print']);
  });

  it('leaves no hidden card selected when the drag of another one is cancelled, so that no key deletes it', () => {
    const editor = foldElsewhere(framed().select('print', 'idea').pointerDown('print').pointerMove([1200, 300]));
    expect(editor.keyDown('Escape').expectState('idle').selected).toEqual(['print']);
    expect(editor.keyDown('Delete').nodes).toContain('idea');
  });

  it('leaves no hidden card selected by Escape either when others delete one of the selected cards first', () => {
    const gone: Change = { type: 'removeNode', id: 'memo' };
    const most = framed().select('idea', 'art', 'print', 'memo', 'sea').pointerDown('print').pointerMove([1200, 300]);
    expect(foldElsewhere(most.merge(gone)).keyDown('Escape').selected).toEqual(['print', 'sea']);

    const all = framed().keyDown('a', { primary: true }).pointerDown('print').pointerMove([1200, 300]);
    const rest = ['art', 'art-print', 'idea', 'idea-art', 'print', 'sea', 'sky'];
    expect(foldElsewhere(all.merge(gone)).keyDown('Escape').selected).toEqual(rest);
  });

  it('lets no marquee bring a hidden card back into the selection, neither on its way nor by Escape', () => {
    const shift = { shift: true };
    const editor = framed().select('idea', 'print').pointerDown([750, 900], shift).pointerMove([700, 850], shift);
    foldElsewhere(editor.expectState('marqueeSelecting'));
    expect(editor.pointerMove([100, 700], shift).selected).toEqual(['memo', 'print']);
    expect(editor.keyDown('Escape').selected).toEqual(['print']);
  });

  it('lets no long press bring a hidden card back into the selection', () => {
    const rested = () => foldElsewhere(framed().select('idea').pointerDown('memo', FINGER).wait(32));
    expect(rested().expectState('longPressing').cancel().selected).toEqual([]);
    expect(rested().pointerMove([300, 900], FINGER).expectState('dragging').selected).toEqual(['memo']);
  });

  it('leaves in it a card that was dragged along with another, and takes along what a dragged frame hides', () => {
    const both = foldElsewhere(framed().select('print', 'idea').pointerDown('print').pointerMove([1260, 320]));
    expect(both.drawnAt('print')).toEqual([1200, 300]);
    both.pointerMove([1275, 320]).pointerUp().expectAt('print', 1215, 300).expectAt('idea', 30, 75);

    const whole = foldElsewhere(framed().pointerDown('sky').pointerMove([660, 20]));
    whole.pointerUp().expectAt('sky', 600, 0).expectAt('idea', 630, 75);
  });

  it('takes along, when it is dragged itself, what others bring into it meanwhile', () => {
    const editor = framed().pointerDown('sky').pointerMove([660, 20]);
    editor.merge({ type: 'moveNode', id: 'memo', position: { x: 60, y: 300 } }, hiding('sky', ['idea', 'art', 'memo']));
    editor.pointerUp().expectAt('sky', 600, 0).expectAt('memo', 660, 300).expectAt('idea', 630, 75);
    expect(editor.undo().at('memo')).toEqual([60, 300]);

    const both = { shift: true, primary: true };
    const alone = framed().pointerDown('sky', both).pointerMove([660, 20], both);
    foldElsewhere(alone).pointerUp(undefined, both).expectAt('sky', 600, 0).expectAt('idea', 630, 75);

    const shared = foldElsewhere(framed()).pointerDown('sky').pointerMove([660, 20]);
    shared.merge(hiding('sky', ['art']), hiding('sea', ['memo', 'idea']));
    shared.pointerUp().expectAt('art', 915, 75).expectAt('idea', 30, 75);
  });

  it('stays under the pointer when others move it with its cards and bring one more into it at once', () => {
    const editor = framed().pointerDown('sky').pointerMove([660, 20]);
    expect(editor.drawnAt('sky')).toEqual([600, 0]);
    editor.merge(
      { type: 'moveNode', id: 'sky', position: { x: 300, y: 0 } },
      { type: 'moveNode', id: 'idea', position: { x: 330, y: 75 } },
      { type: 'moveNode', id: 'art', position: { x: 615, y: 75 } },
      hiding('sky', ['idea', 'art', 'memo']),
    );
    expect(editor.drawnAt('sky')).toEqual([600, 0]);
    editor.pointerUp().expectAt('sky', 600, 0).expectAt('idea', 630, 75).expectAt('memo', 360, 660);
  });

  it('drops no card that it hides into a category', () => {
    const editor = framed().merge(itemAt('hope', 900, 400), itemAt('fear', 300, 660), moodsAt(1200, 600));
    editor.select('hope', 'fear').pointerDown('hope').pointerMove('moods');
    editor.merge({ type: 'setData', id: 'sea', data: { isFolded: true, holds: ['memo', 'fear'] } });
    expect(editor.pointerUp().nodes).not.toContain('hope');
    expect(editor.expectAt('fear', 300, 660).node('moods').data.categories).toHaveLength(2);
  });

  it('drops into a category the rest of the dragged cards when that takes them, and no card that it hides', () => {
    const editor = framed()
      .merge(itemAt('hope', 900, 400), moodsAt(1200, 600))
      .select('hope', 'art');
    foldElsewhere(editor.pointerDown('hope').pointerMove([1000, 500]))
      .pointerMove('moods')
      .pointerUp();
    expect(editor.node('moods').data.categories).toHaveLength(2);
    expect(editor.expectAt('art', 315, 75).nodes).not.toContain('hope');

    const less = framed()
      .merge(itemAt('hope', 900, 400), moodsAt(1200, 600))
      .select('hope', 'print');
    less.pointerDown('hope').pointerMove([1000, 500]).merge({ type: 'removeNode', id: 'print' });
    expect(less.pointerMove('moods').pointerUp().node('moods').data.categories).toHaveLength(2);
  });

  it('leaves under the pointer a card that others had moved apart, once it is dragged alone', () => {
    const editor = framed().select('print', 'idea').pointerDown('print').pointerMove([1260, 320]);
    editor.merge({ type: 'moveNode', id: 'print', position: { x: 900, y: 375 } });
    expect(editor.drawnAt('print')).toEqual([1200, 600]);
    expect(foldElsewhere(editor).drawnAt('print')).toEqual([1200, 300]);
    editor.pointerUp().expectAt('print', 1200, 300).expectAt('idea', 30, 75);
  });

  it('leaves a memo in it as large as it was', () => {
    const editor = framed().select('memo').pointerDown([205, 745]).pointerMove([330, 900]).expectState('resizing');
    editor.merge({ type: 'setData', id: 'sea', data: { isFolded: true, holds: ['memo'] } }).expectState('idle');
    expect(editor.pointerUp().node('memo').data).toMatchObject({ width: 150, height: 90 });
  });

  it('ends its own resize, of which nothing stays', () => {
    const editor = framed().pointerDown([592, 392]).pointerMove([700, 500]).expectState('resizing');
    expect(foldElsewhere(editor).expectState('idle').engine.preview.marquee).toBeNull();
    expect(editor.pointerUp().node('sky').data).toMatchObject({ width: 600, height: 400 });
  });

  it('leaves a row in the category that it hides', () => {
    const editor = framed().merge(moodsAt(60, 700));
    editor.pointerDown(editor.grip('moods', 'calm')).pointerMove([1200, 900]).expectState('draggingRow');
    editor.merge({ type: 'setData', id: 'sea', data: { isFolded: true, holds: ['moods'] } }).expectState('idle');
    expect(editor.pointerUp().nodes).not.toContain('calm');
  });

  it('keeps a pipe that was about to be cut, and is hidden now', () => {
    const editor = framed().keyDown('x').pointerDown([282, -50]).pointerMove([282, 500]);
    editor.pointerMove([700, 500]).pointerMove([700, 0]).expectState('cutting');
    expect(editor.engine.preview.cut?.crossings).toHaveLength(2);
    expect(foldElsewhere(editor).engine.preview.cut?.crossings).toHaveLength(1);
    expect(editor.pointerUp().edges).toEqual(['idea-art']);
  });
});
