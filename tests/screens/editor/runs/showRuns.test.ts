import { type IObservableValue, observable, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NodeRun } from '../../../../src/engine';
import { showRuns } from '../../../../src/screens/editor/runs/showRuns';
import type { GenerationState } from '../../../../src/stores/generation/GenerationState';
import type { NodeStep } from '../../../../src/stores/runs/runSummary';
import { TestEditor } from '../../../support/TestEditor';

const COUNT = 1000;
const idAt = (index: number): string => `n${index}`;
/** A node of the middle of the canvas, far outside the stage. */
const FAR = idAt(500);

let editor: TestEditor;
let states: Map<string, GenerationState>;
let steps: IObservableValue<ReadonlyMap<string, NodeStep>>;
/** Every call of `setRuns`: the ids that were told. */
let told: string[][];
let stop: () => void;

const shallow = <T>(entries: [string, T][] = []) => observable.map<string, T>(entries, { deep: false });
const running = (): GenerationState => ({ state: 'running', startedAt: Date.now() });
const step = (state: NodeStep['state'], reason?: string): NodeStep => ({
  runId: 'r',
  state,
  reason,
  startedAt: state === 'running' ? 0 : null,
});
const taken = (): string[][] => told.splice(0);

function show(all: [string, GenerationState][]): void {
  states = shallow(all);
  stop = showRuns({
    editor: editor.engine,
    generation: { states },
    runs: {
      get byNode() {
        return steps.get();
      },
    },
    conversion: { busy: observable.set<string>() },
    uploads: { progress: shallow<number>(), refused: shallow<string>(), full: shallow<string>() },
    isStill: false,
    t: ((key: string) => key) as never,
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 10_000 });
  const ids = Array.from({ length: COUNT }, (_, index) => idAt(index));
  editor = TestEditor.with(
    Object.fromEntries(
      ids.map((id, index) => [id, { type: 'image', at: [(index % 25) * 300, Math.floor(index / 25) * 240] }]),
    ),
  );
  editor.engine.view.setSize({ width: 1000, height: 700 });
  steps = observable.box<ReadonlyMap<string, NodeStep>>(new Map(), { deep: false });
  told = [];
  const { engine } = editor;
  const setRuns = engine.setRuns.bind(engine);
  engine.setRuns = (changes: ReadonlyMap<string, NodeRun | null>, flow) => {
    told.push([...changes.keys()]);
    setRuns(changes, flow);
  };
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('a thousand failed nodes cost nothing at rest, and one that changes costs one [CARD-8]', () => {
  show(Array.from({ length: COUNT }, (_, index) => [idAt(index), { state: 'failed', words: { key: 'node.notRun' } }]));
  expect(taken().map(({ length }) => length)).toEqual([COUNT]);
  vi.advanceTimersByTime(5000);
  expect(taken()).toEqual([]);
  runInAction(() => states.set(FAR, { state: 'waiting' }));
  expect(taken()).toEqual([[FAR]]);
  runInAction(() => states.delete(FAR));
  expect(taken()).toEqual([[FAR]]);
  expect(editor.engine.runs.size).toBe(COUNT - 1);
});

it('while one runs, a step of the clock costs that one alone, whatever has failed beside it [CARD-8]', () => {
  show(Array.from({ length: COUNT }, (_, index) => [idAt(index), { state: 'failed', words: { key: 'node.notRun' } }]));
  runInAction(() => states.set('n0', running()));
  taken();
  vi.advanceTimersByTime(1000);
  const ticks = taken();
  expect(ticks.length).toBeGreaterThan(25);
  expect(new Set(ticks.flat())).toEqual(new Set(['n0']));
  expect(editor.engine.runs.get('n0')?.elapsedS).toBeGreaterThanOrEqual(0);
});

it('of a thousand that run, a step of the clock costs those in view, and none where blocks are drawn [CARD-8]', () => {
  show(Array.from({ length: COUNT }, (_, index) => [idAt(index), running()]));
  const inView = editor.engine.scene.nodesIn(editor.engine.view.visibleBox()).map(({ id }) => id);
  expect(inView.length).toBeLessThan(30);
  taken();
  vi.advanceTimersByTime(100);
  for (const ids of taken()) expect(ids.toSorted()).toEqual(inView.toSorted());
  const before = editor.engine.runs.get(FAR);
  vi.advanceTimersByTime(2000);
  expect(editor.engine.runs.get(FAR)).toBe(before);
  // Nodes that come into view are reported with the next step.
  editor.engine.view.centreOn(editor.node(FAR).position);
  vi.advanceTimersByTime(100);
  expect(editor.engine.runs.get(FAR)?.elapsedS).toBe(2);
  taken();
  editor.engine.view.zoomTo(0.1);
  vi.advanceTimersByTime(100);
  expect(taken().flat()).toEqual([]);
});

it('of a run over a thousand nodes, a step that has changed costs its node [CARD-8]', () => {
  show([]);
  const all = (changed: NodeStep): ReadonlyMap<string, NodeStep> =>
    new Map(
      Array.from({ length: COUNT }, (_, index) => [idAt(index), idAt(index) === FAR ? changed : step('waiting')]),
    );
  runInAction(() => steps.set(all(step('waiting'))));
  taken();
  runInAction(() => steps.set(all(step('failed', 'refused'))));
  expect(taken()).toEqual([[FAR]]);
  runInAction(() => steps.set(new Map()));
  expect(editor.engine.runs.size).toBe(0);
});

const shown = (): string | undefined => {
  const run = editor.engine.runs.get('n0');
  return run?.message ?? run?.state;
};
const [COMING, DONE] = ['runs.cardComing', 'runs.cardDone'];
const tell = (state: NodeStep['state'] | null): void =>
  runInAction(() => steps.set(new Map(state ? [['n0', step(state)]] : [])));
const putPicture = (): void => editor.engine.merge([{ type: 'setData', id: 'n0', data: { value: '/files/new.png' } }]);

it('a node whose step is done says that its picture is coming until it is there, and no longer than that takes [CARD-9]', () => {
  show([]);
  for (const end of ['done', null] as const) {
    tell('running');
    tell(end);
    expect(shown()).toBe(COMING);
    putPicture();
    expect(shown()).toBe(end === 'done' ? DONE : undefined);
    editor.engine.merge([{ type: 'setData', id: 'n0', data: { value: '' } }]);
  }
  // The same picture as before changes nothing on the canvas.
  tell('running');
  tell('done');
  vi.advanceTimersByTime(2600);
  expect(shown()).toBe(DONE);
});

it('a picture that was there before the word of it, and a failure, are shown at once [CARD-9]', () => {
  show([]);
  tell('running');
  putPicture();
  tell('done');
  expect(shown()).toBe(DONE);
  tell('running');
  tell('failed');
  expect(editor.engine.runs.get('n0')?.state).toBe('failed');
});

it('a picture is still waited for while its node is moved or renamed, and not at a node that has gone [CARD-9]', () => {
  show([]);
  tell('running');
  tell('done');
  editor.engine.merge([{ type: 'moveNode', id: 'n0', position: { x: 30, y: 30 } }]);
  editor.engine.merge([{ type: 'setData', id: 'n0', data: { model: 'another' } }]);
  expect(shown()).toBe(COMING);
  putPicture();
  expect(shown()).toBe(DONE);
  tell('running');
  editor.engine.merge([{ type: 'removeNode', id: 'n0' }]);
  tell(null);
  expect(shown()).toBeUndefined();
});
