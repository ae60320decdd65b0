import { beforeEach, vi } from 'vitest';
import { Desk } from './Desk';
import { art, canvas, pipe, prompt } from './snapshots';

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
