import { once } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { failure } from './support/FakeProjects';
import { desk, open, setUpChain } from './support/setUpChain';

const noAnswer = new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message: 'no answer' });

setUpChain();

describe('a run that is starting while a moved card is on its way to the server', () => {
  let letGo: () => void;

  beforeEach(async () => {
    open.runs.planning.ask('all', [], false);
    await desk.clock.pass(100);
    open.editor.apply([{ type: 'moveNode', id: 'one', position: { x: 900, y: 900 } }]);
    letGo = desk.projects.hold('PATCH 7');
    void open.runs.planning.start();
    await desk.clock.pass(100);
  });

  const arrive = async (): Promise<void> => {
    letGo();
    await desk.clock.pass(1000);
  };

  it('is not started once the person has cancelled it, and nothing more is said of it [ASK-2]', async () => {
    open.runs.planning.giveUp();
    await arrive();
    expect([desk.manyRuns.started, open.runs.planning.asked, desk.announced]).toEqual([[], null, []]);
  });

  it('is planned again instead when what it covers changes meanwhile, and starts when the person confirms that [ASK-8]', async () => {
    open.editor.editText({ nodeId: 'idea', name: 'value' }, 'a sea');
    await arrive();
    expect([desk.manyRuns.started, desk.manyRuns.planned.length, open.runs.planning.asked?.state]).toEqual([
      [],
      2,
      'planned',
    ]);
    await open.runs.planning.start();
    expect([desk.manyRuns.started.length, open.runs.planning.asked]).toEqual([1, null]);
  });

  it('says in a notice that it was not started when the canvas changes and the person leaves the project [ASK-8]', async () => {
    open.editor.editText({ nodeId: 'idea', name: 'value' }, 'a sea');
    void desk.stores.closeProject();
    await arrive();
    const notice = { titleKey: 'runs.notStarted', descriptionKey: 'runs.changedSince' };
    expect([desk.manyRuns.started, desk.notices]).toMatchObject([[], [notice]]);
  });

  it('leaves the panel closed when it is cancelled and the card is not saved [ASK-2]', async () => {
    open.runs.planning.giveUp();
    desk.projects.outage = 'network';
    await arrive();
    expect([desk.manyRuns.started, open.runs.planning.asked, desk.notices]).toEqual([[], null, []]);
  });

  it('is stopped when the person cancels it while the server begins it [ASK-2]', async () => {
    const begun = new AbortController();
    const { start } = desk.manyRuns;
    vi.spyOn(desk.manyRuns, 'start').mockImplementation(async (...wanted) => {
      await once(begun.signal, 'abort');
      return start(...wanted);
    });
    await arrive();
    open.runs.planning.giveUp();
    begun.abort();
    await desk.clock.pass(100);
    expect([desk.manyRuns.aborted, desk.announced]).toEqual([['r1'], ['runs.saidStopped']]);
  });

  it('says that it could not be stopped when the person cancels it and its start gets no answer', async () => {
    const lost = new AbortController();
    vi.spyOn(desk.manyRuns, 'start').mockImplementation(async () => {
      await once(lost.signal, 'abort');
      throw noAnswer;
    });
    await arrive();
    open.runs.planning.giveUp();
    lost.abort();
    await desk.clock.pass(100);
    expect([open.runs.planning.asked, desk.notices]).toMatchObject([null, [{ titleKey: 'runs.notStopped' }]]);
  });

  it('starts though the person leaves the project', async () => {
    void desk.stores.closeProject();
    await arrive();
    expect(desk.manyRuns.started.map(({ wish }) => wish.nodes)).toEqual([['one', 'two', 'three', 'beside']]);
  });

  it('says in a notice that it was refused after the person has left the project', async () => {
    vi.spyOn(desk.manyRuns, 'start').mockRejectedValue(failure(503));
    void desk.stores.closeProject();
    await arrive();
    expect(desk.notices).toMatchObject([{ titleKey: 'runs.notStarted', descriptionKey: 'failure.told' }]);
  });

  it('starts though the person asks for the plan of another run, which then is cancelled', async () => {
    open.runs.planning.ask('upTo', ['two'], false);
    open.runs.planning.giveUp();
    await arrive();
    expect(desk.manyRuns.started.map(({ wish }) => wish.nodes)).toEqual([['one', 'two', 'three', 'beside']]);
  });

  it('says beside the plan of another run that it was refused', async () => {
    vi.spyOn(desk.manyRuns, 'start').mockRejectedValue(failure(503));
    open.runs.planning.ask('upTo', ['two'], false);
    await arrive();
    expect(open.runs.planning.asked).toMatchObject({ state: 'planned', request: { scope: 'upTo' } });
    expect(desk.notices).toMatchObject([{ titleKey: 'runs.notStarted', descriptionKey: 'failure.told' }]);
  });
});
