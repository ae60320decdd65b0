import { describe, expect, it } from 'vitest';
import { Editor, readSnapshot } from '../../../src/engine';

const idea = { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: 'a fox' } };
const art = { id: 'art', type: 'image', position: { x: 405, y: 0 }, data: {} };
const edge = { id: 'idea-art', source: 'idea', target: 'art' };
const saved = { nodes: [idea, art], edges: [edge], viewport: { x: 0, y: 0, zoom: 1 } };

/** Reads the value as a file is read. */
const read = (value: unknown) => readSnapshot(JSON.parse(JSON.stringify(value)));

describe('a snapshot out of a file', () => {
  it('comes with every member that it had, also those of a newer version [PACKAGE-8]', () => {
    const later = { ...saved, version: 9, nodes: [{ ...idea, locked: true }, art] };
    expect(read(later)).toEqual(later);
    const editor = new Editor({ snapshot: readSnapshot(later) ?? saved, uniqueId: () => '1' });
    expect(editor.snapshot()).toEqual(later);
  });

  it.each([
    ['nothing', null],
    ['words', 'a fox'],
    ['a list', [saved]],
    ['no nodes', { edges: [] }],
    ['no edges', { nodes: [] }],
    ['a node without an id', { ...saved, nodes: [{ ...idea, id: '' }] }],
    ['a node without a type', { ...saved, nodes: [{ ...idea, type: 7 }] }],
    ['a node without data', { ...saved, nodes: [{ ...idea, data: null }] }],
    ['a node in no place', { ...saved, nodes: [{ ...idea, position: { x: Number.NaN, y: 0 } }] }],
    ['an edge from nowhere', { ...saved, edges: [{ ...edge, source: null }] }],
    ['two nodes of one id', { ...saved, nodes: [idea, { ...art, id: 'idea' }] }],
    ['two edges of one id', { ...saved, edges: [edge, edge] }],
  ])('is none: %s [PACKAGE-8]', (_name, value) => {
    expect(read(value)).toBeNull();
  });

  it.each([
    ['none', undefined],
    ['one that is nowhere', { x: Number.NaN, y: 0, zoom: 1 }],
    ['one of another world', { x: 1e12, y: 0, zoom: 1 }],
    ['one without a zoom', { x: 0, y: 0, zoom: 0 }],
  ])('loses no node to its view: %s [PACKAGE-8]', (_name, viewport) => {
    expect(read({ ...saved, viewport })).toEqual({ ...saved, viewport: { x: 0, y: 0, zoom: 0.75 } });
  });
});
