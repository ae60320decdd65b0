import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImageEvent } from '../../src/api/contractStream';
import type { FlowNode } from '../../src/engine';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { Desk, Stream } from './support/Desk';
import { job } from './support/setUpRuns';
import { canvas, pipe, prompt } from './support/snapshots';

const pen: FlowNode = {
  id: 'pen',
  type: 'writer',
  position: { x: 450, y: 0 },
  data: { model: null, data: null },
};
const JOB: ImageEvent = { event: 'job', data: { id: 'j1' } };
const words = (text: string): ImageEvent => ({ event: 'words', data: { text } });
const TEXT = '노을 아래 작은 배';
const END: readonly ImageEvent[] = [{ event: 'generated_text', data: { text: TEXT } }, { event: 'generate_text_end' }];

let desk: Desk;
let open: OpenEditor;

const shown = (): unknown => open.editor.document.node('pen')?.data.value;
const run = () => open.generation.states.get('pen');

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', '배를 그릴 글'), pen], [pipe('idea', 'pen')]));
  open = await desk.edit(7);
});

describe('running a writer', () => {
  it('asks with its inputs, shows the words as they come, and stores the whole text [WRITER-11]', async () => {
    void open.generation.run('pen');
    await desk.clock.pass(0);
    expect(desk.runs).toEqual([]);
    expect(desk.writings[0]?.request).toEqual({
      projectId: 7,
      nodeId: 'pen',
      nodes: [{ type: 'text_prompt', content: '배를 그릴 글' }],
    });
    desk.streams[0]?.say(JOB, words('노을 '), words('아래 '));
    await desk.clock.pass(0);
    expect(run()).toMatchObject({ state: 'running', text: '노을 아래 ' });
    expect(shown()).toBeUndefined();
    desk.streams[0]?.say(...END);
    await desk.clock.pass(2000);
    expect([shown(), run()]).toEqual([TEXT, undefined]);
    expect(desk.announced).toEqual(['writing.begun', 'writing.done']);
    // A person's undo does not remove a result.
    open.editor.undo();
    expect(shown()).toBe(TEXT);
  });

  it('leaves the existing text when the writing breaks off, and says why [WRITER-6]', async () => {
    void open.generation.run('pen');
    await desk.clock.pass(0);
    const message = 'The text engine broke off.';
    desk.streams[0]?.say(JOB, words('노을 '), { event: 'error', data: { code: 'unreadable', message } });
    await desk.clock.pass(2000);
    expect(shown()).toBeUndefined();
    expect(run()).toMatchObject({ state: 'failed', words: { key: 'failure.unreadable' } });
    expect(desk.notices).toMatchObject([{ titleKey: 'writing.errorTitle', descriptionKey: 'failure.unreadable' }]);
  });

  it('takes over a text that was finished while the page was away [WRITER-11]', async () => {
    void open.generation.run('pen');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, words('노을 '));
    await desk.clock.pass(0);
    const left = job({ nodeId: 'pen', state: 'done', url: `words:${'0'.repeat(64)}`, text: TEXT });
    desk.jobs = [{ ...left, startedAt: desk.clock.iso(), endedAt: desk.clock.iso() }];
    open = await desk.edit(7);
    await desk.clock.pass(0);
    expect([shown(), run()]).toEqual([TEXT, undefined]);
  });
});

describe('a writer whose text a person chooses on another device while it writes', () => {
  const other = '다른 기기에서 고른 글';
  const left = job({ nodeId: 'pen', state: 'done', url: `words:${'0'.repeat(64)}`, text: TEXT });

  const chooseElsewhere = (): Promise<number> =>
    desk.saveElsewhere([{ op: 'add', path: '/nodes/1/data/value', value: other }]);

  beforeEach(async () => {
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(500);
    void open.generation.run('pen');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, words('노을 '));
    await desk.clock.pass(100);
  });

  it('keeps that text when its stream breaks and is joined again [WRITER-11]', async () => {
    desk.jobStreams.set('j1', new Stream().say(JOB, ...END));
    desk.streams[0]?.end();
    await chooseElsewhere();
    await desk.clock.pass(5000);
    expect([shown(), run(), desk.serverNode('pen')?.data.value]).toEqual([other, undefined, other]);
  });

  it('keeps that text when it is told at once with the end, and makes no copy of the project [WRITER-11]', async () => {
    const signedOut = { event: 'error', data: { message: 'Sign in to go on.', code: 'signInRequired' } } as const;
    desk.streams[0]?.say(signedOut);
    await desk.clock.pass(5000);
    expect(run()?.state).toBe('failed');
    desk.jobs = [left];
    await chooseElsewhere();
    desk.events.tell({ event: 'job', data: left });
    await desk.clock.pass(5000);
    expect([shown(), run(), desk.serverNode('pen')?.data.value]).toEqual([other, undefined, other]);
    expect(desk.stores.save?.copyProjectId).toBeNull();
  });
});

describe('the takes of a writer', () => {
  it('are chosen by their words, one step of undo [WRITER-12]', async () => {
    const first = desk.takes.put('pen', 'words:1', { text: '첫째 글' });
    desk.takes.put('pen', 'words:2', { text: '둘째 글' });
    open = await desk.edit(7);
    open.takes.choose(first);
    expect(shown()).toBe('첫째 글');
    expect(open.takes.chosen('pen')).toMatchObject({ id: first.id });
    expect(open.editor.takes.get('pen')).toMatchObject({ count: 2 });
    open.editor.undo();
    expect(shown()).toBeUndefined();
  });
});
