import { describe, expect, it } from 'vitest';
import type { Api } from '../../src/api';
import { createApi } from '../../src/api';
import { server, setUpApi } from './support/setUpApi';
import { startServer } from './support/startServer';

setUpApi();

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const SAVE = { revision: 3, idempotencyKey: 'k' };
const PROJECT = { pid: 7, name: 'Rivers', timestamp: '', snapshot: {} };

const CALLS: readonly [string, (api: Api) => Promise<unknown> | null][] = [
  ['who is signed in', ({ member }) => member.read()],
  ['what a member takes', ({ member }) => member.usage()],
  ['signing out', ({ auth }) => auth.signOut()],
  ['signing out everywhere', ({ auth }) => auth.signOutEverywhere()],
  ['emptying the cache', ({ auth }) => auth.clearCache()],
  ['the list of projects', ({ projects }) => projects.list()],
  ['a new project', ({ projects }) => projects.create('Rivers', '{}', 'k')],
  ['opening a project', ({ projects }) => projects.read(7)],
  ['a save', ({ projects }) => projects.patchCanvas(7, '[]', SAVE)],
  ['a last save', ({ projects }) => projects.patchCanvasLeaving(7, '[]', SAVE)],
  ['a poll', ({ projects }) => projects.askSince(7, 3)],
  ['a whole canvas', ({ projects }) => projects.push(PROJECT)],
  ['a name', ({ projects }) => projects.rename(7, 'Seas')],
  ['a last name', ({ projects }) => projects.renameLeaving(7, 'Seas')],
  ['a thumbnail', ({ projects }) => projects.sendThumbnail(7, new Blob(['x']))],
  ['deleting a project', ({ projects }) => projects.remove(7)],
  ['the versions', ({ versions }) => versions.list(7)],
  ['keeping a version', ({ versions }) => versions.keep(7, 'dawn')],
  ['looking at a version', ({ versions }) => versions.read(7, 1)],
  ['naming a version', ({ versions }) => versions.rename(7, 1, 'dusk')],
  ['restoring a version', ({ versions }) => versions.restore(7, 1)],
  ['deleting a version', ({ versions }) => versions.remove(7, 1)],
  ['an upload', ({ files }) => files.upload(new Blob(['x']), 'x.png')],
  ['downloading a picture', ({ files }) => files.read('/files/a.png')],
  ['an analysis', ({ nodes }) => nodes.analyze('rivers')],
  ['a description', ({ nodes }) => nodes.describe({ content: '/files/a.png' })],
  ['better words', ({ nodes }) => nodes.improve('rivers')],
  ['a run', ({ nodes }) => all(nodes.generateImage({ projectId: 7, nodes: [] }, { idempotencyKey: 'r' }))],
  ['a text', ({ nodes }) => all(nodes.generateText({ projectId: 7, nodes: [] }, { idempotencyKey: 't' }))],
  ['the jobs', ({ jobs }) => jobs.list(7, {})],
  ['following a job', ({ jobs }) => all(jobs.events('j1'))],
  ['stopping a job', ({ jobs }) => jobs.abort('j1')],
  ['what the server can', ({ capabilities }) => capabilities.read()],
  ['the tokens', ({ tokens }) => tokens.list()],
  ['a new token', ({ tokens }) => tokens.make({ name: 'x', scopes: ['read'] })],
  ['revoking a token', ({ tokens }) => tokens.revoke('t')],
  ['the takes of a project', ({ takes }) => takes.list(7, {})],
  ['the library', ({ takes }) => takes.search({})],
  ['what made a picture', ({ takes }) => takes.ofPicture('/files/a.png')],
  ['who has signed a picture', ({ files }) => files.signer('/files/a.png')],
  ['judging a take', ({ takes }) => takes.rate(1, 5)],
  ['deleting a take', ({ takes }) => takes.remove(1)],
  ['what changes in a project', ({ events }) => all(events.follow(7))],
  ['bringing a take back', ({ takes }) => takes.restore(1)],
  ['the plan of a run', ({ runs }) => runs.plan(7, { nodes: ['a'], revision: 3 })],
  ['starting a run', ({ runs }) => runs.start(7, { nodes: ['a'], revision: 3 }, 'k')],
  ['the runs of a project', ({ runs }) => runs.list(7)],
  ['how a run is', ({ runs }) => runs.read('r')],
  ['stopping a run', ({ runs }) => runs.abort('r')],
];

describe('a page that a proxy answers with 200 in the place of the server', () => {
  it.each([
    ['a sign-in page', 'text/html', '<!doctype html><title>Welcome to the hotel</title>'],
    ['nothing at all', 'text/html', ''],
    ['JSON of its own', 'application/json', '{"status":"maintenance"}'],
  ])('is nobody\u2019s answer: %s, to every call [LOAD-15]', async (_what, type, page) => {
    server.answer = (response) => response.writeHead(200, { 'Content-Type': type }).end(page);
    const api = createApi(server.base);
    const told = await Promise.all(
      CALLS.map(async ([name, ask]) => {
        const answer = Promise.resolve(ask(api));
        const failure = await answer.then(
          () => 'taken for an answer',
          (error: unknown) => error,
        );
        return [name, failure] as const;
      }),
    );
    const unknown = expect.objectContaining({ name: 'ApiFailure', kind: 'http', status: null, code: 'badAnswer' });
    expect(told).toEqual(CALLS.map(([name]) => [name, unknown]));
  });

  it('leaves out no call there is', async () => {
    const heard = await startServer();
    heard.answer = (response) => response.writeHead(200).end();
    const api = createApi(heard.base);
    const offered = Object.values(api).flatMap((part) => (typeof part === 'object' ? Object.keys(part) : []));
    const silent = ['signInUrl', 'resolveUrl', 'smallUrl'];
    expect(CALLS).toHaveLength(offered.filter((call) => !silent.includes(call)).length);
    await heard.close();
  });
});
