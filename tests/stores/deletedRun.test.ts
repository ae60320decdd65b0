import { describe, expect, it } from 'vitest';
import { desk, END, JOB, open, PICTURE, pictureOf, setUpRuns } from './support/setUpRuns';

setUpRuns();

const remove = (): void => open.editor.apply([{ type: 'removeNode', id: 'art' }]);

describe('a running node that is deleted', () => {
  it('leaves its job alone and says so; undone, the node has its picture [GEN-21]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(100);
    remove();
    expect(desk.notices).toEqual([
      {
        variant: 'info',
        titleKey: 'toast.runGoesOnTitle',
        descriptionKey: 'toast.runGoesOnContent',
        durationMs: 8000,
      },
    ]);
    desk.streams[0]?.say(PICTURE, END);
    await desk.clock.pass(5000);
    expect(desk.abortedJobs).toEqual([]);

    open.editor.undo();
    await desk.clock.pass(100);
    expect(pictureOf()).toBe('/files/new.png');
    expect(desk.notices).toHaveLength(1);
  });

  it('is stopped before, and the deletion has nothing to say [GEN-21]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(100);
    open.generation.abort('art');
    remove();
    await desk.clock.pass(5000);
    expect([desk.notices, desk.abortedJobs]).toEqual([[], ['j1']]);
  });
});
