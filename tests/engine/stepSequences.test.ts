import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Editor } from '../../src/engine';
import { TestEditor } from '../support/TestEditor';
import { anyStep } from './support/anyStep';
import type { Step } from './support/Step';
import { takeStep } from './support/takeStep';
import { BUSY_STATES } from './support/busyStates';
import { oddCanvas } from './support/oddCanvas';

/** Methods that only read. */
const QUESTIONS = ['snapshot', 'subscribe', 'hit'];
/** All methods of the editor, future ones included. */
const DOOR = Object.entries(Object.getOwnPropertyDescriptors(Editor.prototype))
  .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor' && !QUESTIONS.includes(name))
  .map(([name]) => name as 'undo');

/** Summary of some sequences of steps: the calls that steps made to the editor, the states it went through, and some of the results. */
class Seen {
  readonly called = new Set<string>();
  readonly states = new Set<string>();
  readonly done = new Set<string>();

  watch({ engine }: TestEditor): void {
    engine.subscribe(() => this.states.add(engine.state));
    let depth = 0;
    for (const name of DOOR) {
      const real = engine[name].bind(engine);
      engine[name] = (...args: []) => {
        if (depth === 0) this.called.add(name);
        depth++;
        try {
          return real(...args);
        } finally {
          depth--;
        }
      };
    }
  }

  look(editor: TestEditor, step: Step): void {
    const { addMenu } = editor.engine.preview;
    const { document } = editor.engine;
    const nodes = document.allNodes();
    const edges = document.allEdges();
    takeStep(editor, step);
    if (step.do === 'answer' && addMenu && document.allNodes().length > nodes.length)
      this.done.add('an offer is taken up');
    if (step.do === 'lead' && step.isDropped && document.allEdges() !== edges) this.done.add('a pipe is led elsewhere');
    if (step.do === 'place' && document.allNodes().length > nodes.length) this.done.add('a row becomes a node');
    if (step.do === 'hand on' && document.allNodes() !== nodes) this.done.add("a row becomes another category's");
  }
}

describe('the sequences of steps by which the laws of the editor are tried', () => {
  const seen = new Seen();

  beforeAll(() => {
    const sequence = fc.tuple(oddCanvas, fc.array(anyStep, { minLength: 20, maxLength: 40 }));
    for (const [start, steps] of fc.sample(sequence, { numRuns: 500, seed: 7 })) {
      const editor = new TestEditor(start);
      seen.watch(editor);
      for (const step of steps) seen.look(editor, step);
    }
  });

  it('do all that can be done to an editor', () => {
    expect(DOOR.length).toBeGreaterThan(20);
    expect(DOOR.filter((name) => !seen.called.has(name))).toEqual([]);
  });

  it('get to every state of the hand', () => {
    expect([...seen.states].toSorted()).toEqual(['idle', ...BUSY_STATES].map((name) => `select.${name}`).toSorted());
  });

  it('use the add menu, move pipes elsewhere and pass rows on', () => {
    expect([...seen.done].toSorted()).toEqual([
      'a pipe is led elsewhere',
      'a row becomes a node',
      "a row becomes another category's",
      'an offer is taken up',
    ]);
  });
});
