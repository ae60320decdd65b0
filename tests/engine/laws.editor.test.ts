import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgeId, type Change, type EditorEvent, type FlowEdge, type FlowNode } from '../../src/engine';
import { pipe, TestEditor } from '../support/TestEditor';
import { anyAim, anyArrival, anyGesture, anyPointer, anyStep, anyVerb } from './support/anyStep';
import { takeStep } from './support/takeStep';
import { brokenLaws } from './support/brokenLaws';
import { anyChange, nearPoint, oddCanvas } from './support/oddCanvas';

const EVERYWHERE = { x: -1.5e300, y: -1.5e300, width: 3e300, height: 3e300 };
const length = fc.integer({ min: 0, max: 1500 });
const anyBoxes = fc
  .array(fc.tuple(nearPoint, length, length), { minLength: 1, maxLength: 3 })
  .map((boxes) => [EVERYWHERE, ...boxes.map(([corner, width, height]) => ({ ...corner, width, height }))]);

const content = ({ engine: { document } }: TestEditor) => ({ nodes: document.allNodes(), edges: document.allEdges() });

const nodeOf = (change: Change): string | undefined =>
  change.type === 'addNode' || change.type === 'replaceNode'
    ? change.node.id
    : 'id' in change && change.type !== 'removeNode' && change.type !== 'removeEdge'
      ? change.id
      : undefined;

const byId = <T extends FlowNode | FlowEdge>(things: readonly T[]): ReadonlyMap<string, T> =>
  new Map(things.map((thing) => [thing.id, thing]));

/** The nodes and edges whose value changed although no listener was told. */
function changedInSilence(
  before: ReturnType<typeof content>,
  after: ReturnType<typeof content>,
  events: readonly EditorEvent[],
): string[] {
  const changes = events.flatMap((event) => (event.type === 'document' ? event.changes : []));
  if (changes.length === 0 && (before.nodes !== after.nodes || before.edges !== after.edges)) return ['a list'];
  const told = new Set(changes.map(nodeOf));
  const added = new Set(changes.flatMap((change) => (change.type === 'addEdge' ? change.edge.id : [])));
  const [nodes, edges] = [byId(before.nodes), byId(before.edges)];
  const isAllMoved = changes.some(({ type }) => type === 'moveAll');
  const isTold = ({ id }: FlowNode): boolean => told.has(id) || (isAllMoved && nodes.has(id));
  return [
    ...after.nodes.filter((node) => nodes.get(node.id) !== node && !isTold(node)).map(({ id }) => id),
    ...after.edges.filter((edge) => edges.get(edge.id) !== edge && !added.has(edge.id)).map(({ id }) => id),
  ];
}

describe('laws of the editor', () => {
  it('any sequence of steps on any canvas keeps every invariant', () => {
    fc.assert(
      fc.property(oddCanvas, fc.array(anyStep, { maxLength: 40 }), anyBoxes, (start, steps, boxes) => {
        const editor = new TestEditor(start);
        expect(brokenLaws(editor, boxes)).toEqual([]);
        for (const step of steps) {
          takeStep(editor, step);
          expect(brokenLaws(editor, boxes)).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('changes of very many and of few keep every invariant, even if no query comes in between', () => {
    const id = fc.nat(89).map((index) => `n${index}`);
    const node = fc
      .tuple(id, fc.constantFrom('image', 'category'), nearPoint)
      .map(([nodeId, type, { x, y }]) => ({ id: nodeId, type, position: { x, y }, data: {} }));
    const change: fc.Arbitrary<Change> = fc.oneof(
      fc.record({ type: fc.constant('moveNode'), id, position: nearPoint }),
      fc.record({ type: fc.constant('removeNode'), id }),
      fc.record({ type: fc.constant('addNode'), node }),
      fc.record({ type: fc.constant('addEdge'), edge: fc.tuple(id, id).map(([from, to]) => pipe(from, to, 'image')) }),
      fc.record({ type: fc.constant('removeEdge'), id: fc.tuple(id, id).map(([from, to]) => edgeId(from, to)) }),
    );
    const batch = fc.oneof(fc.array(change, { maxLength: 4 }), fc.array(change, { minLength: 90, maxLength: 200 }));
    const act = fc.oneof(
      { weight: 3, arbitrary: batch },
      { weight: 2, arbitrary: nearPoint.map((by): Change[] => [{ type: 'moveAll', by }]) },
      fc.constantFrom('undo', 'redo', 'ask', 'select all and nudge', 'settle'),
    );
    const nodes = Array.from({ length: 70 }, (_, index) => ({
      id: `n${index}`,
      type: 'image',
      position: { x: (index % 8) * 300, y: Math.floor(index / 8) * 240 },
      data: {},
    }));
    const edges = nodes.slice(1).map(({ id: to }, index) => pipe(`n${index}`, to, 'image'));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 7 }), anyBoxes, (acts, boxes) => {
        const editor = new TestEditor({ nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } });
        for (const each of acts) {
          if (each === 'ask') editor.engine.scene.bounds();
          else if (each === 'settle') editor.engine.scene.settle();
          else if (each === 'select all and nudge') editor.keyDown('a', { primary: true }).keyDown('ArrowRight');
          else if (typeof each === 'string') editor.engine[each]();
          else editor.engine.apply(each);
        }
        expect(brokenLaws(editor, boxes)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('Escape leads to rest from anywhere, and leaves nothing of the gesture', () => {
    fc.assert(
      fc.property(oddCanvas, fc.array(anyStep, { maxLength: 25 }), (start, steps) => {
        const editor = new TestEditor(start);
        for (const step of steps) takeStep(editor, step);
        const before = content(editor);
        editor.keyDown('Escape').expectState('idle').keyDown('Escape').expectSelected();
        expect(editor.engine.scene.drag).toBeNull();
        expect(Object.values(editor.engine.preview).filter((part) => part !== null)).toEqual([]);
        expect(content(editor).nodes).toBe(before.nodes);
        expect(content(editor).edges).toBe(before.edges);
      }),
      { numRuns: 150 },
    );
  });

  it('a cancelled gesture of any length leaves the very same document, and the selection', () => {
    fc.assert(
      fc.property(
        oddCanvas,
        fc.array(fc.nat(8), { maxLength: 3 }),
        anyAim,
        anyPointer,
        fc.boolean(),
        fc.array(nearPoint, { maxLength: 12 }),
        fc.constantFrom('Escape', 'capture lost', 'second finger'),
        (start, picks, from, input, rests, way, end) => {
          const editor = new TestEditor(start);
          const named = picks.flatMap((index) => editor.nodes[index] ?? []);
          editor.select(...named);
          const before = { ...content(editor), selected: editor.selected };
          takeStep(editor, { do: 'point', at: from, input: { ...input, type: 'pointerDown' } as typeof input });
          if (rests) editor.wait(32);
          for (const point of way)
            takeStep(editor, {
              do: 'point',
              at: { on: 'pane', point },
              input: { ...input, type: 'pointerMove' } as typeof input,
            });
          if (end === 'second finger') editor.finger('down', 8, 10, 10).finger('down', 9, 90, 90);
          if (end === 'capture lost') editor.cancel();
          else if (editor.state !== 'select.idle') editor.keyDown('Escape');
          editor.expectState('idle');
          takeStep(editor, { do: 'point', at: from, input: { ...input, type: 'pointerUp' } as typeof input });
          expect(content(editor).nodes).toBe(before.nodes);
          expect(content(editor).edges).toBe(before.edges);
          expect(editor.selected).toEqual(before.selected);
          expect(editor.engine.canUndo).toBe(false);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('every change is reported, and everything else keeps its reference', () => {
    fc.assert(
      fc.property(oddCanvas, fc.array(anyStep, { maxLength: 25 }), (start, steps) => {
        const editor = new TestEditor(start);
        for (const step of steps) {
          const before = content(editor);
          editor.takeEvents();
          takeStep(editor, step);
          expect(changedInSilence(before, content(editor), editor.takeEvents())).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('what is saved opens as the same canvas', () => {
    fc.assert(
      fc.property(oddCanvas, fc.array(anyStep, { maxLength: 20 }), (start, steps) => {
        const editor = new TestEditor(start);
        for (const step of steps) takeStep(editor, step);
        const saved = editor.engine.snapshot();
        expect(new TestEditor(JSON.parse(JSON.stringify(saved)) as typeof saved).engine.snapshot()).toEqual(saved);
      }),
      { numRuns: 150 },
    );
  });
});

describe('laws of history', () => {
  const ownSteps = fc.array(fc.oneof(anyGesture, anyVerb), { maxLength: 25 });

  it('undo all the way leads to the start, and redo all the way back; each step did something to something [UNDO-2]', () => {
    fc.assert(
      fc.property(oddCanvas, ownSteps, (start, steps) => {
        const editor = new TestEditor(start);
        const before = content(editor);
        for (const step of steps) takeStep(editor, step);
        editor.cancel();
        while (editor.engine.canRedo) editor.redo();
        const states = [content(editor)];
        while (editor.engine.canUndo) {
          expect(editor.engine.steps.undoStep?.count).toBeGreaterThan(0);
          states.push(content(editor.undo()));
        }
        expect(states.at(-1)).toEqual(before);
        for (const state of states.toReversed().slice(1)) expect(content(editor.redo())).toEqual(state);
        expect(editor.engine.canRedo).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('undo of any changes is what was before, and redo what came of them', () => {
    fc.assert(
      fc.property(oddCanvas, fc.array(anyChange, { maxLength: 12 }), (start, changes) => {
        const editor = new TestEditor(start);
        const before = content(editor);
        editor.engine.apply(changes);
        const after = content(editor);
        expect(content(editor.undo())).toEqual(before);
        expect(content(editor.redo())).toEqual(after);
        expect(content(editor.undo())).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });

  it('steps of one group are one step, whatever they change', () => {
    const steps = fc.array(fc.array(anyChange, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(oddCanvas, steps, (start, runs) => {
        const editor = new TestEditor(start);
        const before = content(editor);
        for (const changes of runs) editor.engine.apply(changes, 'typing');
        const after = content(editor);
        editor.undo();
        expect(editor.engine.canUndo).toBe(false);
        expect(content(editor)).toEqual(before);
        expect(content(editor.redo())).toEqual(after);
      }),
      { numRuns: 300 },
    );
  });

  it('a word of many letters is as small a step as one of few', () => {
    const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] } });
    for (let letters = 1; letters <= 200; letters++)
      editor.engine.editText({ nodeId: 'idea', name: 'value' }, 'x'.repeat(letters));
    editor.takeEvents();
    editor.undo();
    const undone = editor.takeEvents().flatMap((event) => (event.type === 'document' ? event.changes : []));
    expect(undone).toHaveLength(1);
    expect(editor.node('idea').data).not.toHaveProperty('value');
  });

  it('a picture that arrives survives the undoing of everything, and the redoing', () => {
    const arrival = fc.tuple(fc.nat(25), fc.nat(8));
    fc.assert(
      fc.property(oddCanvas, ownSteps, arrival, (start, steps, [when, index]) => {
        const editor = new TestEditor(start);
        const before = content(editor);
        const id = before.nodes[index % Math.max(1, before.nodes.length)]?.id ?? '';
        let isArrived = false;
        const replaced = new Set<string>();
        editor.engine.subscribe((event) => {
          if (event.type !== 'document') return;
          for (const change of event.changes) {
            const isAnother = change.type === 'addNode' && event.origin === 'user';
            if (isAnother || change.type === 'replaceNode') replaced.add(change.node.id);
          }
        });
        for (const [at, step] of steps.entries()) {
          takeStep(editor, step);
          if (at !== when % steps.length) continue;
          // It came to a node that was deleted before, too: the undo of that brings the node back.
          isArrived = true;
          editor.merge({ type: 'setData', id, data: { picture: 'arrived' } });
        }
        editor.cancel();
        // A new node in its place has another picture.
        fc.pre(!replaced.has(id));
        while (editor.engine.canUndo) editor.undo();
        const withPicture = ({ nodes }: typeof before) =>
          nodes.map((node) =>
            node.id === id && isArrived ? { ...node, data: { ...node.data, picture: 'arrived' } } : node,
          );
        expect(editor.engine.document.allNodes()).toEqual(withPicture(before));
        expect(editor.engine.document.allEdges()).toEqual(before.edges);
      }),
      { numRuns: 150 },
    );
  });

  it('undo never brings an invalid canvas, whatever arrived in between', () => {
    fc.assert(
      fc.property(
        oddCanvas,
        fc.array(fc.oneof(anyVerb, anyArrival), { maxLength: 15 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        (start, steps, travels) => {
          const editor = new TestEditor(start);
          for (const step of steps) takeStep(editor, step);
          for (const isBack of travels) {
            if (isBack) editor.undo();
            else editor.redo();
            expect(brokenLaws(editor, [EVERYWHERE])).toEqual([]);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('undo and redo never show a result or words that are older than the last ones that arrived [UNDO-1] [UNDO-4]', () => {
    const ways = ['choose', 'type', 'arrive', 'arriveAsNode', 'arriveAnew', 'move', 'remove', 'undo', 'redo'] as const;
    const type = fc.constantFrom('image', 'textPrompt');
    fc.assert(
      fc.property(type, fc.array(fc.constantFrom(...ways), { maxLength: 40 }), (kind, history) => {
        const node: FlowNode = { id: 'art', type: kind, position: { x: 0, y: 0 }, data: { value: 0 } };
        const { engine } = new TestEditor({ nodes: [node], edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
        let arrived = 0;
        for (const [index, way] of history.entries()) {
          const here = engine.document.node('art');
          const data = { value: index + 1 };
          if (way === 'choose') engine.apply([{ type: 'setData', id: 'art', data }]);
          else if (way === 'type') engine.apply([{ type: 'setData', id: 'art', data }], 'typing');
          else if (way === 'move') engine.apply([{ type: 'moveNode', id: 'art', position: { x: index, y: 0 } }]);
          else if (way === 'remove') engine.apply([{ type: 'removeNode', id: 'art' }]);
          else if (way === 'undo' || way === 'redo') engine[way]();
          else {
            arrived = data.value;
            if (here && way === 'arriveAsNode') engine.merge([{ type: 'replaceNode', node: { ...here, data } }]);
            else if (here && way === 'arriveAnew') {
              engine.merge([{ type: 'removeNode', id: 'art' }]);
              engine.merge([{ type: 'addNode', node: { ...here, data } }]);
            } else engine.merge([{ type: 'setData', id: 'art', data }]);
          }
          const { value: shown = arrived } = engine.document.node('art')?.data ?? {};
          expect(shown).toBeGreaterThanOrEqual(arrived);
        }
      }),
      { numRuns: 500 },
    );
  });
});
