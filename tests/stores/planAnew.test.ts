import { describe, expect, it } from 'vitest';
import { planOf } from './support/FakeRuns';
import { desk, open, setUpChain } from './support/setUpChain';

setUpChain();

const planned = (): (readonly string[])[] => desk.manyRuns.planned.map(({ nodes }) => nodes);

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
      expect(open.runs.planning.asked?.state).toBe('planning');
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
