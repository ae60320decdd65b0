import { describe, expect, it } from 'vitest';
import { NODE_KINDS } from '../../../../src/engine';
import { addMenuItems } from '../../../../src/screens/editor/addMenu/AddMenuPopover';
import { idsIn, openPanel, renderCorner } from '../../support/editorCorner';

describe('a writer in the side panel', () => {
  it.each([
    ['has none', false, []],
    ['has not said', null, []],
    ['has one', true, ['writer']],
  ])('is offered where the server has a text model: it %s [WRITER-11]', async (_name, canWrite, offered) => {
    renderCorner(null, canWrite);
    expect(idsIn(await openPanel('Text')).filter((id) => id === 'writer')).toEqual(offered);
    const items = addMenuItems(NODE_KINDS, ['image', 'writer'], { names: null, canWrite });
    expect(items.map(({ nodeType }) => nodeType)).toEqual([...offered, 'image']);
  });
});
