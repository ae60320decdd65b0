import { expect } from 'vitest';
import type { Run } from '../../../../src/api/contractRuns';
import type { ImageEngine } from '../../../../server/generation';
import { openEngineApp, type EngineApp } from '../../generation/support/openEngineApp';
import { signIn } from '../../support/Person';
import { flow, image, prompt } from './flows';
import { InstantImageEngine } from './InstantImageEngine';

export const CHAIN = flow(
  [prompt('one', '강'), prompt('two', '산'), image('a'), image('b'), image('c'), image('d')],
  ['one>a', 'two>b', 'a>c', 'b>d', 'c>d', 'one>c', 'two>d'],
);
export const ALL = ['a', 'b', 'c', 'd'];

export interface Running extends EngineApp {
  readonly pid: number;
  readonly painter: InstantImageEngine;
}

const LIMITS = { GENERATE_PER_MINUTE: '1000' };

export async function open(env = {}): Promise<Running> {
  const painter = new InstantImageEngine();
  const engineApp = await openEngineApp(painter, { ...LIMITS, ...env });
  return { ...engineApp, painter, pid: await engineApp.person.create('Flow', CHAIN) };
}

/** Opens one server for the tests of a file. Returns how each begins: with a member, a project and a painter of its own. */
export async function openForFile(): Promise<() => Promise<Running>> {
  let painter = new InstantImageEngine();
  const images: ImageEngine = { name: painter.name, generate: (request) => painter.generate(request) };
  const engineApp = await openEngineApp(images, LIMITS, 'file');
  let members = 0;
  return async () => {
    painter = new InstantImageEngine();
    members += 1;
    const person = await signIn(engineApp.app, `Member ${members}`);
    return { ...engineApp, person, painter, pid: await person.create('Flow', CHAIN) };
  };
}

export async function start({ person, pid }: Running, more: object = {}, headers = {}): Promise<string> {
  const { revision } = (await person.get(`/projects/${pid}`)).json<{ revision: number }>();
  const answer = await person.post(`/projects/${pid}/runs`, { nodes: ALL, revision, ...more }, headers);
  expect(answer.statusCode).toBe(202);
  return answer.json<{ runId: string }>().runId;
}

export const read = async ({ person }: Running, id: string): Promise<Run> => (await person.get(`/runs/${id}`)).json();
export const told = ({ steps }: Run): string[] =>
  steps.map(({ nodeId, state, reason }) => `${nodeId} ${reason ?? state}`);

export async function ended(running: Running, id: string): Promise<Run> {
  await expect.poll(async () => (await read(running, id)).state, { interval: 200 }).not.toBe('running');
  return read(running, id);
}

export async function valuesOf({ person, pid }: Running): Promise<Record<string, unknown>> {
  const { nodes } = await person.canvas(pid);
  return Object.fromEntries(nodes.filter(({ id }) => ALL.includes(id)).map(({ id, data }) => [id, data['value']]));
}
