import { autorun } from 'mobx';
import { expect, it, vi } from 'vitest';
import { PicturesInOrder } from '../../../src/stores/flow/PicturesInOrder';
import { TestEditor } from '../../support/TestEditor';

it('reads all nodes once, and then follows the pictures that come, go and move', () => {
  const words = Array.from(
    { length: 500 },
    (_, at) => [`n${at}`, { type: 'textPrompt', at: [at * 300, 900] }] as const,
  );
  const canvas = TestEditor.with({
    ...Object.fromEntries(words),
    late: { type: 'image', at: [900, 0], data: { value: '/files/late.png' } },
    photo: { type: 'imageUpload', at: [0, 0], data: { value: '/files/photo.png' } },
    art: { type: 'image', at: [450, 0] },
  });
  const { engine } = canvas;
  const allNodes = vi.spyOn(engine.document, 'allNodes');
  const pictures = new PicturesInOrder(engine);
  const seen: string[] = [];
  const stop = autorun(() => seen.push([...pictures.places.keys()].join(' ')));
  expect(seen.splice(0)).toEqual(['photo late']);

  engine.editText({ nodeId: 'n3', name: 'value' }, 'a cat');
  engine.apply([{ type: 'moveNode', id: 'n4', position: { x: 0, y: -500 } }]);
  engine.merge([{ type: 'setData', id: 'late', data: { value: '/files/later.png' } }]);
  engine.selectAll();
  engine.nudge({ x: 15, y: 0 });
  expect(seen).toEqual([]);

  engine.merge([{ type: 'setData', id: 'art', data: { value: '/files/art.png' } }]);
  engine.apply([{ type: 'moveNode', id: 'photo', position: { x: 600, y: 10 } }]);
  engine.apply([{ type: 'removeNode', id: 'late' }]);
  engine.undo();
  expect(seen).toEqual(['photo art late', 'art photo late', 'art photo', 'art photo late']);
  expect(allNodes).toHaveBeenCalledOnce();

  pictures.dispose();
  engine.apply([{ type: 'removeNode', id: 'photo' }]);
  expect(seen).toHaveLength(4);
  stop();
});
