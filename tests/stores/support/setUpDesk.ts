import { beforeEach, vi } from 'vitest';
import { Desk } from './Desk';
import { art, canvas, pipe, prompt, textOf, typed } from './snapshots';

/** The desk that `setUpDesk` has made for the running test. */
export let desk: Desk;

/** A desk for each test of the file; its server has the project 7, an idea that is piped into an image node. */
export function setUpDesk(): void {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockReturnValue();
    desk = new Desk();
    desk.projects.put(7, canvas([prompt('idea'), art('art')], [pipe('idea', 'art')]));
  });
}

/** The tab crashes with a text of the idea that the server has never got. */
export async function crashWith(text: string): Promise<void> {
  const { editor } = await desk.edit(7);
  desk.projects.outage = 'network';
  editor.apply(typed(text));
  await desk.clock.pass(1500);
  desk.kill();
  desk.projects.outage = null;
}

/** The text of the idea in each project of the server. */
export const textsOfAll = (): unknown[] => [...desk.projects.stored.values()].map(({ snapshot }) => textOf(snapshot));
