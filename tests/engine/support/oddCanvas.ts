import fc from 'fast-check';
import type { Change, FlowEdge, FlowNode, Snapshot } from '../../../src/engine';

/** Ids that look alike, that are names of an object's own members or of an edge, and the empty one. */
const IDS = ['a', 'A', 'a ', 'b', 'c', 'd', 'e', 'a-b', '가', '가', '__proto__', 'constructor', ''] as const;
const TYPES = ['textPrompt', 'imageUpload', 'image', 'category', 'categoryItem', 'text', 'model', 'video', 'audio'];
const UNKNOWN_TYPES = ['hologram', 'constructor', ''];
const HANDLES = ['text-right', 'image-right', 'text-left', 'image-left', 'video-left', 'gone-right', '', null];
/** Far beyond a person's reach, where numbers are coarser than the grid. */
const FAR = [1e9, -1e9, 1e12, -1e12 + 0.5, 1e15, 1e300, -1e300];

export const anyId = fc.constantFrom(...IDS);

/** Objects with the usual prototype, as JSON.parse makes them. */
const plain = { noNullPrototype: true } as const;

const near = fc.integer({ min: -600, max: 1600 });
const coordinate = fc.oneof(
  { weight: 12, arbitrary: near },
  { weight: 3, arbitrary: fc.double({ min: -600, max: 1600, noNaN: true }).map((value) => value + 0) },
  { weight: 1, arbitrary: fc.constantFrom(...FAR) },
);
export const anyPoint = fc.record({ x: coordinate, y: coordinate }, plain);
/** A pointer on the stage or somewhat beside it. */
export const nearPoint = fc.record({ x: near, y: near }, plain);

const anyRowId = fc.oneof(anyId, fc.constantFrom('row-0', 'row-1', 'row-2'));
const item = fc.record(
  {
    id: anyRowId,
    name: fc.constantFrom('', 'mood'),
    value: fc.constantFrom<string | string[]>('', 'calm, wide', ['calm', 'wide'], []),
    parentId: anyId,
  },
  plain,
);
const categories = fc.oneof(
  { weight: 6, arbitrary: fc.array(item, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('none', null, [null, 3, 'x'], [{ id: 7 }, { id: 'row-0' }]) },
);
const value = fc.constantFrom<unknown>(
  '',
  'sea, storm',
  '/files/a.png',
  '물길',
  'in @{a} of @{b}',
  ['a', 'b'],
  7,
  null,
);
const length = fc.constantFrom<unknown>(300, 40.5, 0, -5, 1e9, '300');

const dataOf = (type: string): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    {
      value,
      name: fc.constantFrom<unknown>('', '이름', 7, null),
      model: fc.constantFrom<unknown>(null, 'Gemini-2.5-flash', 3),
      ...(type === 'category' ? { categories } : {}),
      ...(type === 'text' ? { width: length, height: length } : {}),
    },
    { ...plain, requiredKeys: type === 'category' ? ['categories'] : [] },
  );

const type = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...TYPES) },
  { weight: 1, arbitrary: fc.constantFrom(...UNKNOWN_TYPES) },
);

/** A position from another version, which may have more fields. */
const position = fc.record({ x: coordinate, y: coordinate, z: fc.nat(3) }, { ...plain, requiredKeys: ['x', 'y'] });

export const anyNode: fc.Arbitrary<FlowNode> = type.chain((kind) =>
  fc.record({ id: anyId, type: fc.constant(kind), position, data: dataOf(kind) }, plain),
);

const edgeBetween = (id: fc.Arbitrary<string>): fc.Arbitrary<FlowEdge> =>
  fc
    .record(
      {
        source: id,
        target: id,
        sourceHandle: fc.constantFrom(...HANDLES),
        targetHandle: fc.constantFrom(...HANDLES),
        type: fc.constantFrom('text', 'image', 'default', 'comet'),
      },
      { ...plain, requiredKeys: ['source', 'target'] },
    )
    .chain((edge) =>
      fc
        .oneof({ weight: 8, arbitrary: fc.constant(`${edge.source}-${edge.target}`) }, { weight: 1, arbitrary: anyId })
        .map((edgeId) => ({ ...edge, id: edgeId })),
    );

const anyEdge = edgeBetween(anyId);

/** Edges among a few usual nodes, so that most pipes have both ends. */
const usualEdge = edgeBetween(fc.constantFrom('a', 'b', 'c', 'd'));

/**
 * Canvases as they come from anywhere: nodes of one id twice, types and handles of other versions, pipes to nodes that
 * are missing, to themselves or named like a node, rows of a foreign shape, places beyond reach.
 */
export const oddCanvas: fc.Arbitrary<Snapshot> = fc.record({
  nodes: fc.array(anyNode, { maxLength: 9 }),
  edges: fc.array(fc.oneof(usualEdge, anyEdge), { maxLength: 9 }),
  viewport: fc.oneof(
    { weight: 3, arbitrary: fc.constant({ x: 0, y: 0, zoom: 1 }) },
    { weight: 1, arbitrary: fc.record({ x: near, y: near, zoom: fc.constantFrom(0.1, 0.3, 0.75, 5, 0, 1e9) }, plain) },
  ),
});

export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  anyNode.map((node): Change => ({ type: 'addNode', node })),
  fc.tuple(anyNode, fc.nat(6)).map(([node, index]): Change => ({ type: 'addNode', node, index })),
  anyId.map((id): Change => ({ type: 'removeNode', id })),
  fc.tuple(anyId, anyPoint).map(([id, position]): Change => ({ type: 'moveNode', id, position })),
  nearPoint.map((by): Change => ({ type: 'moveAll', by })),
  fc
    .tuple(anyId, fc.constantFrom('value', 'name', 'categories', '__proto__'), fc.oneof(value, fc.constant(undefined)))
    .map(([id, key, set]): Change => ({ type: 'setData', id, data: { [key]: set } })),
  fc
    .tuple(anyId, value, value)
    .map(([id, first, second]): Change => ({ type: 'setData', id, data: { value: first, name: second } })),
  fc.tuple(anyId, item, fc.option(fc.nat(4), { nil: undefined })).map(([id, row, index]): Change => ({
    type: 'addRow',
    id,
    row,
    ...(index !== undefined && { index }),
  })),
  fc
    .tuple(anyId, anyRowId, value)
    .map(([id, rowId, set]): Change => ({ type: 'setRow', id, rowId, data: { value: set } })),
  fc.tuple(anyId, anyRowId).map(([id, rowId]): Change => ({ type: 'removeRow', id, rowId })),
  anyNode.map((node): Change => ({ type: 'replaceNode', node })),
  anyEdge.map((edge): Change => ({ type: 'addEdge', edge })),
  fc.tuple(usualEdge, fc.nat(6)).map(([edge, index]): Change => ({ type: 'addEdge', edge, index })),
  usualEdge.map(({ id }): Change => ({ type: 'removeEdge', id })),
);
