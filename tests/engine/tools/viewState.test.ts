import { expect, it } from 'vitest';
import { TestEditor, pipe } from '../../support/TestEditor';

it('changes nothing that is saved to select, raise, hover and aim at a category [SELECT-4]', () => {
  const editor = TestEditor.with(
    {
      moods: {
        type: 'category',
        at: [0, 0],
        data: { categories: [{ id: 'calm', name: 'calm', value: 'sea', parentId: 'moods' }] },
      },
      loose: { type: 'categoryItem', at: [450, 0], data: { name: 'colour', value: 'red' } },
      art: { type: 'image', at: [450, 150] },
    },
    [pipe('moods', 'art')],
  );
  const before = editor.engine.snapshot();

  editor.click('moods').click('art', { shift: true }).click(editor.middleOf('moods-art'));
  expect(editor.stacking, 'raised').toEqual(['loose', 'moods', 'art']);
  editor.keyDown('a', { primary: true }).keyDown('Escape').pointerMove('art');
  expect(editor.engine.hoverId).toBe('art');
  editor.pointerDown('loose').pointerMove([120, 60]);
  expect(editor.engine.preview.dropTargetId).toBe('moods');
  editor.keyDown('Escape').pointerUp();

  expect(editor.eventTypes).not.toContain('document');
  expect(editor.engine.snapshot().nodes).toBe(before.nodes);
  expect(editor.engine.snapshot().edges).toBe(before.edges);
  expect(editor.engine.snapshot()).toEqual(before);
});
