import { beforeEach, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import type { ImageEvent } from '../../../src/api/contractStream';
import type { OpenEditor } from '../../../src/stores/EditorSession';
import type { GenerationState } from '../../../src/stores/generation/GenerationState';
import { Desk } from './Desk';
import { art, canvas, pipe, prompt } from './snapshots';

export const JOB: ImageEvent = { event: 'job', data: { id: 'j1' } };
export const PICTURE: ImageEvent = { event: 'generated_image', data: { url: '/files/new.png' } };
export const END: ImageEvent = { event: 'generate_image_end' };

/** The job of JOB, as the server lists it. */
export const job = (over: Partial<Job>): Job => ({
  id: 'j1',
  nodeId: 'art',
  number: 0,
  state: 'running',
  startedAt: '2026-11-21T09:00:00.600Z',
  endedAt: null,
  url: null,
  message: null,
  code: null,
  retryAt: null,
  ...over,
});

/** The desk that `setUpRuns` has opened for the running test. */
export let desk: Desk;
export let open: OpenEditor;

export const pictureOf = (id = 'art'): unknown => open.editor.document.node(id)?.data.value;
export const runOf = (id = 'art'): GenerationState | undefined => open.generation.states.get(id);

/** An open project for each test of the file: an idea piped into the image node 'art', and one without a pipe, 'alone'. */
export function setUpRuns(): void {
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    desk = new Desk();
    desk.projects.put(7, canvas([prompt('idea', '강가의 집'), art('art'), art('alone')], [pipe('idea', 'art')]));
    await reopen();
  });
}

/** Reopens the project, as after a reload. */
export async function reopen(): Promise<void> {
  open = await desk.edit(7);
}
