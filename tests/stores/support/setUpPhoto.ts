import { afterEach, beforeEach, vi } from 'vitest';
import type { FlowNode } from '../../../src/engine';
import type { OpenEditor } from '../../../src/stores/EditorSession';
import { Desk } from './Desk';
import { art, canvas, pipe, prompt } from './snapshots';

export const upload: FlowNode = { id: 'photo', type: 'imageUpload', position: { x: 0, y: 300 }, data: { model: null } };
export const DATA_URL = 'data:image/png;base64,iVBORw0KGgo=';

/** The desk that `setUpPhoto` has opened for the running test. */
export let desk: Desk;
export let open: OpenEditor;

export const valueOf = (id: string): unknown => open.editor.document.node(id)?.data.value;

/** An open project for each test of the file: an idea piped into an image node, and an empty picture input, 'photo'. */
export function setUpPhoto(): void {
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    desk = new Desk();
    desk.projects.put(7, canvas([prompt('idea', 'a calm river at dawn'), art('art'), upload], [pipe('idea', 'art')]));
    await reopen();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

export async function reopen(pid = 7): Promise<void> {
  open = await desk.edit(pid);
}
