import { describe, expect, it } from 'vitest';
import { canRun } from '../../src/engine';
import { paintOverlay, paintWorld } from '../../src/engine/render/frame/paintLayers';
import type { Sheet } from '../support/nodeCanvas';
import { EN, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';
import { ON_SCREEN, THUMBNAIL, desk, seen, world, overlay, places } from './support/frames';

/** The bare pixels of a free part of the pane: those between its dots. */
const bare = (of: Sheet): number => of.count(LIGHT.pane, 700, 100, 280, 500);

describe('a frame of the world', () => {
  it('is the pane, its dots, the pipes and over them the cards [NODE-6]', () => {
    const sheet = seen(desk());
    expect(sheet.at(995, 695)).toBe(LIGHT.pane);
    expect(sheet.at(250 + 80, 157)).not.toBe(LIGHT.pane);
    expect(sheet.at(140, 100)).toBe(LIGHT.surface);
    expect(bare(sheet)).toBeLessThan(280 * 500);
    expect(bare(seen(desk(), THUMBNAIL))).toBe(280 * 500);
    expect(sheet.count(LIGHT.textEdge, 260, 100, 150, 70)).toBeGreaterThan(500);
    expect(world(desk()).texts).toEqual(expect.arrayContaining(['a fox', 'mood', 'calm', 'colour', 'red']));
  });

  it('is where the viewport has it: moved, enlarged, on device pixels', () => {
    const editor = desk();
    editor.engine.view.setViewport({ x: 100, y: -40, zoom: 2 });
    const sheet = seen(editor);
    // The card's corner, at 30, 60 of the world.
    expect([sheet.at(380, 90), sheet.at(380, 75), sheet.at(150, 90)]).toEqual([LIGHT.surface, LIGHT.pane, LIGHT.pane]);
    const fine = seen(editor, { ...ON_SCREEN, pixelRatio: 2 });
    expect([fine.at(760, 180), fine.at(760, 150), fine.at(300, 180)]).toEqual([LIGHT.surface, LIGHT.pane, LIGHT.pane]);
    expect(fine.at(1990, 1390)).toBe(LIGHT.pane);
  });

  it('holds only what is in view, and what reaches into it', () => {
    const editor = desk();
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 4, edges: 1 });
    editor.engine.view.setViewport({ x: -280, y: 0, zoom: 1 });
    // The category ends 5 px beside the stage: its handle and its ring would still be visible.
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 3, edges: 1 });
    editor.engine.view.setViewport({ x: -5000, y: 0, zoom: 1 });
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
    expect(colours).toEqual([LIGHT.textEdge, LIGHT.imageEdge]);
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
    editor.showRuns(new Map());
    expect(seen(editor).at(play.x - 11, play.y)).not.toBe(LIGHT.ink);
  });

  it('leaves the text that is edited to its field, of a card and of a row', () => {
    const editor = desk();
    editor.engine.startEditing({ nodeId: 'idea', name: 'value' });
    const written = () => world(editor).texts.filter((text) => text === 'a fox').length;
    // The picture that it feeds keeps its name.
    expect(written()).toBe(1);
    editor.engine.startEditing({ nodeId: 'moods', name: 'value', rowId: 'row' });
    expect(written()).toBe(2);
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
    expect(seen(editor, THUMBNAIL).at(140, 58)).toBe(LIGHT.pane);
    editor.engine.select({ edges: new Set(['idea-art']) });
    expect(seen(editor).print(260, 60, 150, 120)).not.toBe(seen(desk()).print(260, 60, 150, 120));
  });

  it('has no dots and no traces of a gesture on a thumbnail, which shows dragged cards as well', () => {
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
    expect(seen(editor).at(430, 240)).toBe(LIGHT.pane);
  });
});

describe('a far drag', () => {
  it('is found where it is drawn: cards, the pipe between them and the one that is stretched', () => {
    const editor = desk();
    editor.engine.apply([{ type: 'addEdge', edge: pipe('moods', 'art') }]);
    editor.select('idea', 'art').pointerDown('art').pointerMove([600, 100]);
    editor.wheel([500, 300], 0, 3000).wheel([500, 300], 2000, 0).pointerMove(editor.onScreen(600, 100));
    expect(editor.drawnAt('art')[1]).toBeGreaterThan(2900);
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 0, edges: 0 });
    expect(paintOverlay(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 2, edges: 2 });
    expect(editor.engine.scene.edgesIn(editor.engine.view.visibleBox()).map(({ id }) => id)).toEqual([
      'moods-art',
      'idea-art',
    ]);

    editor.cancel().engine.view.setViewport({ x: 0, y: 0, zoom: 1 });
    expect(paintOverlay(new Recorder(), editor.engine, ON_SCREEN)).toEqual({ nodes: 0, edges: 0 });
    expect(paintWorld(new Recorder(), editor.engine, ON_SCREEN).edges).toBe(2);
  });
});
