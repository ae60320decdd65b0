import { describe, expect, it } from 'vitest';
import { DEFAULT_ZOOM, encloses, intersects, ZOOM_MAX, ZOOM_MIN } from '../../../src/engine';
import { inflate } from '../../../src/engine/geometry/box';
import { pipe, TestEditor } from '../../support/TestEditor';

const idea = { idea: { type: 'textPrompt', at: [0, 0] } } as const;

describe('panning by the pane', () => {
  it('pans by dragging the empty pane, from the first step on', () => {
    const editor = TestEditor.with(idea);

    editor.pointerDown([500, 500]).pointerMove([530, 510]).expectState('panning');
    expect(editor.viewport).toEqual({ x: 30, y: 10, zoom: 1 });

    editor.pointerUp().expectState('idle');
    expect(editor.viewport).toEqual({ x: 30, y: 10, zoom: 1 });
    expect(editor.at('idea')).toEqual([0, 0]);
  });

  it('pans by the middle button and by space, over a node too', () => {
    const editor = TestEditor.with(idea);

    editor.drag('idea', [110, 40], { button: 1 });
    expect(editor.viewport).toEqual({ x: 50, y: 20, zoom: 1 });

    editor.keyDown(' ').drag('idea', [60, 40]).keyUp(' ');
    expect(editor.viewport).toEqual({ x: 50, y: 40, zoom: 1 });

    editor.drag('idea', [90, 20]);
    expect(editor.at('idea')).toEqual([30, 0]);
  });

  it('pans no longer once ⌘ is released, under which a Mac reports the release of no other key, or by Escape', () => {
    const editor = TestEditor.with(idea);
    const afterRelease = editor.keyDown(' ').keyDown('Meta', { primary: true }).keyUp('Meta').engine.heldTool;
    const afterEscape = editor.keyDown(' ').keyDown('Escape').engine.heldTool;
    expect([afterRelease, afterEscape]).toEqual([null, null]);

    editor.drag('idea', [90, 20]);
    expect(editor.at('idea')).toEqual([30, 0]);
  });

  it('pans by the arrows while no node is selected, five times as far with shift', () => {
    const editor = TestEditor.with(idea).keyDown('ArrowRight').keyDown('ArrowDown', { shift: true });
    expect(editor.viewport).toEqual({ x: -60, y: -300, zoom: 1 });
    editor.keyDown('ArrowLeft', { shift: true }).keyDown('ArrowUp');
    expect(editor.viewport).toEqual({ x: 240, y: -240, zoom: 1 });
  });

  it('does not pan by the secondary button', () => {
    const editor = TestEditor.with(idea).drag([500, 500], [600, 600], { button: 2 });
    expect(editor.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
  });

  it('pans by the wheel, sideways with shift, and does not lose a wheel turned while panning', () => {
    const editor = TestEditor.with(idea).wheel([0, 0], 12, 30);
    expect(editor.viewport).toEqual({ x: -12, y: -30, zoom: 1 });

    editor.wheel([0, 0], 0, 30, { shift: true });
    expect(editor.viewport).toEqual({ x: -42, y: -30, zoom: 1 });

    editor.pointerDown(editor.onScreen(500, 500)).pointerMove(editor.onScreen(510, 500));
    editor.wheel([0, 0], 0, 100).pointerMove(editor.onScreen(520, 500)).pointerUp();
    expect(editor.viewport).toEqual({ x: -22, y: -130, zoom: 1 });
  });

  it('restores the viewport when Escape or the system cancels the pan', () => {
    const editor = TestEditor.with(idea).pointerDown([500, 500]).pointerMove([600, 500]).keyDown('Escape');
    expect(editor.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
    editor.expectState('idle').pointerUp();

    editor.pointerDown([500, 500]).pointerMove([600, 500]).cancel().expectState('idle');
    expect(editor.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
  });
});

describe('zooming', () => {
  it('keeps the world point under the pointer and stays within 0.1 and 5 [ZOOM-1]', () => {
    const editor = TestEditor.with(idea);
    const pointer = { x: 321, y: 123 };
    const under = editor.onScreen(pointer.x, pointer.y);

    for (let turn = 0; turn < 20; turn++) {
      editor.wheel(editor.onScreen(pointer.x, pointer.y), 0, -100, { primary: true });
      expect(editor.onScreen(pointer.x, pointer.y).x).toBeCloseTo(under.x, 6);
    }
    expect(editor.viewport.zoom).toBe(ZOOM_MAX);

    editor.takeEvents();
    editor.wheel(editor.onScreen(pointer.x, pointer.y), 0, -100, { primary: true });
    expect(editor.takeEvents(), 'at the bound nothing changes').toEqual([]);

    for (let turn = 0; turn < 40; turn++) editor.wheel(under, 0, 100, { primary: true });
    expect(editor.viewport.zoom).toBe(ZOOM_MIN);
    expect([ZOOM_MIN, ZOOM_MAX]).toEqual([0.1, 5]);
  });

  it('zooms one notch in by about a fifth, and back to where it was', () => {
    const editor = TestEditor.with(idea).wheel([100, 100], 0, -100, { primary: true });
    expect(editor.viewport.zoom).toBeCloseTo(1.2214, 4);

    editor.wheel(editor.onScreen(100, 100), 0, 100, { primary: true });
    expect(editor.viewport.zoom).toBeCloseTo(1, 12);
    expect(editor.viewport.x).toBeCloseTo(0, 9);
  });

  it('pinches around the middle of two fingers and pans with them', () => {
    const editor = TestEditor.with({});
    const under = editor.onScreen(300, 300);

    editor.finger('down', 1, 250, 300).finger('down', 2, 350, 300).expectState('pinching');
    editor.finger('move', 1, 200, 300).finger('move', 2, 400, 300);
    expect(editor.viewport.zoom).toBe(2);
    expect(editor.onScreen(300, 300)).toEqual(under);

    editor.finger('move', 1, 300, 400).finger('move', 2, 500, 400);
    expect(editor.viewport.zoom).toBe(2);
    expect(editor.onScreen(400, 400)).toEqual(under);

    editor.finger('up', 2, 500, 400).finger('up', 1, 300, 400).expectState('idle').finger('move', 1, 0, 0);
    expect(editor.onScreen(400, 400)).toEqual(under);
  });

  it.each([
    { lifted: 1, liftedAt: 200, staying: 2, from: 400 },
    { lifted: 2, liftedAt: 400, staying: 1, from: 200 },
  ])('goes on panning with finger $staying when finger $lifted is lifted', ({ lifted, liftedAt, staying, from }) => {
    const editor = TestEditor.with({ art: { type: 'image', at: [0, 0] } }).select('art');
    editor.finger('down', 1, 200, 300).finger('down', 2, 300, 300).finger('move', 2, 400, 300);
    editor.finger('up', lifted, liftedAt, 300).expectState('panning');
    const { x, y, zoom } = editor.viewport;
    editor.finger('move', staying, from + 30, 340).finger('move', lifted, 0, 0);
    expect(editor.viewport).toEqual({ x: x + 30, y: y + 40, zoom });

    editor
      .finger('up', staying, from + 30, 340)
      .expectState('idle')
      .expectSelected('art');
    expect(editor.viewport).toEqual({ x: x + 30, y: y + 40, zoom });
  });

  it('keeps the pinch when Escape or the system cancels the pan of one finger after it', () => {
    for (const giveUp of [(editor: TestEditor) => editor.keyDown('Escape'), (editor: TestEditor) => editor.cancel()]) {
      const editor = TestEditor.with({}).finger('down', 1, 200, 300).finger('down', 2, 300, 300);
      editor.finger('move', 2, 400, 300).finger('up', 2, 400, 300);
      const pinched = editor.viewport;
      giveUp(editor.finger('move', 1, 250, 380)).expectState('idle');
      expect(editor.viewport).toEqual(pinched);
      editor.finger('move', 1, 0, 0).finger('up', 1, 0, 0).expectState('idle');
      expect(editor.viewport).toEqual(pinched);
    }
  });

  it('pinches from where the first finger has panned to, without a jump', () => {
    const editor = TestEditor.with({}).finger('down', 1, 200, 300).finger('move', 1, 300, 300);
    editor.expectState('panning').finger('down', 2, 500, 300).expectState('pinching');
    expect(editor.viewport).toEqual({ x: 100, y: 0, zoom: 1 });

    editor.finger('move', 1, 300, 300);
    expect(editor.viewport).toEqual({ x: 100, y: 0, zoom: 1 });
    editor.finger('move', 2, 400, 300);
    expect(editor.viewport.zoom).toBe(0.5);
  });

  it('pinches again when one of the fingers is lifted and put down again', () => {
    const editor = TestEditor.with({})
      .finger('down', 1, 200, 300)
      .finger('down', 2, 300, 300)
      .finger('up', 1, 200, 300);
    editor.expectState('panning').finger('down', 3, 100, 300).expectState('pinching');

    editor.finger('move', 3, 200, 300);
    expect(editor.viewport.zoom).toBe(0.5);
    editor.finger('up', 3, 200, 300).finger('up', 2, 300, 300).expectState('idle');
    editor.finger('down', 4, 500, 500).expectState('pressing');
  });

  it('keeps a pinch within the bounds [ZOOM-1]', () => {
    const editor = TestEditor.with({}).finger('down', 1, 400, 300).finger('down', 2, 401, 300);
    editor.finger('move', 2, 900, 300);
    expect(editor.viewport.zoom).toBe(5);
    editor.finger('move', 2, 400, 300);
    expect(editor.viewport.zoom).toBe(0.1);
  });
});

describe('the viewport verbs', () => {
  it('zooms to exactly the requested zoom, from any zoom, around the middle of the stage [ZOOM-1]', () => {
    for (const zoom of [0.1, 0.3, 0.75, 1.7, 5]) {
      const editor = TestEditor.with(idea, [], { x: 17, y: -4, zoom });
      const middle = editor.onScreen(500, 350);
      editor.engine.view.zoomTo(1);
      expect(editor.viewport.zoom).toBe(1);
      expect(editor.onScreen(500, 350).x).toBeCloseTo(middle.x, 9);
    }
    const editor = TestEditor.with(idea);
    editor.engine.view.zoomTo(80);
    expect(editor.viewport.zoom).toBe(5);
  });

  it('zooms by the keys', () => {
    const editor = TestEditor.with(idea).keyDown('+');
    expect(editor.viewport.zoom).toBeCloseTo(1.2);
    editor.keyDown('-').keyDown('-');
    expect(editor.viewport.zoom).toBeCloseTo(1 / 1.2);
    editor.keyDown(')', { shift: true, code: 'Digit0' });
    expect(editor.viewport.zoom).toBe(1);
    editor.keyDown('=', { primary: true }).keyDown('=', { primary: true }).keyDown('-', { primary: true });
    expect(editor.viewport.zoom).toBeCloseTo(1.2);
    editor.keyDown('0', { primary: true });
    expect(editor.viewport.zoom).toBe(1);
  });

  it('fits everything into view, never nearer than 1, and nothing when there is nothing', () => {
    const far = TestEditor.with({ a: { type: 'image', at: [-4000, 0] }, b: { type: 'image', at: [4000, 3000] } });
    far.keyDown('!', { shift: true, code: 'Digit1' });
    const seen = far.engine.view.visibleBox();
    for (const name of ['a', 'b']) {
      const { x, y } = far.node(name).position;
      expect(x).toBeGreaterThan(seen.x);
      expect(x + 245).toBeLessThan(seen.x + seen.width);
      expect(y + 195).toBeLessThan(seen.y + seen.height);
    }

    const near = TestEditor.with(idea);
    near.engine.fit();
    expect(near.viewport).toEqual({ x: 500 - 110, y: 350 - 97.5, zoom: 1 });

    const empty = TestEditor.with({});
    empty.takeEvents();
    empty.engine.fit();
    expect(empty.takeEvents()).toEqual([]);
  });

  it('fits what is selected by a key: nodes, and a pipe with both its ends', () => {
    const far = TestEditor.with(
      { a: { type: 'image', at: [0, 0] }, b: { type: 'image', at: [9000, 0] }, c: { type: 'image', at: [9450, 0] } },
      [pipe('b', 'c', 'image')],
    );
    const fitSelection = () => far.keyDown('@', { shift: true, code: 'Digit2' });
    fitSelection();
    expect(far.viewport).toEqual({ x: 0, y: 0, zoom: 1 });

    far.select('b');
    fitSelection();
    expect(far.onScreen(500, 350)).toEqual({ x: 9000 + 122.5, y: 97.5 });

    far.engine.select({ edges: new Set(['b-c']) });
    fitSelection();
    expect(far.onScreen(500, 350)).toEqual({ x: 9000 + 347.5, y: 97.5 });
  });

  it('fits everything into the part of the stage that panels leave, clear of a minimap in its corner [ZOOM-6]', () => {
    const editor = TestEditor.with({ a: { type: 'image', at: [0, 0] }, b: { type: 'image', at: [900, 700] } });
    const { view, scene } = editor.engine;
    const shown = () => {
      editor.engine.fit();
      const box = scene.bounds();
      if (!box) throw new Error('nothing is on the canvas');
      return view.boxToScreen(box);
    };
    const free = { x: 100, y: 0, width: 600, height: 600 };
    const forget = view.freeBy(() => free);
    expect(encloses(inflate(free, -31), shown())).toBe(true);
    expect(view.toScreen(view.freeMiddle())).toEqual({ x: 400, y: 300 });

    const minimap = { x: 500, y: 450, width: 200, height: 150 };
    const forgetMinimap = view.coverBy(() => minimap);
    expect(encloses(inflate(free, -31), shown())).toBe(true);
    expect(intersects(minimap, shown())).toBe(false);

    forgetMinimap();
    forget();
    expect(view.free).toEqual({ x: 0, y: 0, width: 1000, height: 700 });
    expect(intersects(minimap, shown())).toBe(true);
  });

  it('fits some nodes and centres on a point', () => {
    const editor = TestEditor.with({ a: { type: 'image', at: [0, 0] }, b: { type: 'image', at: [9000, 0] } });
    editor.engine.fit(['b']);
    expect(editor.onScreen(500, 350)).toEqual({ x: 9122.5, y: 97.5 });
    editor.engine.fit(['nobody']);
    expect(editor.onScreen(500, 350)).toEqual({ x: 9122.5, y: 97.5 });

    editor.engine.view.zoomTo(2);
    editor.engine.view.centreOn({ x: 10, y: 20 });
    expect(editor.onScreen(500, 350)).toEqual({ x: 10, y: 20 });
    expect(editor.viewport.zoom).toBe(2);
  });

  it('never goes where nothing can be drawn, however far out a node lies', () => {
    const editor = TestEditor.with({ far: { type: 'image', at: [1e300, -1e300] } }, [], { x: 1e300, y: 0, zoom: 1 });
    expect(editor.viewport).toEqual({ x: 1e9, y: 0, zoom: 1 });
    editor.engine.fit();
    expect(editor.viewport).toEqual({ x: -1e9, y: 1e9, zoom: 1 });
    editor.engine.view.setViewport({ x: Number.NaN, y: 5, zoom: 1 });
    expect(editor.viewport).toEqual({ x: -1e9, y: 1e9, zoom: 1 });
  });

  it('takes a zoom that is no number for the default, and shows the canvas', () => {
    const editor = TestEditor.with(idea, [], { x: 3, y: 4, zoom: Number.NaN });
    expect(editor.viewport).toEqual({ x: 3, y: 4, zoom: DEFAULT_ZOOM });
    editor.engine.view.zoomTo(Number.NaN);
    expect(editor.click('idea').selected).toEqual(['idea']);
  });

  it('takes the saved view and keeps it within bounds [ZOOM-4]', () => {
    expect(TestEditor.with({}, [], { x: 3, y: 4, zoom: 0.001 }).viewport).toEqual({ x: 3, y: 4, zoom: 0.1 });
    expect(TestEditor.with({}, [], { x: 3, y: 4, zoom: DEFAULT_ZOOM }).engine.snapshot().viewport.zoom).toBe(0.75);
  });
});
