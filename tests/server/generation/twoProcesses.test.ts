import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEASE_MS } from '../../../server/generation/jobs/JobLeases';
import { startServer } from '../../support/startServer';
import { signIn } from '../support/Person';
import { eventsIn } from './support/events';
import { openEngineApp } from './support/openEngineApp';
import { SlowEngine } from './support/SlowEngine';
import { StreamReader } from './support/StreamReader';

const DAY_S = 24 * 60 * 60;
const AT_ONCE = 20;

let engine: SlowEngine;
beforeAll(async () => {
  engine = await SlowEngine.start();
});
afterAll(() => engine.stop());

/** One press of the run button. */
function press(cookie: string, projectId: number, key: string) {
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': key };
  const nodes = [{ type: 'text_prompt', content: '강' }];
  return { method: 'POST', headers, body: JSON.stringify({ projectId, nodes, nodeId: 'art' }) } as const;
}

describe('two server processes on one database', () => {
  it('give a member their limits once, and outlive one another', async () => {
    const here = await openEngineApp(undefined, { IMAGE_BASE_URL: engine.url, GENERATE_PER_DAY: '1' });
    const there = await startServer({ env: here.env });
    const catchUp = (): void => here.clock.pass(Date.now() - here.clock.now().getTime());
    catchUp();

    // Twenty presses arrive together, spread over both servers, with one picture left for today.
    const jiwoo = await signIn(here.app, '지우');
    const projectId = await jiwoo.create();
    const answers: { status: number; retryAfter: unknown }[] = [];
    const pressThere = async (key: string): Promise<string> => {
      const answer = await fetch(`${there.url}/nodes/generate/image`, press(jiwoo.cookie, projectId, key));
      answers.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') });
      return answer.text();
    };
    const pressHere = async (key: string): Promise<string> => {
      const answer = await jiwoo.send({ url: '/nodes/generate/image', ...press(jiwoo.cookie, projectId, key) });
      answers.push({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] });
      return answer.body;
    };
    const presses = Array.from({ length: AT_ONCE }, (_, number) =>
      number % 2 === 0 ? pressHere(`press-${number}`) : pressThere(`press-${number}`),
    );
    const refused = () => answers.filter(({ status }) => status === 429);
    await expect.poll(() => refused().length).toBe(AT_ONCE - 1);
    await engine.finish();
    const bodies = await Promise.all(presses);
    expect(bodies.filter((body) => eventsIn(body).some(({ event }) => event === 'generated_image'))).toHaveLength(1);
    expect(engine.calls).toHaveLength(1);
    for (const { retryAfter } of refused()) expect(Math.abs(DAY_S - Number(retryAfter))).toBeLessThan(60);

    // One press that reaches both is one job.
    const minsu = await signIn(here.app, '민수');
    const once = press(minsu.cookie, await minsu.create(), 'once');
    const reader = await StreamReader.open(`${there.url}/nodes/generate/image`, once);
    const named = await reader.next();
    if (named?.event !== 'job') throw new Error('the stream did not begin with its job');
    const joined = minsu.send({ url: '/nodes/generate/image', ...once });

    await expect.poll(() => engine.calls.length).toBe(2);

    // The server that runs it loses power.
    await there.kill();
    await expect(reader.next()).rejects.toThrow('aborted');
    await expect.poll(() => engine.calls[1]?.isLeft).toBe(true);
    catchUp();
    here.clock.pass(LEASE_MS);
    expect(eventsIn((await joined).body)).toMatchObject([named, { event: 'error', data: { code: 'restarted' } }]);
    expect(engine.calls).toHaveLength(2);
  });
});
