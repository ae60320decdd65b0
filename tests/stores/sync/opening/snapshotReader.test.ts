import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseShape } from '../../../../src/stores/sync/opening/readSnapshot';
import { SnapshotReader } from '../../../../src/stores/sync/opening/SnapshotReader';

const words = '물길 옆에 앉은 고양이 },{"id":"거짓","type":"x" ],"edges":[ '.repeat(4);
/** Enough for several pieces. */
const MANY = 2500;

const row = (id: string) => ({ id, name: '색', value: words, parentId: 'c' });
const nodes = Array.from({ length: MANY }, (_, index) => ({
  id: `n${index}`,
  type: index % 3 === 0 ? 'category' : 'textPrompt',
  position: { x: index, y: 0 },
  data: index % 3 === 0 ? { categories: [row(`r${index}`), row(`s${index}`)], edges: [1] } : { value: words },
}));
const edges = Array.from({ length: MANY }, (_, index) => ({
  id: `e${index}`,
  source: `n${index}`,
  target: 'n1',
  type: 'text',
}));
const asOdd = (node: object) => ({
  ...node,
  data: {
    rows: [
      { id: 'a', type: 'b' },
      { id: 'c', type: 'd' },
    ],
  },
});
const viewport = { x: 1, y: 2, zoom: 0.5 };

function readInPieces(canvas: string, size: number): unknown {
  const reader = new SnapshotReader();
  for (let at = 0; at < canvas.length; at += size) reader.add(canvas.slice(at, at + size));
  return reader.end(canvas);
}

/** Whether the result equals that of parsing it whole; a diff of thousands of nodes would take long to print. */
const isSameInPieces = (canvas: string, size: number): boolean =>
  isDeepStrictEqual(readInPieces(canvas, size), parseShape(canvas));

describe('a canvas that is read while it comes', () => {
  it.each([
    ['as we write it', { nodes, edges, viewport }],
    ['with members of a later version', { nodes, edges, viewport, theme: { id: 'later' } }],
    ['with those in front', { theme: 'later', nodes, edges, viewport }],
    ['with the view between', { nodes, viewport, edges }],
    ['with nodes only', { nodes, edges: [], viewport }],
    ['without edges at all', { nodes, viewport }],
    ['with edges first', { edges, nodes, viewport }],
    ['with rows that begin as nodes do', { nodes: nodes.map(asOdd), edges, viewport }],
    ['with a node that is none', { nodes: [...nodes, { id: 'x', type: 'image' }], edges, viewport }],
    ['with an edge that is none', { nodes, edges: [...edges, { id: 'x' }], viewport }],
    ['with something that looks like its end', { nodes, edges, viewport, more: [{ nodes: [], edges: [{ id: 'x' }] }] }],
  ])('equals the result of parsing it whole: %s', (_what, value) => {
    const canvas = JSON.stringify(value);
    for (const size of [100_000, 1_000_000, canvas.length]) expect(isSameInPieces(canvas, size)).toBe(true);
  });

  it.each([
    ['cut off', (canvas: string) => canvas.slice(0, -40)],
    ['cut off within the nodes', (canvas: string) => canvas.slice(0, canvas.length / 3)],
    ['with more behind it', (canvas: string) => `${canvas}{}`],
    ['with its nodes twice', (canvas: string) => `${canvas.slice(0, -1)},"nodes":[]}`],
    ['with its edges twice', (canvas: string) => `${canvas.slice(0, -1)},"edges":[]}`],
    ['with spaces between', (canvas: string) => JSON.stringify(JSON.parse(canvas), null, 1)],
  ])('equals the result of parsing it whole, %s', (_what, spoil) => {
    const canvas = spoil(JSON.stringify({ nodes, edges, viewport }));
    expect(isSameInPieces(canvas, 500_000)).toBe(true);
  });

  it('equals the result of parsing it whole, for any content and any cut', () => {
    const node = fc.record({
      id: fc.string({ minLength: 1 }),
      type: fc.string(),
      position: fc.constant({ x: 0, y: 0 }),
      data: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    const edge = fc.record({ id: fc.string(), source: fc.string(), target: fc.string(), more: fc.jsonValue() });
    const value = fc.record({ nodes: fc.array(node), edges: fc.array(edge), viewport: fc.jsonValue() });
    fc.assert(
      fc.property(value, fc.integer({ min: 50_000, max: 900_000 }), (some, size) => {
        // Something of every kind, among enough nodes to be read in pieces.
        const canvas = JSON.stringify({
          ...some,
          nodes: [...nodes, ...some.nodes, ...nodes],
          edges: [...some.edges, ...edges],
        });
        expect(isSameInPieces(canvas, size)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('is parsed once, and all but the end of it before the end has come', () => {
    const canvas = JSON.stringify({ nodes, edges, viewport });
    const reader = new SnapshotReader();
    const parse = vi.spyOn(JSON, 'parse');
    const parsed = (): number => parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    for (let at = 0; at < canvas.length; at += 100_000) reader.add(canvas.slice(at, at + 100_000));
    expect(parsed()).toBeGreaterThan(canvas.length * 0.7);
    reader.end(canvas);
    expect(parsed()).toBeLessThan(canvas.length * 1.05);
    parse.mockRestore();
  });
});
