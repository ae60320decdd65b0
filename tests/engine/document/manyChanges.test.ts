import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/engine';
import { TestEditor } from '../../support/TestEditor';

/** A document of a thousand nodes that counts each lookup of an id. */
const watched = () => {
  let looks = 0;
  const nodes = Array.from({ length: 1000 }, (_, index) => ({
    type: 'image',
    position: { x: index * 300, y: 0 },
    data: {},
    get id() {
      looks++;
      return `n${index}`;
    },
  }));
  const editor = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
  const half = nodes.slice(0, 500).map(({ id }): Change => ({ type: 'removeNode', id }));
  const during = (act: () => void): number => {
    looks = 0;
    act();
    return looks;
  };
  return { editor, half, during };
};
/** A few lookups of each node for a whole run of changes, not for each change. */
const PASSES = 20;

describe('many changes of a kind', () => {
  it('are one pass over the list, there and back', () => {
    const { editor, half, during } = watched();
    expect(during(() => editor.engine.apply(half))).toBeLessThan(PASSES * 1000);
    expect(during(() => editor.undo())).toBeLessThan(PASSES * 1000);
    expect(editor.nodes).toHaveLength(1000);
  });

  it('cost no full pass, one by one', () => {
    const { editor, half, during } = watched();
    const [first, ...others] = half;
    if (first) editor.engine.apply([first]);
    expect(during(() => others.forEach((change) => editor.engine.apply([change])))).toBeLessThan(PASSES * 1000);
  });

  it('would be seen to be one pass each', () => {
    const { editor, half, during } = watched();
    const naive = () => half.map((change) => editor.nodes.filter((id) => 'id' in change && id !== change.id));
    expect(during(naive)).toBeGreaterThan(PASSES * 1000);
  });
});

describe('the selection of everything', () => {
  it('costs no look at all, again and again', () => {
    const { editor, during } = watched();
    const selectAll = () => void editor.keyDown('a', { primary: true });
    expect(during(selectAll)).toBe(0);
    expect(editor.selected).toHaveLength(1000);
    editor.takeEvents();
    expect(during(selectAll)).toBe(0);
    expect(editor.takeEvents(), 'nothing is new to it').toEqual([]);
  });

  it('has the ids of its moment: later ones are not in it, removed ones stay', () => {
    const { editor } = watched();
    editor.keyDown('a', { primary: true });
    const late = { id: 'late', type: 'image', position: { x: 0, y: 600 }, data: {} };
    editor.merge({ type: 'addNode', node: late, index: 0 });
    expect(editor.selected).toHaveLength(1000);
    expect(editor.selected).not.toContain('late');

    editor.merge({ type: 'removeNode', id: 'n7' });
    expect(editor.selected).toHaveLength(999);
    expect(editor.selected).not.toContain('n7');

    editor.keyDown('a', { primary: true }).keyDown('Delete').undo();
    expect(editor.nodes).toHaveLength(1000);
    editor.expectSelected();
  });
});
