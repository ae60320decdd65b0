import { expect } from 'vitest';
import type { Version } from '../../../src/api/contract';
import type { OpenApp, TestClock } from './openApp';
import { emptyCanvas, signIn, textNode, type Person } from './Person';

export const MINUTE_MS = 60_000;

export const write = (value: string) => [{ op: 'replace', path: '/nodes/0/data/value', value }];
export const canvasWith = (value: string) => ({ ...emptyCanvas(), nodes: [textNode('a', value)] });
/** Three of these trigger a compaction of the log. */
export const long = (edit: number): string => `edit ${edit} ${'-'.repeat(1_500_000)}`;

export const versionsOf = async (person: Person, id: number): Promise<Version[]> =>
  (await person.get(`/projects/${id}/versions`)).json();

export async function textOf(person: Person, id: number, version: Version | undefined): Promise<unknown> {
  const answer = await person.get(`/projects/${id}/versions/${version?.id}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ nodes: { data: { value: unknown } }[] }>().nodes[0]?.data.value;
}

export const nowOf = async (person: Person, id: number): Promise<unknown> =>
  (await person.canvas(id)).nodes[0]?.data['value'];

/** A member with a project of one text, which says 'first'. */
export async function atWork(opened: OpenApp): Promise<OpenApp & { jiwoo: Person; id: number }> {
  const jiwoo = await signIn(opened.app);
  return { ...opened, jiwoo, id: await jiwoo.create('Rivers', canvasWith('first')) };
}

interface Editing {
  readonly person: Person;
  readonly id: number;
  readonly clock: TestClock;
  readonly what?: string;
}

/** Saves once a minute. */
export async function editFor(minutes: number, { person, id, clock, what = 'minute' }: Editing): Promise<void> {
  for (let minute = 1; minute <= minutes; minute += 1) {
    clock.pass(MINUTE_MS);
    expect((await person.patch(id, write(`${what} ${minute}`))).statusCode).toBe(200);
  }
}
