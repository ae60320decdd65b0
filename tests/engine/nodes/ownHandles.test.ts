import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { input, NodeKinds, output, type KindHandle, type NodeKind } from '../../../src/engine';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const nextTask = () => new Promise((resolve) => setImmediate(resolve));

it('a kind that makes new handles each time it is asked leaves none of them in memory', async () => {
  const made: WeakRef<readonly KindHandle[]>[] = [];
  const careless: NodeKind = {
    type: 'careless',
    flow: 'text',
    handles: () => {
      const handles = [input('text'), output('text')];
      made.push(new WeakRef(handles));
      return handles;
    },
    size: { width: 180, height: 120 },
    layout: (_node, plain) => plain,
  };
  const kinds = new NodeKinds([careless]);
  const node = { id: 'one', type: 'careless', position: { x: 0, y: 0 }, data: {} };
  for (let turn = 0; turn < 100; turn++) expect(kinds.handlesOf(node)).toHaveLength(2);

  await nextTask();
  collect();
  expect(made).toHaveLength(100);
  expect(made.filter((handles) => handles.deref() !== undefined)).toEqual([]);
});
