import { beforeEach, vi } from 'vitest';
import type { OpenEditor } from '../../../src/stores/EditorSession';
import { Desk } from './Desk';
import { planOf } from './FakeRuns';
import { art, canvas, pipe, prompt } from './snapshots';

/** The desk that `setUpChain` has opened for the running test. */
export let desk: Desk;
export let open: OpenEditor;

/** An open project for each test of the file: an idea that leads to a chain of three pictures, and to one beside it. */
export function setUpChain(): void {
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    desk = new Desk();
    desk.projects.put(
      7,
      canvas(
        [prompt('idea', 'a river'), art('one'), art('two'), art('three'), art('beside')],
        [pipe('idea', 'one'), pipe('one', 'two'), pipe('two', 'three'), pipe('idea', 'beside')],
      ),
    );
    desk.manyRuns.answer = ({ nodes }) => planOf({ calls: nodes.length });
    open = await desk.edit(7);
  });
}
