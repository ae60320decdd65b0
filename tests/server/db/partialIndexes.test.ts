import { describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import type { Database } from '../../../server/db';
import { readEvents } from '../../../server/events/readEvents';
import { JobStore } from '../../../server/generation/jobs/JobStore';
import { CallCounts } from '../../../server/generation/meter/CallCounts';
import { allowance } from '../../../server/generation/meter/limits';
import { cellOfPicture } from '../../../server/runs/cellOfPicture';
import { FinishedWork } from '../../../server/runs/FinishedWork';
import { KnownTakes } from '../../../server/runs/KnownTakes';
import { MadeRequests } from '../../../server/runs/MadeRequests';
import { RunProgress } from '../../../server/runs/RunProgress';
import { RunStore } from '../../../server/runs/RunStore';
import { TakeStore } from '../../../server/takes/TakeStore';
import { painted } from '../abuse/support/painted';
import { writeManyTakes } from '../support/manyTakes';
import { openApp, type OpenApp } from '../support/openApp';
import { signIn } from '../support/Person';
import { plansOf, wholeTables } from '../support/planOf';
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

const makers = () => ({ models: [], writer: null });
const takesIn = ({ clock }: OpenApp, db: Kysely<Database>) => new TakeStore({ db, clock, days: 30 });

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

  it('the stopped runs whose results are not on the canvas are listed', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, (db) => new RunStore(db).listUnwritten('2026-11-20T03:00:00.000Z'));
    expect(steps.join('; ')).toContain('run_step USING INDEX run_step_unwritten');
    expect(wholeTables(steps)).toEqual([]);
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

  it('the repetitions of cells are found', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, async (db) => {
      const known = new KnownTakes(db, 'jiwoo', 1);
      known.finished('lake', { nodeId: 'a', cell: { subject: 'lake' } }, () => 'lake');
      await known.readAsked();
    });
    expect(steps).toContain('SEARCH take USING INDEX take_of_node (project_id=? AND node_id=?)');
  });

  it('the requests that were made are found', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, async (db) => {
      const made = new MadeRequests(db, 'jiwoo', 1);
      made.has('lake', 'a');
      await made.readAsked();
    });
    expect(steps).toEqual([
      'SEARCH take USING COVERING INDEX take_of_key (member_id=? AND take_key=?)',
      'SEARCH job USING INDEX job_of_node (project_id=? AND node_id=?)',
    ]);
  });

  it('the cell of a picture is found', async () => {
    const opened = await openApp();
    const shown = { memberId: 'jiwoo', projectId: 1, nodeId: 'a', shown: '/files/lake.png' };
    const { steps } = await plansOf(opened, (db) => cellOfPicture(db, shown));
    expect(steps).toEqual(['SEARCH take USING INDEX take_of_picture (member_id=? AND url=?)']);
  });

  it('the takes of a model are found, however few', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, (db) => takesIn(opened, db).search('jiwoo', { model: 'rare' }));
    expect(steps[0]).toBe('SEARCH take USING INDEX take_of_model (member_id=? AND model=?)');
  });

  it('the takes of a time are found between the first and the last of them', async () => {
    const opened = await openApp();
    const person = await signIn(opened.app);
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    await writeManyTakes(opened.db, { memberId, projectId: await person.create(), from: 1, count: 10 });
    const asked = { from: '2026-01-02T12:00:00Z', to: '2026-01-02T13:00:00Z', limit: 1 };
    const { steps } = await plansOf(opened, (db) => takesIn(opened, db).search(memberId, asked));
    expect(steps.filter((step) => step.startsWith('SEARCH take'))).toEqual([
      'SEARCH take USING COVERING INDEX take_by_time (member_id=? AND created_at>? AND created_at<?)',
      'SEARCH take USING INDEX take_of_member (member_id=? AND id>? AND id<?)',
    ]);
  });

  it('the rated takes of a project are found, and only their ids sorted', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, (db) => takesIn(opened, db).listOfProject(1, { ratingMin: 4 }));
    expect(steps).toEqual([
      'SEARCH take USING INTEGER PRIMARY KEY (rowid=?)',
      'LIST SUBQUERY 1',
      'SEARCH take USING COVERING INDEX take_of_project_by_rating (project_id=? AND rating>?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  });

  it('the jobs of a project since a time are listed', async () => {
    const opened = await openApp();
    const { steps } = await plansOf(opened, (db) =>
      new JobStore(db).list('jiwoo', 1, { since: '2026-11-20T03:00:00.000Z' }),
    );
    expect(steps).toEqual([
      'SEARCH job USING INDEX job_of_state (state=? AND member_id=?)',
      'SEARCH job USING INDEX job_of_member (member_id=? AND started_at>?)',
      'USE TEMP B-TREE FOR RIGHT PART OF ORDER BY',
    ]);
  });

  it('the results of a fresh run itself are found', async () => {
    const { db, ...opened } = await openRun();
    const run = await db.selectFrom('run').selectAll().executeTakeFirstOrThrow();
    const { steps } = await plansOf({ db, ...opened }, async (watched) => {
      const store = new RunStore(watched);
      const finished = new FinishedWork({ ...opened, db: watched, store, makers });
      const [step] = await new RunStore(db).steps(run.id);
      if (step === undefined) throw new Error('the run has no step');
      const request = { settings: {}, items: [] };
      await finished.keepKnown({ ...run, is_fresh: 1 }, new RunProgress(store, run), [{ step, request, key: 'lake' }]);
    });
    expect(steps.join('; ')).toContain('SEARCH take USING INDEX take_of_key (member_id=? AND take_key=?)');
    expect(wholeTables(steps)).toEqual([]);
  });

  it('what a member may still ask for is counted by their own calls alone', async () => {
    const opened = await openApp();
    const limits = { perMinute: 1, concurrent: 1, perDay: 1, perDayAll: null, budgetMicros: null, estimateMicros: 1 };
    const { steps } = await plansOf(opened, (db) => allowance(db, 'jiwoo', limits, opened.clock.now()));
    expect(steps).toEqual(['SEARCH job USING COVERING INDEX job_of_member (member_id=? AND started_at>?)']);
  });

  it('the costs of a day are summed, and not sorted while they are within the budget', async () => {
    const opened = await openApp();
    const { steps, statements } = await plansOf(opened, (db) =>
      new CallCounts(db).startOfOverspending(1_000_000, '2026-11-20T03:00:00.000Z', 40_000),
    );
    expect(statements).toBe(1);
    expect(steps).toContain('SEARCH job USING COVERING INDEX job_of_time (started_at>?)');
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  });
});
