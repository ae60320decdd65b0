import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import {
  ACTIONS,
  allActions,
  buttonOf,
  CANVAS_ACTIONS,
  NODE_ACTIONS,
  type NodeTarget,
  type NodeWork,
} from '../../src/actions';
import { canRun, cardLayout, SHORTCUTS, type Chord } from '../../src/engine';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import { openActionTargets } from '../support/actionTargets';
import { pipe, TestEditor } from '../support/TestEditor';

const said = (words: object, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], words);

const inBothLanguages = (key: string): boolean => [ko, en].every((words) => typeof said(words, key) === 'string');

const pressed = ({ key, primary = false, shift = false, alt = false }: Chord): string =>
  `${primary}+${shift}+${alt}+${key}`;

const flow = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0] },
    art: { type: 'image', at: [450, 0] },
    talk: { type: 'model', at: [450, 300] },
    photo: { type: 'imageUpload', at: [0, 300] },
  });

/** Runs `work` on a node of the flow and returns the node as an action sees it. */
function meet(canvas: TestEditor, id: string, work: NodeWork = 'none'): { target: NodeTarget; done: string[] } {
  const node = canvas.engine.document.node(id);
  if (!node) throw new Error(`no node '${id}'`);
  const done: string[] = [];
  return {
    done,
    target: {
      kinds: canvas.engine.document.kinds,
      node,
      work,
      takes: 0,
      canRun: canRun(canvas.engine.document, node),
      act: (nodeId, part) => done.push(`${part} ${nodeId}`),
      stop: (nodeId) => done.push(`stop ${nodeId}`),
      remove: (nodeId) => done.push(`remove ${nodeId}`),
    },
  };
}

const isAction = (value: unknown): value is (typeof ACTIONS)[number] =>
  typeof value === 'object' && value !== null && 'id' in value && 'whyNot' in value && 'run' in value;

/** The definitions in what a file of src/actions exports: one, a list of them or a table of them. */
const definitionsIn = (exported: unknown): readonly (typeof ACTIONS)[number][] =>
  isAction(exported) ? [exported] : Object.values(Object(exported) as object).filter(isAction);

/** Actions that need more than the open project: another page, a dialog, a line, a field, a take, a version, or that one node alone is selected. */
const NEEDS_MORE =
  /^(cell|compare|dialog|example|find|home|library|list|node|outline|palette|row|sheet|take|takeList|version|walk)\.|^bookmark\.goTo/;

describe('every action', () => {
  it('is walked by these tests, wherever it is defined [TOOL-3]', () => {
    const files: Record<string, object> = import.meta.glob('../../src/actions/*.ts', { eager: true });
    const defined = Object.values(files).flatMap((file) => Object.values(file).flatMap(definitionsIn));
    const walked = new Set(ACTIONS.map(({ id }) => id));
    expect(defined.length).toBeGreaterThan(100);
    expect(defined.filter(({ id }) => !walked.has(id))).toEqual([]);
  });

  it('has a name of its own, and words in both languages [TOOL-3]', () => {
    expect(new Set(ACTIONS.map(({ id }) => id)).size).toBe(ACTIONS.length);
    expect(ACTIONS.filter(({ words }) => !inBothLanguages(words))).toEqual([]);
  });

  it('has keys that no other one has, of the page or of one part of it [TOOL-3]', () => {
    const keys = ACTIONS.flatMap(({ chords, within = 'page' }) => chords.map((chord) => `${within} ${pressed(chord)}`));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('is listed in the command bar, unless it needs more than the open project [FIND-2]', () => {
    const listed = new Set(allActions(openActionTargets().targets).map(({ id }) => id));
    const missing = ACTIONS.filter(({ id }) => !listed.has(id) && !NEEDS_MORE.test(id));
    expect(missing.map(({ id }) => id)).toEqual(['workspace.commandBar']);
  });

  it.each([
    ['nothing is selected', []],
    ['a text is selected', ['idea']],
    ['an image node is selected', ['art']],
    ['two nodes are selected', ['idea', 'art']],
  ] as const)('says while %s why it is off, in both languages, and does nothing then [TOOL-3]', (_, selected) => {
    const { canvas, targets, done } = openActionTargets();
    canvas.select(...selected);
    const before = [canvas.engine.snapshot(), canvas.engine.selection, canvas.engine.view.viewport];
    const off = allActions(targets).filter(({ whyNot }) => whyNot(null) !== null);
    expect(off.length).toBeGreaterThan(5);
    for (const action of off) {
      expect([action.id, inBothLanguages(action.whyNot(null) ?? '')]).toEqual([action.id, true]);
      action.run(null);
    }
    expect([canvas.engine.snapshot(), canvas.engine.selection, canvas.engine.view.viewport]).toEqual(before);
    expect(done).toEqual([]);
  });

  it('exists for every key of the engine', () => {
    const known = new Set(ACTIONS.flatMap(({ chords }) => chords.map(pressed)));
    const keys = Object.values(SHORTCUTS).flatMap(({ chords }) => chords.map(pressed));
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });
});

describe('an action of the canvas', () => {
  it('says on an empty canvas why it is off, in both languages, and does nothing then', () => {
    const { engine } = TestEditor.with({});
    const before = engine.snapshot();
    const off = Object.values(CANVAS_ACTIONS).filter((action) => action.whyNot(engine) !== null);
    expect(off.map(({ id }) => id)).toEqual(
      ['undo', 'redo', 'selectAll', 'open', 'remove', 'deselect', 'fit', 'fitSelection'].map(
        (name) => `canvas.${name}`,
      ),
    );
    for (const action of off) {
      expect(inBothLanguages(action.whyNot(engine) ?? '')).toBe(true);
      action.run(engine);
    }
    expect(engine.snapshot()).toEqual(before);
  });

  it('is on where it can do something, and does what its key does', () => {
    const { engine } = flow();
    CANVAS_ACTIONS.selectAll.run(engine);
    expect(engine.selection.nodes.size).toBe(4);
    expect(CANVAS_ACTIONS.remove.whyNot(engine)).toBeNull();
    CANVAS_ACTIONS.remove.run(engine);
    expect(engine.document.allNodes()).toHaveLength(0);
    CANVAS_ACTIONS.undo.run(engine);
    expect(engine.document.allNodes()).toHaveLength(4);
    CANVAS_ACTIONS.redo.run(engine);
    expect(engine.document.allNodes()).toHaveLength(0);
    expect(CANVAS_ACTIONS.redo.whyNot(engine)).toBe('toolbar.nothingToRedo');
  });

  it('stops at the ends of the zoom', () => {
    const { engine } = flow();
    for (let n = 0; n < 60; n += 1) CANVAS_ACTIONS.zoomIn.run(engine);
    expect(CANVAS_ACTIONS.zoomIn.whyNot(engine)).toBe('action.nearest');
    for (let n = 0; n < 60; n += 1) CANVAS_ACTIONS.zoomOut.run(engine);
    expect(CANVAS_ACTIONS.zoomOut.whyNot(engine)).toBe('action.farthest');
    CANVAS_ACTIONS.zoomReset.run(engine);
    expect(engine.view.viewport.zoom).toBe(1);
  });
});

it('selects a card with all that feeds it, or with all that it feeds [WIRE-5]', () => {
  const canvas = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      art: { type: 'image', at: [450, 0] },
      last: { type: 'image', at: [900, 0] },
    },
    [pipe('idea', 'art'), pipe('art', 'last', 'image')],
  );
  expect(['canvas.feeders', 'canvas.fed'].map((id) => ACTIONS.find((action) => action.id === id)?.chords[0])).toEqual([
    { key: 'u', shift: true },
    { key: 'd', shift: true },
  ]);
  canvas.select('art').keyDown('U', { shift: true }).expectSelected('art', 'idea');
  canvas.select('art').keyDown('D', { shift: true }).expectSelected('art', 'last');
});

describe('an action of a node', () => {
  it('has a button for each that the card shows, and no other', () => {
    const canvas = flow();
    const { kinds } = canvas.engine.document;
    for (const { id, node } of canvas.engine.document.allNodes().map((each) => ({ id: each.id, node: each }))) {
      const shown = Object.keys(cardLayout(node).actions).toSorted();
      const offered = Object.values(NODE_ACTIONS)
        .filter(({ part, isOffered }) => part !== 'retry' && part !== null && isOffered('none', 1, 2))
        .filter((action) => buttonOf(action, { kinds, node }) !== null)
        .map(({ part }) => String(part))
        .toSorted();
      expect([id, offered]).toEqual([id, shown]);
    }
  });

  it('runs a node with an incoming connection, and says why one without cannot run', () => {
    const canvas = flow();
    const alone = meet(canvas, 'art');
    expect(NODE_ACTIONS.run.whyNot(alone.target)).toBe('node.runNeedsLeft');
    NODE_ACTIONS.run.run(alone.target);
    expect(alone.done).toEqual([]);

    canvas.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
    const joined = meet(canvas, 'art');
    NODE_ACTIONS.run.run(joined.target);
    expect(joined.done).toEqual(['run art']);
  });

  it.each([
    ['none', 'run'],
    ['failed', 'run'],
    ['running', 'stop'],
    ['waiting', 'takeBack'],
  ] as const)('offers one button of the run while the node is %s: %s', (work, name) => {
    const { target } = meet(flow(), 'art', work);
    const offered = Object.entries(NODE_ACTIONS).filter(
      ([, action]) => action.part === 'run' && action.isOffered(work, 0) && buttonOf(action, target) !== null,
    );
    expect(offered.map(([key]) => key)).toEqual([name]);
  });

  it('never begins a run by a stop', () => {
    const running = meet(flow(), 'art', 'running');
    NODE_ACTIONS.stop.run(running.target);
    expect(running.done).toEqual(['stop art']);
  });

  it('reads well in Korean', async () => {
    await i18next.init({ lng: 'ko', resources: { ko: { translation: ko } } });
    expect(i18next.t(NODE_ACTIONS.run.words)).toBe('실행');
  });
});
