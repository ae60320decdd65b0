import fc from 'fast-check';
import type { Change, FlowEdge, FlowNode, Snapshot } from '../../../src/engine';

export const prompt = (id: string, value = '', x = 0): FlowNode => ({
  id,
  type: 'textPrompt',
  position: { x, y: 0 },
  data: { model: null, data: null, value },
});

export const art = (id: string, value: string | null = null): FlowNode => ({
  id,
  type: 'image',
  position: { x: 450, y: 0 },
  data: { model: 'Gemini-2.5-flash', data: null, value },
});

/** A list whose words go one by one. */
export const list = (id: string, name: string, value: string): FlowNode => ({
  id,
  type: 'categoryItem',
  position: { x: 0, y: 0 },
  data: { name, value, each: true },
});

export const pipe = (source: string, target: string, type = 'text'): FlowEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle: `${type}-right`,
  targetHandle: `${type}-left`,
  type,
});

export const canvas = (nodes: readonly FlowNode[], edges: readonly FlowEdge[] = []): Snapshot => ({
  nodes,
  edges,
  viewport: { x: 0, y: 0, zoom: 1 },
});

/** The text of the node 'idea'. */
export const textOf = (canvas: Pick<Snapshot, 'nodes'> | null | undefined): unknown =>
  canvas?.nodes.find(({ id }) => id === 'idea')?.data.value;

/** A new text of the node 'idea': as the editor changes it, and as a patch that finds it first in the list. */
export const typed = (value: string): readonly Change[] => [{ type: 'setData', id: 'idea', data: { value } }];
export const retype = (value: string) => [{ op: 'replace', path: '/nodes/0/data/value', value }];

const words = fc.constantFrom('강', 'river', 'a/b', '~tilde', '', '0', 'constructor');
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g/h', '~i');
const key = fc.constantFrom('value', 'name', 'a/b', '~k', 'constructor', 'width');
const leaf = fc.oneof(words, fc.integer({ min: -9, max: 9 }), fc.boolean(), fc.constant(null));
const item = fc.record({ id: ids, name: words, value: fc.oneof(words, fc.array(words, { maxLength: 3 })) });
const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 4 });
const data = fc
  .tuple(fc.dictionary(key, leaf, { maxKeys: 4, noNullPrototype: true }), fc.option(items, { nil: undefined }))
  .map(([fields, categories]) => (categories ? { ...fields, categories } : fields));
const position = fc.record({ x: fc.integer({ min: 0, max: 30 }), y: fc.integer({ min: 0, max: 30 }) });
const node = fc.record({ id: ids, type: fc.constantFrom('textPrompt', 'image', 'category', 'comet'), position, data });
const edge = fc
  .tuple(ids, ids, fc.constantFrom('text', 'image'))
  .map(([source, target, type]) => pipe(source, target, type));

/** Small canvases that share ids, so that two of them differ in every way two states of one canvas can. */
export const anyCanvas: fc.Arbitrary<Snapshot> = fc.record({
  nodes: fc.uniqueArray(node, { selector: ({ id }) => id, maxLength: 7 }),
  edges: fc.uniqueArray(edge, { selector: ({ id }) => id, maxLength: 6 }),
  viewport: fc.record({ x: fc.integer(), y: fc.integer(), zoom: fc.constantFrom(0.5, 1, 2) }),
});
