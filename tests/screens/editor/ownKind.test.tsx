import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Editor, NODE_KINDS } from '../../../src/engine';
import { AccessibleLayer } from '../../../src/screens/editor/accessible/AccessibleLayer';
import { addMenuItems } from '../../../src/screens/editor/addMenu/AddMenuPopover';
import { inputItems } from '../../../src/screens/editor/palette/paletteItems';
import { FlowStore } from '../../../src/stores/flow/FlowStore';

const prompt = NODE_KINDS.of('textPrompt');
if (!prompt) throw new Error('there is no text prompt');
const kinds = NODE_KINDS.with({ ...prompt, type: 'poem', size: { width: 300, height: 90 } });

it('is in the palette, in the add menu and over the stage like the others [PACKAGE-11]', () => {
  expect(inputItems(kinds, 'text').map(({ nodeType }) => nodeType)).toEqual(['textPrompt', 'poem']);
  expect(addMenuItems(kinds, ['poem'], { names: null, canWrite: null }).map(({ nodeType }) => nodeType)).toEqual([
    'poem',
  ]);

  const poem = { id: 'poem1', type: 'poem', position: { x: 0, y: 0 }, data: { value: 'a sea' } };
  const snapshot = { nodes: [poem], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
  const editor = new Editor({ snapshot, kinds, uniqueId: () => 'new1' });
  editor.view.setSize({ width: 1000, height: 700 });
  render(
    <AccessibleLayer
      flow={new FlowStore(editor)}
      workOf={() => 'none'}
      cellsOf={() => 0}
      reasonOf={() => null}
      onStop={() => undefined}
    />,
  );
  const group = screen.getByRole('button', { name: 'text output' }).closest('[data-node-id="poem1"]');
  expect(group).toHaveStyle({ width: '300px', height: '90px' });
  expect(group).toHaveAccessibleName('poem, a sea');
  // Its layout has a button, as that of the kind it is made of.
  expect(screen.getByRole('button', { name: 'Convert to category' })).toBeInTheDocument();
});
