import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTicks } from '../../../src/engine/konva/stage/startDrawLoop';
import { TestEditor } from '../../support/TestEditor';

/** The stage is 1000x700. */
const desk = (zoom = 1) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [400, 60] },
      art: { type: 'image', at: [1500, 60] },
      moods: {
        type: 'category',
        at: [60, 300],
        data: { categories: [{ id: 'row', name: 'calm', value: 'sea', parentId: 'moods' }] },
      },
    },
    [],
    { x: 0, y: 0, zoom },
  );

/** Distance that the view moves to the right with a card dragged to `x`. */
const pulled = (x: number, frames: number) =>
  0 - desk().pointerDown('idea').pointerMove([x, 300]).wait(frames).viewport.x;

/** Direction of the view's movement, by its signs. */
const pulledFrom = (x: number, y: number) => {
  const { viewport } = desk().pointerDown('idea').pointerMove([x, y]).wait(30);
  return [Math.sign(viewport.x), Math.sign(viewport.y)];
};

describe('at the edge of the stage the view is pulled along', () => {
  it('with a dragged card, which stays under the pointer and is dropped there', () => {
    const editor = desk().pointerDown('idea').pointerMove([995, 80]);
    expect(editor.engine.wantsTicks).toBe(true);
    editor.wait(60);
    const pulled = -editor.viewport.x;
    expect(pulled).toBeGreaterThan(500);
    expect(editor.viewport.y, 'straight to the right').toBe(0);
    expect(Math.abs(editor.drawnAt('idea')[0] - (995 + pulled - 60))).toBeLessThanOrEqual(7.5);
    expect(editor.at('idea'), 'the document waits for the release').toEqual([400, 60]);

    editor.pointerUp();
    expect(editor.at('idea')[0] % 15).toBe(0);
    expect(Math.abs(editor.at('idea')[0] - (995 + pulled - 60))).toBeLessThanOrEqual(7.5);
    expect(editor.engine.wantsTicks).toBe(false);
    expect(editor.undo().at('idea')).toEqual([400, 60]);
  });

  it('with a pipe, as far as a node that could not be seen', () => {
    const editor = desk();
    const input = editor.handle('art', 'text-left');
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove([1000, input.y]);
    while (editor.preview?.verdict !== 'valid') editor.wait(1);
    expect(editor.preview.to).toEqual(input);
    expect(editor.pointerUp(editor.preview.to).edges).toEqual(['idea-art']);
  });

  it('with a marquee, which takes in what comes into view', () => {
    const editor = desk().pointerDown([900, 20], { shift: true }).pointerMove([999, 200], { shift: true });
    editor.expectSelected().wait(80).expectSelected('art');
    expect(editor.engine.preview.marquee?.x).toBe(900);
  });

  it('with a row of a category', () => {
    const editor = desk().pointerDown(desk().grip('moods', 'row')).pointerMove([500, 699]).wait(40);
    const at = editor.onScreen(500, 699);
    expect(at.y).toBeGreaterThan(1000);
    expect(editor.engine.preview.item?.at).toEqual(at);
    editor.pointerUp(at);
    expect(editor.at('row')[1]).toBeGreaterThan(1000);
  });

  it('with a drag by other means over the stage, until it ends', () => {
    const editor = desk();
    editor.engine.dispatch({ type: 'dragOver', point: { x: 500, y: 300 } });
    editor.engine.dispatch({ type: 'dragOver', point: { x: 995, y: 300 } });
    const { x } = editor.wait(60).viewport;
    expect(x).toBeLessThan(-500);
    editor.engine.dispatch({ type: 'dragOver', point: { x: 500, y: 300 } });
    expect(editor.engine.wantsTicks).toBe(false);
    editor.engine.dispatch({ type: 'dragOver', point: { x: 995, y: 300 } });
    expect(x - editor.wait(1).viewport.x, 'gently at first').toBeLessThan(2);

    editor.engine.dispatch({ type: 'dragOver', point: null });
    const { viewport } = editor;
    expect(editor.wait(60).cancel().viewport, 'there is nothing to give up any more').toEqual(viewport);
  });

  it('by a drag that came in over an edge only once it was away from all edges', () => {
    const editor = desk();
    const carry = (...points: (readonly [number, number] | null)[]) => {
      for (const at of points) editor.engine.dispatch({ type: 'dragOver', point: at && { x: at[0], y: at[1] } });
      return editor.wait(30).viewport.x;
    };
    expect(carry([2, 300], [20, 5])).toBe(0);
    expect(editor.engine.wantsTicks).toBe(false);
    const x = carry([60, 300], [2, 300]);
    expect(x).toBeGreaterThan(100);
    expect(carry(null, [2, 300]), 'each time it comes in').toBe(x);
  });

  it('in every direction, out of the stage too, and sideways both at once', () => {
    expect(pulledFrom(2, 300)).toEqual([1, 0]);
    expect(pulledFrom(-400, 300)).toEqual([1, 0]);
    expect(pulledFrom(300, 3)).toEqual([0, 1]);
    expect(pulledFrom(999, 699)).toEqual([-1, -1]);
  });

  it('faster the nearer the edge, and gently at first', () => {
    expect(pulled(960, 60)).toBe(0);
    expect(pulled(970, 60)).toBeGreaterThan(100);
    expect(pulled(990, 60)).toBeGreaterThan(2.5 * pulled(970, 60));
    expect(pulled(1100, 60)).toBe(pulled(1000, 60));
    expect(pulled(1000, 5), 'one may lift a card there and go').toBeLessThan(16);
    expect(pulled(1000, 60) - pulled(1000, 59)).toBeCloseTo(16);
  });

  it('by the same on the screen at every zoom', () => {
    const editor = desk(0.5).pointerDown('idea').pointerMove(desk(0.5).onScreen(1000, 100)).wait(40);
    expect(editor.viewport.x).toBeCloseTo(desk().pointerDown('idea').pointerMove([1000, 100]).wait(40).viewport.x);
  });

  it('no further by a frame that comes late', () => {
    const editor = desk().pointerDown('idea').pointerMove([1000, 300]).wait(30);
    const before = editor.viewport.x;
    editor.engine.dispatch({ type: 'tick', elapsedMs: 60_000 });
    expect(before - editor.viewport.x).toBeCloseTo(50);
  });
});

describe('what asks for time', () => {
  it('nothing at rest, while panning, or while a press has not moved; and a tick out of turn does nothing', () => {
    for (const begin of [
      (editor: TestEditor) => editor.pointerMove([999, 300]),
      (editor: TestEditor) => editor.pointerDown([999, 300]),
      (editor: TestEditor) => editor.pointerDown([600, 600]).pointerMove([999, 300]),
      (editor: TestEditor) => editor.pointerDown('idea').pointerMove([600, 300]),
    ]) {
      const editor = begin(desk());
      const { viewport } = editor;
      editor.takeEvents();
      editor.engine.dispatch({ type: 'tick', elapsedMs: 16 });
      expect(editor.takeEvents()).toEqual([]);
      expect([editor.engine.wantsTicks, editor.viewport]).toEqual([false, viewport]);
    }
  });

  it('is reported when it begins and when it ends, once each', () => {
    const editor = desk().pointerDown('idea').pointerMove([600, 300]);
    const told = () => editor.takeEvents().filter(({ type }) => type === 'ticks').length;
    expect(told()).toBe(0);
    editor.pointerMove([970, 300]).pointerMove([990, 300]).wait(10);
    expect(told()).toBe(1);
    editor.pointerMove(editor.onScreen(600, 300));
    expect([told(), editor.engine.wantsTicks]).toEqual([1, false]);
    editor.pointerMove(editor.onScreen(990, 300)).merge({ type: 'removeNode', id: 'idea' }).expectState('idle');
    expect([told(), editor.engine.wantsTicks]).toEqual([2, false]);
  });

  it('begins when the stage shrinks to the pointer, and starts slowly again after a rest', () => {
    const editor = desk().pointerDown('idea').pointerMove([600, 300]);
    editor.engine.view.setSize({ width: 610, height: 700 });
    expect(editor.engine.wantsTicks).toBe(true);
    editor.wait(60);
    const { x } = editor.viewport;
    editor.pointerMove(editor.onScreen(300, 300)).pointerMove(editor.onScreen(609, 300)).wait(1);
    expect(x - editor.viewport.x).toBeLessThan(2);
  });

  it('nothing on a stage without a size', () => {
    const editor = desk();
    editor.engine.view.setSize({ width: 0, height: 0 });
    expect(editor.pointerDown('idea').pointerMove([995, 80]).engine.wantsTicks).toBe(false);
  });
});

describe('the view in the middle of a gesture', () => {
  it('goes back by the distance of auto-pan when the gesture is cancelled, and no further', () => {
    const editor = desk().pointerDown('idea').pointerMove([1000, 80]).wait(40);
    editor.wheel(editor.onScreen(500, 300), 0, -300, { primary: true });
    editor.keyDown('Escape').expectState('idle');
    const turned = desk().wheel([500, 300], 0, -300, { primary: true });
    expect(editor.viewport.zoom).toBe(turned.viewport.zoom);
    expect(editor.viewport.x).toBeCloseTo(turned.viewport.x);
    expect(editor.viewport.y).toBeCloseTo(turned.viewport.y);
    const elsewhere = desk().pointerDown('idea').pointerMove([1000, 80]).wait(40).keyDown('Escape');
    expect(elsewhere.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
  });

  it('goes back once when a drag by other means is cancelled, and the selection stays', () => {
    for (const giveUp of [(editor: TestEditor) => editor.keyDown('Escape'), (editor: TestEditor) => editor.cancel()]) {
      const editor = desk().select('art');
      editor.engine.dispatch({ type: 'dragOver', point: { x: 500, y: 300 } });
      editor.engine.dispatch({ type: 'dragOver', point: { x: 995, y: 300 } });
      expect(editor.wait(60).viewport.x).toBeLessThan(-500);
      giveUp(editor).expectSelected('art');
      expect(editor.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
      expect([editor.engine.wantsTicks, editor.cancel().viewport.x]).toEqual([false, 0]);
    }
  });

  it('may be moved by the wheel: the dragged card stays under the pointer', () => {
    const editor = desk().pointerDown('idea').pointerMove([520, 140]);
    expect(editor.drawnAt('idea')).toEqual([465, 120]);
    editor.wheel([520, 140], 0, 150);
    expect(editor.drawnAt('idea')).toEqual([465, 270]);
    editor.pointerUp(editor.onScreen(520, 140)).expectAt('idea', 465, 270);
  });

  it('may be turned by a wheel between the press and the first move: what was pressed comes back under the pointer', () => {
    const panned = desk().pointerDown([460, 80]).wheel([460, 80], 0, 150).expectState('pressing');
    panned.pointerMove(panned.onScreen(460, 86));
    expect(panned.drawnAt('idea')).toEqual([405, 210]);
    panned.pointerUp(panned.onScreen(460, 80)).expectAt('idea', 405, 210);

    const zoomed = desk().pointerDown([460, 80]).wheel([900, 600], 0, -300, { primary: true });
    const { x, y } = zoomed.onScreen(520, 80);
    zoomed.pointerMove({ x, y });
    const [left, top] = zoomed.drawnAt('idea');
    expect(Math.abs(x - 60 - left), 'to the grid').toBeLessThanOrEqual(7.5);
    expect(Math.abs(y - 20 - top)).toBeLessThanOrEqual(7.5);
  });

  it('leaves the corner of a marquee, and the start of a pipe, where they were pressed', () => {
    const marquee = desk().pointerDown([300, 200], { shift: true }).wheel([300, 200], 0, 150);
    marquee.pointerMove(marquee.onScreen(350, 200), { shift: true });
    expect(marquee.engine.preview.marquee).toEqual({ x: 300, y: 200, width: 50, height: 150 });

    const pipe = desk();
    const output = pipe.handle('idea', 'text-right');
    pipe.pointerDown(output).wheel(output, 0, 150);
    pipe.pointerMove(pipe.onScreen(700, 300));
    expect([pipe.preview?.from, pipe.preview?.to]).toEqual([output, { x: 700, y: 450 }]);
  });

  it.each(['touch', 'pen'] as const)('leaves what a %s rests on where it was pressed', (pointerType) => {
    const manner = { pointerType };
    const pane = desk().pointerDown([300, 200], manner).wheel([300, 200], 0, 150).wait(40).expectState('longPressing');
    expect(pane.engine.preview.marquee).toEqual({ x: 278, y: 178, width: 44, height: 44 });
    pane.wheel([300, 200], 0, 50).pointerMove(pane.onScreen(350, 200), manner);
    expect(pane.engine.preview.marquee).toEqual({ x: 300, y: 200, width: 50, height: 200 });

    const card = desk().pointerDown([460, 80], manner).wheel([460, 80], 0, 75).wait(40).wheel([460, 80], 0, 75);
    card.pointerMove(card.onScreen(460, 90), manner).expectState('dragging');
    expect(card.drawnAt('idea')).toEqual([405, 225]);
  });
});

/** Animation frames that the test triggers, 16 ms apart. */
const frames = () => {
  const asked = new Map<number, FrameRequestCallback>();
  let count = 0;
  let nowMs = performance.now();
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    asked.set(++count, callback);
    return count;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void asked.delete(id));
  return {
    get asked() {
      return asked.size;
    },
    come: (number: number) => {
      for (let frame = 0; frame < number; frame++) {
        nowMs += 16;
        const due = [...asked.values()];
        asked.clear();
        for (const callback of due) callback(nowMs);
      }
    },
  };
};

describe('the clock of a screen', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('ticks once a frame while the canvas asks for it, and asks for no frame otherwise', () => {
    const screen = frames();
    const editor = desk();
    const stop = startTicks(editor.engine);
    editor.pointerDown('idea').pointerMove([600, 300]);
    expect(screen.asked).toBe(0);

    editor.pointerMove([1000, 300]).pointerMove([1010, 300]);
    expect(screen.asked).toBe(1);
    screen.come(30);
    expect(editor.viewport.x).toBeLessThan(-100);
    expect(screen.asked).toBe(1);

    const { x } = editor.viewport;
    editor.pointerUp();
    screen.come(3);
    expect([screen.asked, editor.viewport.x]).toEqual([0, x]);

    editor.pointerDown(editor.onScreen(600, 690)).pointerMove(editor.onScreen(999, 300));
    expect(screen.asked, 'the pane needs no clock').toBe(0);
    editor.pointerUp().pointerDown('art').pointerMove(editor.onScreen(1000, 300));
    stop();
    expect(screen.asked).toBe(0);
  });

  it('continues a flight that began before it was there, or that it was taken away from', () => {
    const screen = frames();
    const editor = desk();
    editor.engine.flyTo(['art']);
    startTicks(editor.engine)();
    startTicks(editor.engine);
    screen.come(120);
    expect([screen.asked, editor.engine.wantsTicks]).toEqual([0, false]);
    expect(editor.engine.hit({ x: 500, y: 350 }), 'the card is in the middle').toMatchObject({ node: { id: 'art' } });
  });
});
