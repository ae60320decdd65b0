import { describe, expect, it } from 'vitest';
import { cardLayout, handlesOf, type CategoryItem, type Vector } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

const ROWS: readonly CategoryItem[] = [
  { id: 'mood', name: 'mood', value: 'calm', parentId: 'moods' },
  { id: 'place', name: 'place', value: 'Seoul', parentId: 'moods' },
];

const desk = (zoom: number) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a boat' } },
      art: { type: 'image', at: [450, 0], data: { value: '/files/a.png' } },
      film: { type: 'video', at: [450, 300] },
      moods: { type: 'category', at: [0, 300], data: { categories: ROWS } },
    },
    [pipe('idea', 'art')],
    { x: 0, y: 0, zoom },
  );

const hitAt = (editor: TestEditor, world: Vector) => editor.engine.hit(editor.engine.view.toScreen(world));

/** The target of a press on every part of every card. */
function partsHit(editor: TestEditor): string[] {
  return editor.engine.document.allNodes().flatMap((node) => {
    const { actions, rows, retry } = cardLayout(node);
    return [...Object.values(actions), ...rows.map(({ grip }) => grip), retry].map(
      ({ x, y, width, height }) =>
        hitAt(editor, { x: node.position.x + x + width / 2, y: node.position.y + y + height / 2 }).type,
    );
  });
}

const handlesHit = (editor: TestEditor, isConnectable: boolean): string[] =>
  editor.engine.document.allNodes().flatMap((node) =>
    handlesOf(node)
      .filter((handle) => handle.isConnectable === isConnectable)
      .map((handle) => hitAt(editor, editor.handle(node.id, handle.id)).type),
  );

describe('only what is drawn can be hit', () => {
  it.each([0.1, 0.19, 0.2, 0.34])('at %d a card has no buttons, no grips and no "try again" [STAGE-5]', (zoom) => {
    const editor = desk(zoom);
    editor.engine.setRuns(new Map([['art', { state: 'failed', message: 'no' }]]));
    expect(new Set(partsHit(editor))).toEqual(new Set(['node']));
    editor.takeEvents();
    for (const node of editor.nodes) editor.click(node);
    editor.click(editor.part('art', 'run')).click(editor.part('idea', 'convert')).click(editor.part('art', 'retry'));
    expect(editor.eventTypes).not.toContain('action');
  });

  it('from 35 % on all of them are there [STAGE-5]', () => {
    const editor = desk(0.35);
    expect(new Set(partsHit(editor))).toEqual(new Set(['node', 'action', 'grip']));
    expect(new Set(handlesHit(editor, false))).toEqual(new Set(['handle']));
  });

  it('below 35 % the handles that take no pipe are not there, below 20 % none is [STAGE-5]', () => {
    expect(new Set(handlesHit(desk(0.3), true))).toEqual(new Set(['handle']));
    expect(handlesHit(desk(0.3), false)).not.toContain('handle');
    expect(handlesHit(desk(0.15), true)).not.toContain('handle');
  });

  it('a press between two cards moves the pane at 10 %, on the very end of a pipe too [STAGE-5]', () => {
    for (const gap of [1, 40, 100, 229]) {
      const editor = desk(0.1).pointerDown({ x: 220 + gap, y: 97.5 });
      expect(editor.pointerMove({ x: 520, y: 297.5 }).state, `${gap} beside the card`).toBe('select.panning');
      expect(editor.pointerUp().edges).toEqual(['idea-art']);
    }
  });

  it.each([
    ['zooms it out of sight', (editor: TestEditor) => editor.engine.view.zoomBy(0.12)],
    ['moves it away', (editor: TestEditor) => editor.engine.view.panBy({ x: 90, y: 0 })],
  ])('a handle has no tooltip once the view %s under a still pointer [STAGE-5]', (_, move) => {
    const editor = desk(1).pointerMove(desk(1).handle('idea', 'text-right'));
    expect(editor.engine.hoverHandle).toEqual({ nodeId: 'idea', handleId: 'text-right' });
    move(editor);
    expect(editor.engine.hoverHandle).toBeNull();
  });

  it('the ends of the one selected pipe are ringed, and taken, at every zoom [STAGE-5]', () => {
    const editor = desk(0.1);
    editor.engine.select({ edges: new Set(['idea-art']) });
    expect(hitAt(editor, editor.endOf('idea-art', 'target'))).toMatchObject({ type: 'edgeEnd', end: 'target' });
  });
});

describe('a double click far out', () => {
  it('flies to the card and opens nothing; there it can be read [ZOOM-5]', () => {
    for (const zoom of [0.1, 0.34]) {
      const editor = desk(zoom).doubleClick('idea').expectSelected('idea');
      expect(editor.viewport.zoom, 'it takes its time').toBe(zoom);
      const way = [zoom];
      while (editor.engine.wantsTicks) way.push(editor.wait(1).viewport.zoom);
      expect(way.length).toBeGreaterThan(5);
      expect(way).toEqual(way.toSorted((a, b) => a - b));
      expect(editor.viewport).toEqual({ x: 500 - 110, y: 350 - 97.5, zoom: 1 });
      expect(editor.engine.editing).toBeNull();
      expect(editor.eventTypes).not.toContain('action');
    }
    const near = desk(0.35).doubleClick([60, 80]);
    expect([near.engine.editing?.nodeId, near.engine.wantsTicks]).toEqual(['idea', false]);
  });

  it('is instant for people who prefer no motion [ZOOM-5]', () => {
    const editor = desk(0.1);
    editor.engine.isStill = true;
    expect(editor.doubleClick('art').viewport.zoom).toBe(1);
    expect(editor.engine.wantsTicks).toBe(false);
  });

  it('stops where it is as soon as the person presses, turns the wheel or cancels', () => {
    const ends: readonly ((editor: TestEditor) => unknown)[] = [
      (editor) => editor.pointerDown(editor.onScreen(900, 650)),
      (editor) => editor.wheel('idea', 0, 30),
      (editor) => editor.keyDown('Escape'),
      (editor) => editor.cancel(),
    ];
    for (const end of ends) {
      const editor = desk(0.1).doubleClick('idea').wait(4);
      end(editor);
      const { zoom } = editor.viewport;
      expect(zoom).toBeLessThan(1);
      expect(editor.wait(99).viewport.zoom).toBe(zoom);
    }
  });

  it('is a look, not an edit', () => {
    const editor = desk(0.1).doubleClick('idea').wait(30);
    expect([editor.eventTypes.includes('document'), editor.engine.canUndo]).toEqual([false, false]);
  });
});

describe('a text opened far out by the keyboard', () => {
  it('is brought to where it can be read', () => {
    const editor = desk(0.1).select('idea').keyDown('Enter').wait(30);
    expect(editor.engine.editing).toEqual({ nodeId: 'idea', name: 'value' });
    expect(editor.viewport.zoom).toBe(1);
  });
});
