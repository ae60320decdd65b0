import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { nodesOfScope } from '../../src/stores/runs/nodesOfScope';
import { failure } from './support/FakeProjects';
import { planOf } from './support/FakeRuns';
import { desk, open, setUpChain } from './support/setUpChain';
import { job } from './support/setUpRuns';
import { pipe, prompt } from './support/snapshots';

const planned = (): (readonly string[])[] => desk.manyRuns.planned.map(({ nodes }) => nodes);
const numbers = (): unknown[] => desk.manyRuns.planned.map(({ number }) => number);

const noAnswer = new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message: 'no answer' });

/** The server puts a picture on a card; returns the canvas's revision. */
async function fill(id: string, url: string): Promise<number> {
  const at = open.editor.document.orderOf(id);
  desk.projects.editElsewhere(7, [{ op: 'add', path: `/nodes/${at}/data/value`, value: url }]);
  const { revision } = await desk.projects.read(7).then(({ head }) => head);
  desk.events.tell({ event: 'revision', data: { revision } });
  return revision;
}
const behind = (revision: number): ApiFailure =>
  failure(412, { message: '', error: '', code: 'revisionBehind', revision });

const tryAgain = async (): Promise<void> => {
  await open.runs.planning.askAgain();
  await desk.clock.pass(2000);
  await open.runs.planning.start();
};

setUpChain();

describe('what a run is about [SCOPE-1]', () => {
  it.each([
    ['selection', ['two', 'idea'], ['two']],
    ['upTo', ['two'], ['one', 'two']],
    ['from', ['two'], ['two', 'three']],
    ['from', ['idea'], ['one', 'two', 'three', 'beside']],
    ['all', [], ['one', 'two', 'three', 'beside']],
    ['failed', ['three', 'gone'], ['three']],
  ] as const)('is for %s of %j the image nodes %j', (scope, chosen, nodes) => {
    expect(nodesOfScope(open.editor.document, scope, chosen)).toEqual(nodes);
  });

  it('ends in a loop', () => {
    open.editor.merge([{ type: 'addEdge', edge: pipe('three', 'one') }]);
    expect(nodesOfScope(open.editor.document, 'upTo', ['one'])).toEqual(['one', 'two', 'three']);
  });
});

describe('a plan', () => {
  it('is of the visible canvas: unsent work is sent first [ASK-1]', async () => {
    open.editor.editText({ nodeId: 'idea', name: 'value' }, 'a sea');
    open.runs.planning.ask('all', [], false);
    await desk.clock.pass(100);
    expect(desk.serverText).toBe('a sea');
    const { revision } = await desk.projects.read(7).then(({ head }) => head);
    expect(desk.manyRuns.planned).toEqual([{ nodes: ['one', 'two', 'three', 'beside'], revision }]);
    expect(open.runs.planning.asked?.state).toBe('planned');
  });

  it('is requested again when others have saved meanwhile, on top of their work [ASK-1]', async () => {
    let isFirst = true;
    desk.manyRuns.answer = async ({ nodes }) => {
      if (!isFirst) return planOf({ calls: nodes.length });
      isFirst = false;
      const revision = await desk.saveElsewhere([{ op: 'add', path: '/nodes/-', value: prompt('theirs', 'more') }]);
      throw failure(412, { message: '', error: '', code: 'revisionBehind', revision });
    };
    open.runs.planning.ask('all', [], false);
    await desk.clock.pass(500);
    expect(open.runs.planning.asked?.state).toBe('planned');
    expect(open.editor.document.node('theirs')).toBeDefined();
  });

  it('is refused without the server, and nothing starts [ASK-1]', async () => {
    desk.network.set(false);
    open.editor.editText({ nodeId: 'idea', name: 'value' }, 'a sea');
    open.runs.planning.ask('all', [], false);
    await desk.clock.pass(100);
    expect(open.runs.planning.asked).toMatchObject({ state: 'refused', words: { key: 'runs.notSaved' } });
    expect(desk.manyRuns.started).toEqual([]);
  });

  it('of one allowed call starts at once, anything more when the person says so [ASK-2]', async () => {
    desk.manyRuns.answer = () => planOf({ calls: 1, kept: 2, allowed: { calls: 5, micros: null } });
    open.runs.planning.ask('upTo', ['three'], false);
    await desk.clock.pass(100);
    expect(desk.manyRuns.started).toHaveLength(1);
    expect(open.runs.planning.asked).toBeNull();
    for (const plan of [
      planOf({ calls: 2 }),
      planOf({ calls: 1, blocked: 1 }),
      planOf({ calls: 1, allowed: { calls: 0, micros: null } }),
      planOf({ kept: 3 }),
    ]) {
      desk.manyRuns.answer = () => plan;
      open.runs.planning.ask('upTo', ['three'], false);
      await desk.clock.pass(100);
      expect(open.runs.planning.asked?.state).toBe('planned');
    }
    expect(desk.manyRuns.started).toHaveLength(1);
    await open.runs.planning.start();
    expect(desk.manyRuns.started).toHaveLength(2);
  });

  it('of everything says so, and is planned again when the person changes their mind [ASK-2]', async () => {
    open.runs.planning.ask('all', [], true);
    await desk.clock.pass(100);
    open.runs.planning.askFresh(false);
    await desk.clock.pass(500);
    expect(desk.manyRuns.planned.map(({ isFresh }) => isFresh)).toEqual([true, undefined]);
  });

  it('of everything again has the next number that none of its nodes has had [ASK-5]', async () => {
    desk.takes.put('one', '/files/1.png', { number: 0 });
    desk.takes.put('two', '/files/2.png', { number: 4 });
    desk.takes.put('beside', '/files/3.png', { number: 9 });
    await open.takes.load();
    open.runs.planning.ask('upTo', ['two'], true);
    await desk.clock.pass(100);
    await open.runs.planning.start();
    expect(numbers()).toEqual([5]);
    expect(desk.manyRuns.started.at(-1)).toMatchObject({ wish: { isFresh: true, number: 5 } });
    open.runs.planning.askFresh(false);
    open.runs.planning.ask('upTo', ['two'], false);
    await desk.clock.pass(100);
    expect(numbers()).toEqual([5, undefined]);
  });

  it('of everything again has no number of a deleted picture, nor one of a job that is under way [ASK-5]', async () => {
    const again = async (nodeId: string): Promise<unknown> => {
      open.runs.planning.ask('selection', [nodeId], true);
      await desk.clock.pass(100);
      return numbers().at(-1);
    };
    const take = desk.takes.put('two', '/files/2.png', { number: 4 });
    desk.jobs = [job({ nodeId: 'two', number: 4, state: 'done' })];
    await open.takes.load();
    await open.takes.remove(take);
    expect(await again('two')).toBe(5);
    desk.jobs = [...desk.jobs, job({ nodeId: 'two', number: 5 })];
    expect(await again('two')).toBe(6);
    open.runs.planning.ask('all', [], true);
    await desk.clock.pass(100);
    expect(numbers().at(-1)).toBe(6);
    expect(await again('one')).toBeUndefined();
  });

  it('that was cancelled starts nothing when it comes [ASK-2]', async () => {
    desk.manyRuns.answer = () => planOf({ calls: 1 });
    open.runs.planning.ask('all', [], false);
    open.runs.planning.giveUp();
    await desk.clock.pass(100);
    expect(desk.manyRuns.started).toEqual([]);
  });
});

describe('a start without an answer', () => {
  beforeEach(async () => {
    open.runs.planning.ask('upTo', ['two'], true);
    await desk.clock.pass(100);
  });

  describe('that the server has begun', () => {
    beforeEach(async () => {
      const { start } = desk.manyRuns;
      vi.spyOn(desk.manyRuns, 'start').mockImplementationOnce(async (...wanted) => {
        await start(...wanted);
        throw noAnswer;
      });
      await open.runs.planning.start();
    });

    it('is joined when the person tries again: nothing is made twice [ASK-2]', async () => {
      expect(open.runs.planning.asked).toMatchObject({ state: 'refused', words: { key: 'runs.unreachable' } });
      await tryAgain();
      expect([desk.manyRuns.started.length, open.runs.planning.asked]).toEqual([1, null]);
      expect([open.runs.isUnderWay('two'), desk.announced]).toEqual([true, ['runs.saidStarted']]);
    });

    it('is joined though its first pictures have come, and the plan of what is left is shown [ASK-2]', async () => {
      const take = desk.takes.put('one', '/files/1.png', { number: 0 });
      desk.events.tell({ event: 'take', data: { take } });
      await desk.saveElsewhere([{ op: 'add', path: '/nodes/1/data/value', value: '/files/1.png' }]);
      await desk.clock.pass(2000);
      await tryAgain();
      expect([desk.manyRuns.started.length, open.runs.isUnderWay('two'), desk.announced]).toEqual([1, true, []]);
      expect(open.runs.planning.asked).toMatchObject({ state: 'planned', request: { isFresh: false } });
    });

    it('shows the plan of what is left when it has ended before the person tries again [ASK-2]', async () => {
      desk.manyRuns.stored = desk.manyRuns.stored.map((run) => ({ ...run, state: 'done' }));
      await tryAgain();
      expect([desk.manyRuns.started.length, open.runs.planning.asked?.state, desk.announced]).toEqual([
        1,
        'planned',
        [],
      ]);
      await open.runs.planning.start();
      expect(desk.manyRuns.started).toHaveLength(2);
    });

    it('has made none of the results of another sample, which has a number of its own [ASK-5]', async () => {
      const take = desk.takes.put('one', '/files/1.png', { number: 0 });
      desk.events.tell({ event: 'take', data: { take } });
      await desk.clock.pass(100);
      open.runs.planning.askSample({ mode: 'pairs' });
      await desk.clock.pass(500);
      expect(numbers()).toEqual([undefined, 1]);
    });
  });

  it('begins when the person tries again, of the canvas as it is then, where the server never got it [ASK-1]', async () => {
    vi.spyOn(desk.manyRuns, 'start').mockRejectedValueOnce(noAnswer);
    await open.runs.planning.start();
    const revision = await desk.saveElsewhere([{ op: 'add', path: '/nodes/-', value: prompt('theirs', 'more') }]);
    vi.spyOn(desk.manyRuns, 'start').mockRejectedValueOnce(behind(revision));
    await tryAgain();
    expect(desk.manyRuns.started.map(({ wish }) => wish.revision)).toEqual([revision]);
  });

  it('is none of a run in which the person has changed something since then [ASK-2]', async () => {
    vi.spyOn(desk.manyRuns, 'start').mockRejectedValueOnce(noAnswer);
    await open.runs.planning.start();
    const { calls } = vi.mocked(desk.manyRuns.start).mock;
    await open.runs.planning.askAgain();
    open.runs.planning.askFresh(false);
    await desk.clock.pass(500);
    await open.runs.planning.start();
    expect(new Set(calls.map(([, , key]) => key)).size).toBe(2);
  });
});

describe('a plan that is open', () => {
  it('is made again when what it covers has changed, once the canvas rests, and not for a card that was moved [ASK-8]', async () => {
    open.runs.planning.ask('all', [], false);
    await desk.clock.pass(100);
    open.editor.apply([{ type: 'moveNode', id: 'one', position: { x: 900, y: 900 } }]);
    await desk.clock.pass(1000);
    expect([planned().length, open.runs.planning.asked?.state]).toEqual([1, 'planned']);

    for (const value of ['a', 'a s', 'a sea']) {
      open.editor.editText({ nodeId: 'idea', name: 'value' }, value);
      await desk.clock.pass(100);
      expect(open.runs.planning.asked?.state).toBe('replanning');
    }
    open.editor.apply([{ type: 'removeNode', id: 'three' }]);
    await desk.clock.pass(1000);
    expect(planned().slice(1)).toEqual([['one', 'two', 'beside']]);
    expect(open.runs.planning.asked).toMatchObject({ state: 'planned', plan: { calls: 3 } });
    expect(desk.serverText).toBe('a sea');

    open.editor.apply(['one', 'two', 'beside'].map((id) => ({ type: 'removeNode' as const, id })));
    await desk.clock.pass(1000);
    expect(open.runs.planning.asked).toBeNull();
  });

  it('is made again when the canvas has changed while it was on its way, and starts nothing then [ASK-8]', async () => {
    desk.manyRuns.answer = () => {
      if (desk.manyRuns.planned.length === 1) open.editor.apply([{ type: 'removeNode', id: 'three' }]);
      return planOf({ calls: 2 });
    };
    open.runs.planning.ask('all', [], false);
    await desk.clock.pass(2000);
    expect(planned().map(({ length }) => length)).toEqual([4, 3]);
    expect([open.runs.planning.asked?.state, desk.manyRuns.started]).toEqual(['planned', []]);
  });
});

describe('a single call', () => {
  it('is not started at once when the canvas has changed while its plan was on its way [ASK-8]', async () => {
    desk.manyRuns.answer = () => {
      if (desk.manyRuns.planned.length === 1) open.editor.editText({ nodeId: 'idea', name: 'value' }, 'a sea');
      return planOf({ calls: 1 });
    };
    open.runs.planning.ask('selection', ['one'], false);
    await desk.clock.pass(2000);
    expect([planned().length, open.runs.planning.asked?.state, desk.manyRuns.started]).toEqual([2, 'planned', []]);
  });
});

describe('while a run fills the canvas', () => {
  it('a single call elsewhere starts at once [ASK-2, ASK-8]', async () => {
    desk.manyRuns.answer = async () => {
      await fill('beside', '/files/1.png');
      await desk.clock.pass(500);
      return planOf({ calls: 1 });
    };
    vi.spyOn(desk.manyRuns, 'start').mockImplementationOnce(async () => {
      throw behind(await fill('beside', '/files/2.png'));
    });
    open.runs.planning.ask('selection', ['one'], false);
    await desk.clock.pass(2000);
    expect(open.editor.document.node('beside')?.data['value']).toBe('/files/2.png');
    expect([planned(), open.runs.planning.asked, desk.manyRuns.started.length]).toEqual([[['one']], null, 1]);
  });

  it('the plan of other nodes stays as it is, and that of what it fills is made again [ASK-8]', async () => {
    open.runs.planning.ask('selection', ['one', 'two'], false);
    await desk.clock.pass(100);
    await fill('beside', '/files/1.png');
    await desk.clock.pass(1000);
    expect([planned().length, open.runs.planning.asked?.state]).toEqual([1, 'planned']);
    await fill('one', '/files/2.png');
    await desk.clock.pass(2000);
    expect([planned().length, open.runs.planning.asked?.state]).toEqual([2, 'planned']);
  });
});
