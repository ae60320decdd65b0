import { expect, it } from 'vitest';
import { Desk } from './support/Desk';
import { art, canvas } from './support/snapshots';

/** Longer than a data URL that a request may hold itself. */
const LARGE = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(400_000)}`;

it('uploads a large data URL once for all requests while a node has it, and remembers it no longer', async () => {
  const desk = new Desk();
  desk.projects.put(7, canvas([art('one'), art('other')], []));
  const { editor, uploads } = await desk.edit(7);
  const put = (id: string, value: string): void => editor.apply([{ type: 'setData', id, data: { value } }]);
  put('one', LARGE);
  put('other', LARGE);
  for (let run = 0; run < 2; run++) expect(await uploads.contentFor(LARGE)).toBe('/files/uploaded.png');
  put('one', '/files/cat.png');
  await uploads.contentFor(LARGE);
  expect(desk.uploads).toHaveLength(1);
  editor.apply([{ type: 'removeNode', id: 'other' }]);
  await uploads.contentFor(LARGE);
  expect(desk.uploads).toHaveLength(2);
});
