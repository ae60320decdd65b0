import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../server/events/readEvents';
import { JobStore } from '../../../server/generation/jobs/JobStore';
import { KnownTakes } from '../../../server/runs/KnownTakes';
import { RunStore } from '../../../server/runs/RunStore';
import { painted } from '../abuse/support/painted';
import { openApp } from '../support/openApp';
import { signIn } from '../support/Person';
import { plansOf } from '../support/planOf';
import { flow, image, prompt } from '../runs/support/flows';

/** A project with a finished run of one picture. */
async function openRun() {
  const opened = await openApp({}, { enginesFor: painted });
  const person = await signIn(opened.app);
  const projectId = await person.create('Flow', flow([prompt('one', '강'), image('a')], ['one>a']));
  const { revision } = (await person.get(`/projects/${projectId}`)).json<{ revision: number }>();
  const { runId } = (await person.post(`/projects/${projectId}/runs`, { nodes: ['a'], revision })).json<{
    runId: string;
  }>();
  await expect.poll(async () => (await person.get(`/runs/${runId}`)).json<{ state: string }>().state).toBe('done');
  return { ...opened, projectId };
}

// None of these reads all that a member has made in a year: each is in the way of everybody else.
describe('on SQLite, by its own index', () => {
  it('news of a project is read, in its order', async () => {
    const { projectId, ...opened } = await openRun();
    const { steps } = await plansOf(opened, (db) =>
      readEvents(db, projectId, { after: { revision: 0, event: 1 }, limit: 100 }),
    );
    for (const table of ['job', 'take', 'run']) {
      expect(steps).toContain(`SEARCH ${table} USING INDEX ${table}_by_event (project_id=? AND event>? AND event<?)`);
    }
    expect(steps).toContain('SEARCH run_step USING INDEX run_step_by_event (run_id=? AND event>? AND event<?)');
  });

  it('the changed steps of a run are found', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, (db) => new RunStore(db).changedSteps('some', 5));
    expect(steps).toEqual(['SEARCH run_step USING INDEX run_step_by_event (run_id=? AND event>?)']);
  });

  it('a running job of the same request is found', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, (db) =>
      new JobStore(db).findRunning({ memberId: 'jiwoo', requestKey: 'lake', own: 'mine' }),
    );
    expect(steps).toEqual(['SEARCH job USING INDEX job_of_request (member_id=? AND request_key=?)']);
  });

  it('the runs under way are listed', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, (db) => new RunStore(db).listUnderWay());
    expect(steps[0]).toMatch(/^SCAN run USING INDEX run_under_way$/);
  });

  it('the finished takes of requests are found', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, async (db) => {
      const known = new KnownTakes(db, 'jiwoo', 1);
      known.finished('lake', { nodeId: 'a', cell: null });
      await known.readAsked();
    });
    const reads = steps.filter((step) => /^(?:SEARCH|SCAN)/.test(step));
    expect(new Set(reads)).toEqual(
      new Set([
        'SEARCH take USING INTEGER PRIMARY KEY (rowid=?)',
        'SEARCH take USING INDEX take_of_key (member_id=? AND take_key=?)',
      ]),
    );
  });
});
