import { describe, expect, it } from 'vitest';
import type { Box, NodeRun } from '../../../src/engine';
import { ON_SCREEN } from '../../pixels/support/frames';
import { paintWorld } from '../../../src/engine/render/frame/paintLayers';
import { Recorder } from '../../support/Recorder';
import { pipe, TestEditor } from '../../support/TestEditor';

const RUNNING: NodeRun = { state: 'running', phase: 0.5 };

/** Two pipes lead to the node that runs, one from it, and one runs far away. */
const desk = (zoom = 1) => {
  const editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, -30] },
      moods: { type: 'text', at: [0, 400] },
      art: { type: 'image', at: [450, 0] },
      late: { type: 'image', at: [900, 0] },
      far: { type: 'textPrompt', at: [9000, 0] },
      away: { type: 'image', at: [9450, 0] },
    },
    [pipe('idea', 'art'), pipe('moods', 'art'), pipe('art', 'late', 'image'), pipe('far', 'away')],
    { x: 0, y: 0, zoom },
  );
  editor.engine.view.setSize({ width: 1000, height: 700 });
  return editor;
};

/** The boxes that one tick of the clock repaints, without those of cards. */
function tick(editor: TestEditor, flow: number | null, ...running: readonly string[]): readonly Box[] {
  editor.takeEvents();
  editor.showRuns(new Map(running.map((id) => [id, RUNNING])), flow);
  return editor
    .takeEvents()
    .flatMap((event) => (event.type === 'invalidate' && event.area !== 'all' ? event.area : []))
    .filter(({ width, height }) => !(width === 245 && height === 195));
}

const dropsIn = (editor: TestEditor): number => {
  const recorder = new Recorder();
  paintWorld(recorder, editor.engine, ON_SCREEN);
  return recorder.all('setLineDash').filter(({ args }) => args.length > 0).length;
};

describe('what feeds a running node', () => {
  it('flows, in all its pipes and in no other one [CARD-5]', () => {
    const editor = desk();
    tick(editor, 0.1, 'art');
    expect(dropsIn(editor)).toBe(2);
    // One is straight, the other has three parts, each painted by itself.
    const area = tick(editor, 0.2, 'art');
    expect(area).toHaveLength(4);
    for (const { width, height } of area) expect(Math.min(width, height)).toBe(16);
  });

  it('is still when nothing runs, and nothing is painted for it [CARD-5]', () => {
    const editor = desk();
    tick(editor, 0.1, 'art');
    // The last drops are wiped away.
    expect(tick(editor, null)).toHaveLength(4);
    expect(dropsIn(editor)).toBe(0);
    expect(tick(editor, null)).toEqual([]);
  });

  it('flows only where it is seen [CARD-5]', () => {
    const editor = desk();
    tick(editor, 0.1, 'art', 'away');
    expect(tick(editor, 0.2, 'art', 'away')).toHaveLength(4);
    expect(tick(editor, 0.3, 'away')).toHaveLength(4);
    expect(tick(editor, 0.4, 'away')).toEqual([]);
  });

  it.each([0.34, 0.15])('does not flow at zoom %d [CARD-5]', (zoom) => {
    const editor = desk(zoom);
    tick(editor, 0.1, 'art');
    expect(tick(editor, 0.2, 'art')).toEqual([]);
    expect(dropsIn(editor)).toBe(0);
  });

  it('does not flow under reduced motion [CARD-5]', () => {
    const editor = desk();
    tick(editor, null, 'art');
    expect(tick(editor, null, 'art')).toEqual([]);
    expect(dropsIn(editor)).toBe(0);
  });

  it('is still in a thumbnail', () => {
    const editor = desk();
    tick(editor, 0.1, 'art');
    const recorder = new Recorder();
    paintWorld(recorder, editor.engine, { ...ON_SCREEN, isInteractive: false });
    expect(recorder.count('setLineDash')).toBe(0);
  });
});

const failed = (message: string): NodeRun => ({ state: 'failed', message });
/** The number of cards that one tick of the clock repaints. */
const cards = (editor: TestEditor, runs: readonly (readonly [string, NodeRun])[]): number => {
  editor.takeEvents();
  editor.showRuns(new Map(runs));
  return editor.takeEvents().flatMap((event) => (event.type === 'invalidate' && event.area !== 'all' ? event.area : []))
    .length;
};

const running = (phase: number): [string, NodeRun] => ['art', { state: 'running', elapsedS: 1, phase }];

describe('while one node runs', () => {
  it('no other card is painted again, whichever has failed, waits or shows a note beside it [CARD-8]', () => {
    const editor = desk();
    const rest = (): [string, NodeRun][] => [
      ['late', failed('too long')],
      ['away', { state: 'waiting' }],
      ['moods', { state: 'note', message: 'not taken' }],
    ];
    expect(cards(editor, [running(0.1), ...rest()])).toBe(4);
    expect(cards(editor, [running(0.2), ...rest()])).toBe(1);
    expect(cards(editor, [running(0.2), ...rest()])).toBe(0);
    expect(cards(editor, [running(0.2), ['late', failed('another reason')], ...rest().slice(1)])).toBe(1);
    expect(cards(editor, [running(0.2), ...rest().slice(1)])).toBe(1);
  });

  it('hundreds that have failed cost no paint at all [CARD-8]', () => {
    const names = Array.from({ length: 300 }, (_, index) => `n${index}`);
    const editor = TestEditor.with(
      Object.fromEntries(
        names.map((name, index) => [name, { type: 'image', at: [(index % 20) * 300, Math.floor(index / 20) * 240] }]),
      ),
    );
    const all = (phase: number): [string, NodeRun][] =>
      names.map((name, index) => [name, index === 0 ? { state: 'running', phase } : failed('no')]);
    cards(editor, all(0.1));
    expect(cards(editor, all(0.2))).toBe(1);
  });
});
