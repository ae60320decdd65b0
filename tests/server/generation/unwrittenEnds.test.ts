import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import { databaseAway } from '../../../server/db/databaseAway';
import { DiskFileStore } from '../../../server/files/DiskFileStore';
import { StoreUnavailable } from '../../../server/files/errors';
import { LEASE_MS } from '../../../server/generation/jobs/JobLeases';
import { JobStore } from '../../../server/generation/jobs/JobStore';
import { Easel, plainPicture } from './support/Easel';
import { eventsIn } from './support/events';
import { openStudio } from './support/openStudio';
import type { Studio } from './support/openStudio';

afterEach(() => vi.restoreAllMocks());

/** Jiwoo has uploaded a picture, and asks for another one that is made from it. */
async function open(env = {}) {
  const easel = new Easel('gemini');
  const studio = await openStudio(easel, env);
  const uploaded = await studio.person.upload('POST', '/files', 'file', await plainPicture('#aa3311'));
  const { url } = uploaded.json<{ url: string }>();
  const wish = { projectId: studio.projectId, nodes: [{ type: 'image_prompt', content: url }], nodeId: 'image-1' };
  const press = (key = 'press') => studio.person.post('/nodes/generate/image', wish, { 'idempotency-key': key });
  return { easel, studio, press };
}

/** The store of the pictures does not answer once. */
function losePicture(): void {
  vi.spyOn(DiskFileStore.prototype, 'get').mockRejectedValueOnce(new StoreUnavailable(new Error('it restarts'), true));
}

const jobsOf = async ({ person, projectId }: Studio) => (await person.get(`/projects/${projectId}/jobs`)).json<Job[]>();

describe('a job whose pictures cannot be read just as its end cannot be written', () => {
  it('ends unbilled as soon as it can be written, and the same key begins another', async () => {
    const { easel, studio, press } = await open();
    losePicture();
    vi.spyOn(JobStore.prototype, 'end').mockRejectedValueOnce(databaseAway(new Error('it restarts')));
    const refused = await press();
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const unread = { state: 'failed', code: 'storeUnavailable', costMicros: 0 };
    expect(await jobsOf(studio)).toMatchObject([unread]);

    studio.clock.pass(1000);
    void easel.finish();
    expect(eventsIn((await press()).body).at(-1)).toEqual({ event: 'generate_image_end' });
    expect(await jobsOf(studio)).toMatchObject([unread, { state: 'done' }]);
    expect(easel.orders).toHaveLength(1);
  });

  it('is over with its lease when its end is never written, and frees its place', async () => {
    const { easel, studio, press } = await open({ GENERATE_CONCURRENT: '1' });
    losePicture();
    vi.spyOn(JobStore.prototype, 'end').mockRejectedValueOnce(new Error('the table is broken'));
    expect((await press()).statusCode).toBe(503);
    expect((await press('another')).json()).toMatchObject({ code: 'limitConcurrent' });

    studio.clock.pass(LEASE_MS);
    expect(await jobsOf(studio)).toMatchObject([{ state: 'failed', code: 'restarted' }]);
    void easel.finish();
    expect((await press('another')).statusCode).toBe(200);
    expect(eventsIn((await press()).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'restarted' } });
    expect(easel.orders).toHaveLength(1);
  });

  it('says its own reason, though another server has given it up meanwhile', async () => {
    const { studio, press } = await open();
    const other = await studio.beside(new Easel('gemini'));
    losePicture();
    vi.spyOn(JobStore.prototype, 'end').mockImplementationOnce(async () => {
      // Its own server may just have renewed its lease.
      await vi.waitFor(async () => {
        studio.clock.pass(LEASE_MS);
        expect(await jobsOf(other)).toMatchObject([{ state: 'failed', code: 'restarted' }]);
      });
      throw databaseAway(new Error('it restarts'));
    });
    expect((await press()).statusCode).toBe(503);
    expect(await jobsOf(other)).toMatchObject([{ state: 'failed', code: 'storeUnavailable', costMicros: 0 }]);
  });

  it('keeps no server from closing', async () => {
    const { studio, press } = await open();
    losePicture();
    const end = vi.spyOn(JobStore.prototype, 'end').mockRejectedValue(databaseAway(new Error('it is gone')));
    const refused = press();
    await expect.poll(() => end.mock.calls.length).toBeGreaterThan(0);
    const began = performance.now();
    await studio.close();
    // A deployment waits ten seconds for a server that stops.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await refused).statusCode).toBe(503);
  });
});
