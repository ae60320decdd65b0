import { describe, expect, it } from 'vitest';
import { canRun } from '../../src/engine';
import { isOverlayEmpty, paintOverlay, paintWorld, type FrameOptions } from '../../src/engine/paintLayers';
import { Sheet } from '../support/nodeCanvas';
import { EN, LIGHT, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';

const SIZE = { width: 1000, height: 700 };
const ON_SCREEN: FrameOptions = {
  theme: LIGHT,
  words: EN,
  pictures: picturesOf(),
  size: SIZE,
  pixelRatio: 1,
  isInteractive: true,
};
const THUMBNAIL: FrameOptions = { ...ON_SCREEN, isInteractive: false };

const desk = (zoom = 1) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [30, 60], data: { value: 'a fox' } },
      art: { type: 'image', at: [420, 60] },
      moods: {
        type: 'category',
        at: [30, 330],
        data: { categories: [{ id: 'row', name: 'mood', value: 'calm', parentId: 'moods' }] },
      },
      loose: { type: 'categoryItem', at: [420, 420], data: { name: 'colour', value: 'red' } },
    },
    [pipe('idea', 'art')],
    { x: 0, y: 0, zoom },
  );

/** The two surfaces one over the other, as pixels. */
function seen(editor: TestEditor, options = ON_SCREEN): Sheet {
  const sheet = new Sheet(SIZE.width * options.pixelRatio, SIZE.height * options.pixelRatio);
  sheet.ctx.scale(options.pixelRatio, options.pixelRatio);
  paintWorld(sheet.ctx, editor.engine, options);
  if (options.isInteractive) paintOverlay(sheet.ctx, editor.engine, options);
  return sheet;
}

const world = (editor: TestEditor, options = ON_SCREEN): Recorder => {
  const recorder = new Recorder();
  paintWorld(recorder, editor.engine, options);
  return recorder;
};
const overlay = (editor: TestEditor, options = ON_SCREEN): Recorder => {
  const recorder = new Recorder();
  paintOverlay(recorder, editor.engine, options);
  return recorder;
};

/** Where the cards were moved to, one entry a card; they are the moves that are taken back. */
const places = (recorder: Recorder): unknown[] => {
  const moves = recorder.all('translate').map(({ args }) => args);
  return moves.filter(([x, y], index) => {
    const [backX, backY] = moves[index + 1] ?? [];
    return Number(x) !== 0 && backX === -Number(x) && backY === -Number(y);
  });
};

/** How the handle is drawn: the width of its coloured shape, and how solid. */
function handleLook(editor: TestEditor, name: string, handleId: string): [size: number, alpha: number] {
  const [x, y] = editor.drawnAt(name);
  const { calls } = world(editor);
  const start = calls.findIndex(({ name: call, args }) => call === 'translate' && args[0] === x && args[1] === y);
  const end = calls.findIndex(({ name: call, args }, at) => at > start && call === 'translate' && args[0] === -x);
  const centre = editor.handle(name, handleId);
  const shapes = calls.slice(start, end).flatMap(({ name: call, args }, at) => {
    const [left = 0, top = 0, size = 0] = args.map(Number);
    const [cx, cy, width] = call === 'arc' ? [left, top, 2 * size] : [left + size / 2, top + size / 2, size];
    const isHere = Math.hypot(cx + x - centre.x, cy + y - centre.y) < 0.01;
    const alpha = calls[start + at + 1]?.alpha ?? 1;
    return /^(arc|roundRect)$/u.test(call) && isHere ? [[width, alpha] as [number, number]] : [];
  });
  // The rim, the shape itself and its core; a halo below them when it holds the pipe.
  return shapes.at(-2) ?? [0, 0];
}

const REST = [14, 1];
const GROWN = [20, 1];
const FADED = [14, 0.3];
const SNAPPED = [22, 1];

/** The lines of pipes, by what they are drawn with. */
const pipes = (recorder: Recorder) => recorder.all('stroke').filter(({ lineWidth }) => lineWidth >= 16);
/** The rings around handles. */
const rings = (editor: TestEditor) => {
  const ends = ['idea', 'moods'].map((name) => editor.handle(name, 'text-right'));
  const mouths = [...ends, editor.handle('art', 'text-left')];
  return overlay(editor)
    .all('arc')
    .filter(({ args }) => mouths.some(({ x, y }) => x === args[0] && y === args[1]));
};

/** The bare pixels of a free part of the floor: those between its dots. */
const bare = (of: Sheet): number => of.count(LIGHT.floor, 700, 100, 280, 500);

/** What was really put on the surface. */
const marks = (editor: TestEditor) => overlay(editor).calls.filter(({ name }) => /^(fill|stroke)/u.test(name));

describe('a frame of the world', () => {
  it('is the floor, its dots, the pipes and over them the cards', () => {
    const sheet = seen(desk());
    expect(sheet.at(995, 695)).toBe(LIGHT.floor);
    expect(sheet.at(250 + 80, 157)).not.toBe(LIGHT.floor);
    expect(sheet.at(140, 100)).toBe(LIGHT.surface);
    expect(bare(sheet)).toBeLessThan(280 * 500);
    expect(bare(seen(desk(), THUMBNAIL))).toBe(280 * 500);
    expect(sheet.count(LIGHT.textPipe, 260, 100, 150, 70)).toBeGreaterThan(500);
    expect(world(desk()).texts).toEqual(expect.arrayContaining(['a fox', 'mood', 'calm', 'colour', 'red']));
  });

  it('stands where the camera has it: moved, enlarged, on device pixels', () => {
    const editor = desk();
    editor.engine.setCamera({ x: 100, y: -40, zoom: 2 });
    const sheet = seen(editor);
    // The card's corner, at 30, 60 of the world.
    expect([sheet.at(380, 90), sheet.at(380, 75), sheet.at(150, 90)]).toEqual([
      LIGHT.surface,
      LIGHT.floor,
      LIGHT.floor,
    ]);
    const fine = seen(editor, { ...ON_SCREEN, pixelRatio: 2 });
    expect([fine.at(760, 180), fine.at(760, 150), fine.at(300, 180)]).toEqual([
      LIGHT.surface,
      LIGHT.floor,
      LIGHT.floor,
    ]);
    expect(fine.at(1990, 1390)).toBe(LIGHT.floor);
  });

  it('holds only what is in view, and what reaches into it', () => {
    const editor = desk();
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 4, edges: 1 });
    editor.engine.setCamera({ x: -280, y: 0, zoom: 1 });
    // The category ends 5 px beside the stage: its handle and its ring would still be seen.
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 3, edges: 1 });
    editor.engine.setCamera({ x: -5000, y: 0, zoom: 1 });
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 0, edges: 0 });
  });

  it('draws the cards in their order and the selected one last', () => {
    const editor = desk();
    expect(places(world(editor))).toEqual([
      [30, 60],
      [420, 60],
      [30, 330],
      [420, 420],
    ]);
    editor.select('idea');
    expect(places(world(editor)).at(-1)).toEqual([30, 60]);
  });

  it('draws pipes of words below pipes of pictures, in whatever order they were made', () => {
    const nodes = {
      photo: { type: 'imageUpload', at: [0, 0] },
      idea: { type: 'textPrompt', at: [0, 300] },
      art: { type: 'image', at: [600, 150] },
    } as const;
    const editor = TestEditor.with(nodes, [pipe('photo', 'art', 'image'), pipe('idea', 'art')]);
    const colours = world(editor)
      .all('stroke')
      .filter(({ lineWidth }) => lineWidth === 16)
      .map(({ strokeStyle }) => strokeStyle);
    expect(colours).toEqual([LIGHT.textPipe, LIGHT.imagePipe]);
  });

  it('shows what may run, runs and failed', () => {
    const editor = desk();
    expect(canRun(editor.engine.document, editor.node('art'))).toBe(true);
    const play = editor.part('art', 'run');
    expect(seen(editor).at(play.x - 11, play.y)).toBe(LIGHT.ink);
    editor.engine.setRuns(new Map([['art', { state: 'running', elapsedS: 7 }]]));
    expect(world(editor).texts).toEqual(expect.arrayContaining([EN.loading, '0:07']));
    editor.engine.setRuns(new Map([['art', { state: 'failed', message: 'too long' }]]));
    expect(world(editor).texts).toEqual(expect.arrayContaining(['too long', EN.tryAgain]));
    expect(world(editor, THUMBNAIL).texts).not.toContain('too long');
    editor.merge({ type: 'removeEdge', id: 'idea-art' });
    editor.engine.setRuns(new Map());
    expect(seen(editor).at(play.x - 11, play.y)).not.toBe(LIGHT.ink);
  });

  it('leaves the text that is edited to its field, of a card and of a row', () => {
    const editor = desk();
    editor.engine.startEditing({ nodeId: 'idea', name: 'value' });
    expect(world(editor).texts).not.toContain('a fox');
    editor.engine.startEditing({ nodeId: 'moods', name: 'value', itemId: 'row' });
    expect(world(editor).texts).toContain('a fox');
    expect(world(editor).texts).toContain('mood');
    expect(world(editor).texts).not.toContain('calm');
    expect(world(editor, THUMBNAIL).texts).toContain('calm');
  });

  it('lifts the card under the pointer, and draws a ring around what is selected, on the screen only', () => {
    const editor = desk();
    const before = seen(editor).print(0, 40, 280, 240);
    editor.pointerMove('idea');
    const hovered = seen(editor);
    expect(hovered.print(0, 40, 280, 240)).not.toBe(before);
    expect(hovered.print(420, 40, 280, 240)).toBe(seen(desk()).print(420, 40, 280, 240));
    expect(seen(editor, THUMBNAIL).print(0, 40, 280, 240)).toBe(seen(desk(), THUMBNAIL).print(0, 40, 280, 240));

    editor.select('idea');
    expect(seen(editor).at(140, 59)).toBe(LIGHT.ink);
    expect(seen(editor, THUMBNAIL).at(140, 58)).toBe(LIGHT.floor);
    editor.engine.select({ edges: new Set(['idea-art']) });
    expect(seen(editor).print(260, 60, 150, 120)).not.toBe(seen(desk()).print(260, 60, 150, 120));
  });

  it('has no dots and no traces of a gesture on a thumbnail, which shows what is in the hand as well', () => {
    const editor = desk().pointerDown('art').pointerMove([600, 100]).expectState('dragging');
    expect(places(world(editor))).not.toContainEqual([420, 60]);
    expect(places(overlay(editor))).toEqual([editor.drawnAt('art')]);
    expect(places(world(editor, THUMBNAIL))).toContainEqual(editor.drawnAt('art'));
    expect(paintWorld(new Recorder(), editor.engine, THUMBNAIL)).toEqual({ nodes: 4, edges: 1 });
    expect(world(editor, THUMBNAIL).calls.length).toBeLessThan(
      world(editor).calls.length + overlay(editor).calls.length,
    );
  });

  it('draws what is dragged, and the pipe that follows it, on the overlay alone', () => {
    const editor = desk().pointerDown('art').pointerMove([600, 100]);
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 3, edges: 0 });
    expect(paintOverlay(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 1, edges: 1 });
    const [x, y] = editor.drawnAt('art');
    expect(seen(editor).at(x + 120, y + 5)).toBe(LIGHT.surface);
    expect(seen(editor).at(430, 240)).toBe(LIGHT.floor);
  });
});

describe('what is carried far', () => {
  it('is found where it is drawn: cards, the pipe between them and the one that is stretched', () => {
    const editor = desk();
    editor.engine.run([{ type: 'addEdge', edge: pipe('moods', 'art') }]);
    editor.select('idea', 'art').pointerDown('art').pointerMove([600, 100]);
    editor.wheel([500, 300], 0, 3000).wheel([500, 300], 2000, 0).pointerMove(editor.onScreen(600, 100));
    expect(editor.drawnAt('art')[1]).toBeGreaterThan(2900);
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 0, edges: 0 });
    expect(paintOverlay(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 2, edges: 2 });
    expect(editor.engine.scene.edgesIn(editor.engine.visibleBox()).map(({ id }) => id)).toEqual([
      'idea-art',
      'moods-art',
    ]);

    editor.cancel().engine.setCamera({ x: 0, y: 0, zoom: 1 });
    expect(paintOverlay(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 0, edges: 0 });
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN).edges).toBe(2);
  });
});

describe('a frame of the overlay', () => {
  it('is empty at rest, and anything but empty with anything on it', () => {
    const states: Record<string, TestEditor> = {
      rest: desk(),
      selected: desk().select('idea'),
      dragged: desk().pointerDown('art').pointerMove([600, 100]),
      brushed: desk().pointerDown([900, 600], { shift: true }).pointerMove([800, 500], { shift: true }),
    };
    const piped = desk();
    states.piped = piped.pointerDown(piped.handle('idea', 'text-right')).pointerMove([350, 250]);
    const pulled = desk();
    states.pulled = pulled.pointerDown(pulled.grip('moods', 'row')).pointerMove([350, 250]);
    for (const [name, editor] of Object.entries(states)) {
      expect([name, isOverlayEmpty(editor.engine)]).toEqual([name, name === 'rest']);
      expect([name, marks(editor).length === 0]).toEqual([name, name === 'rest']);
    }
  });

  it('has a red button at each thing that is selected, none while it is dragged or a pipe is drawn', () => {
    const editor = desk().select('idea');
    const isRed = (at = editor.deleteButton('idea')) => seen(editor).at(at.x, at.y - 9) === LIGHT.danger;
    expect(isRed()).toBe(true);
    editor.select('art');
    expect(isRed()).toBe(false);
    editor.engine.select({ edges: new Set(['idea-art']) });
    expect(isRed(editor.deleteButton('idea-art'))).toBe(true);
    editor.select('idea').pointerDown('idea').pointerMove([200, 200]);
    expect(isRed()).toBe(false);
  });

  it('has the pipe that follows the pointer, dull over a handle that cannot take it', () => {
    const editor = desk();
    const start = editor.handle('idea', 'text-right');
    editor.pointerDown(start).pointerMove([330, 250]);
    const free = overlay(editor).all('stroke');
    expect(free.some(({ strokeStyle }) => strokeStyle === LIGHT.textPipe)).toBe(true);

    editor.pointerMove(editor.handle('art', 'text-left'));
    expect(overlay(editor).all('stroke').at(-1)?.alpha).toBe(free.at(-1)?.alpha);
    editor.pointerMove(editor.handle('art', 'image-left'));
    expect(overlay(editor).all('stroke').at(-1)?.alpha).toBeLessThan(free.at(-1)?.alpha ?? 0);
    expect(pipes(overlay(editor))).toHaveLength(1);
  });

  it('lets handles that may take the pipe grow and the others fade, and lights the two it joins', () => {
    const editor = desk();
    const looks = () => [
      handleLook(editor, 'idea', 'text-right'),
      handleLook(editor, 'moods', 'text-right'),
      handleLook(editor, 'art', 'text-left'),
      handleLook(editor, 'art', 'image-left'),
      handleLook(editor, 'art', 'image-right'),
      handleLook(editor, 'art', 'video-left'),
    ];
    expect(looks()).toEqual([REST, REST, REST, REST, REST, REST]);
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove([330, 250]);
    expect(looks()).toEqual([SNAPPED, FADED, GROWN, FADED, FADED, REST]);
    editor.pointerMove(editor.handle('art', 'text-left'));
    expect(looks()).toEqual([SNAPPED, FADED, SNAPPED, FADED, FADED, REST]);
    editor.cancel();
    expect(looks()).toEqual([REST, REST, REST, REST, REST, REST]);
  });

  it('has a ring at each end of the one selected pipe, as large on the screen at any zoom; none for two', () => {
    const editor = desk();
    editor.engine.run([{ type: 'addEdge', edge: pipe('moods', 'art') }]);
    expect(rings(editor)).toEqual([]);
    editor.engine.select({ edges: new Set(['idea-art']) });
    const [from, to] = [editor.handle('idea', 'text-right'), editor.handle('art', 'text-left')];
    expect(rings(editor).map(({ args }) => args.slice(0, 3))).toEqual([
      [from.x, from.y, 10],
      [to.x, to.y, 10],
    ]);
    editor.engine.setCamera({ x: 0, y: 0, zoom: 0.5 });
    expect(rings(editor).map(({ args, lineWidth }) => [args[2], lineWidth])).toEqual([
      [20, 4],
      [20, 4],
    ]);
    editor.engine.select({ edges: new Set(['idea-art', 'moods-art']) });
    expect(rings(editor)).toEqual([]);
  });

  it('has a pipe that is led elsewhere in place of the one it was', () => {
    const editor = desk();
    editor.engine.select({ edges: new Set(['idea-art']) });
    expect(pipes(world(editor)).map(({ lineWidth }) => lineWidth > 16)).toEqual([true, false]);
    expect(pipes(world(editor, THUMBNAIL)).map(({ lineWidth }) => lineWidth)).toEqual([16]);
    editor.pointerDown(editor.handle('art', 'text-left')).pointerMove([350, 300]);
    editor.expectState('reconnecting');
    expect([pipes(world(editor)).length, pipes(overlay(editor)).length]).toEqual([0, 1]);
    expect(pipes(world(editor, THUMBNAIL))).toHaveLength(1);
  });

  it('has a ghost of the row that is pulled out, and the marquee', () => {
    const editor = desk();
    editor.pointerDown(editor.grip('moods', 'row')).pointerMove([500, 250]);
    expect(overlay(editor).texts).toEqual(['mood', 'calm']);
    expect(places(overlay(editor))).toEqual([[500, 250]]);
    editor.cancel().pointerDown([900, 600], { shift: true }).pointerMove([800, 500], { shift: true });
    expect(overlay(editor).all('strokeRect')[0]?.args).toEqual([800, 500, 100, 100]);
    expect(overlay(editor).all('strokeRect')[0]?.lineWidth).toBe(1);
  });

  it('turns the category that would take the item blue', () => {
    const editor = desk().pointerDown('loose').pointerMove([150, 350]);
    expect(seen(editor).at(60, 330)).toBe(LIGHT.textPipe);
    expect(seen(desk()).at(60, 330)).not.toBe(LIGHT.textPipe);
  });
});
