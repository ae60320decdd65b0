import fc from 'fast-check';
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { PendingChanges, type Snapshot } from '../../../../src/engine';
import { applyPatch } from '../../../../src/stores/sync/patch/applyPatch';
import { Encoding, restOf } from '../../../../src/stores/sync/patch/Encoding';
import type { PatchOperation } from '../../../../src/stores/sync/patch/Patch';
import { anyCanvas, art, canvas, pipe, prompt } from '../../support/snapshots';

const patchBetween = (base: Snapshot, next: Snapshot): PatchOperation[] =>
  JSON.parse(
    new Encoding({ changes: PendingChanges.between(base, next), from: restOf(base), to: restOf(next), isLeaving: true })
      .patch.text,
  ) as PatchOperation[];

/** The result of a patch on the server: validated, prototype paths refused. */
const applied = (base: Snapshot, patch: readonly unknown[]): unknown =>
  fastJsonPatch.applyPatch(structuredClone(base), structuredClone(patch) as Operation[], true, true).newDocument;

const stepsOf = (base: Snapshot, next: Snapshot): string[] =>
  patchBetween(base, next).map(({ op, path }) => `${op} ${path}`);

const row = (id: string) => ({ id, name: id, value: 'v', parentId: 'c' });
const category = (...ids: string[]): Snapshot =>
  canvas([{ id: 'c', type: 'category', position: { x: 0, y: 0 }, data: { categories: ids.map(row) } }]);
const withField = (value: string): Snapshot =>
  canvas([{ ...prompt('a'), data: { ['constructor' as string]: value, value: 'x' } }]);

describe('patchBetween', () => {
  it('is a patch that turns any canvas into any other, on a strict RFC 6902 reader [SAVE-3]', () => {
    fc.assert(
      fc.property(anyCanvas, anyCanvas, (base, next) => {
        expect(applied(base, patchBetween(base, next))).toEqual(next);
      }),
      { numRuns: 1500 },
    );
  });

  it('is empty for equal canvases, whatever their references', () => {
    fc.assert(
      fc.property(anyCanvas, (base) => {
        expect(patchBetween(base, structuredClone(base))).toEqual([]);
      }),
    );
  });

  it('deletes the first of ten thousand nodes in one step [SAVE-3]', () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => prompt(`n${index}`));
    expect(patchBetween(canvas(nodes), canvas(nodes.slice(1)))).toEqual([{ op: 'remove', path: '/nodes/0' }]);
  });

  it('names a typed word by its field and a move by its coordinate', () => {
    const base = canvas([prompt('idea'), prompt('other')]);
    const next = canvas([prompt('idea', '물길', 15), base.nodes[1] ?? prompt('other')]);
    expect(patchBetween(base, next)).toEqual([
      { op: 'replace', path: '/nodes/0/position/x', value: 15 },
      { op: 'replace', path: '/nodes/0/data/value', value: '물길' },
    ]);
  });

  it('says in one step where a card was dragged to, and in two with a foreign member beside its place', () => {
    const card = prompt('idea');
    const dragged = { ...card, position: { x: 15, y: 30 } };
    const lifted = { ...card, position: { x: 15, y: 30, layer: { z: 1 } } };
    const sunk = { ...card, position: { x: 30, y: 45, layer: { z: 2 } } };
    expect(patchBetween(canvas([card]), canvas([dragged]))).toEqual([
      { op: 'replace', path: '/nodes/0/position', value: { x: 15, y: 30 } },
    ]);
    expect(stepsOf(canvas([dragged]), canvas([lifted]))).toEqual(['add /nodes/0/position/layer']);
    expect(stepsOf(canvas([lifted]), canvas([sunk]))).toEqual([
      'replace /nodes/0/position/x',
      'replace /nodes/0/position/y',
      'replace /nodes/0/position/layer/z',
    ]);
  });

  it('does not look into what kept its reference', () => {
    const watched = new Proxy(prompt('still'), {
      ownKeys: () => {
        throw new Error('looked into an unchanged node');
      },
    });
    const base = canvas([watched, prompt('typed')]);
    const next = canvas([watched, prompt('typed', 'x')]);
    expect(patchBetween(base, next)).toHaveLength(1);
    expect(() => patchBetween(base, canvas([prompt('still')]))).toThrow('looked into');
  });

  it('keeps rows of a category apart by their id', () => {
    expect(patchBetween(category('1', '2', '3'), category('2', '3', '4'))).toEqual([
      { op: 'remove', path: '/nodes/0/data/categories/0' },
      { op: 'add', path: '/nodes/0/data/categories/2', value: row('4') },
    ]);
  });

  it('moves one node of a reordered list and leaves the others in place', () => {
    const [a, b, c, d] = [prompt('a'), prompt('b'), prompt('c'), prompt('d')];
    expect(patchBetween(canvas([a, b, c, d]), canvas([d, a, b, c]))).toEqual([
      { op: 'remove', path: '/nodes/3' },
      { op: 'add', path: '/nodes/0', value: d },
    ]);
  });

  it('adds a node and its pipe', () => {
    const base = canvas([prompt('idea')]);
    const next = canvas([...base.nodes, art('art')], [pipe('idea', 'art')]);
    expect(stepsOf(base, next)).toEqual(['add /nodes/1', 'add /edges/0']);
  });

  it('never goes through a path that the server refuses', () => {
    const patch = patchBetween(withField('1'), withField('2'));
    expect(patch).toEqual([{ op: 'replace', path: '/nodes/0/data', value: { constructor: '2', value: 'x' } }]);
  });
});

describe('applyPatch', () => {
  it('leaves the given canvas alone and shares what the patch does not touch', () => {
    const base = canvas([prompt('idea'), prompt('other')]);
    const next = applyPatch(base, [{ op: 'replace', path: '/nodes/0/data/value', value: 'x' }]);
    expect(base.nodes[0]?.data.value).toBe('');
    expect(next.nodes[0]?.data.value).toBe('x');
    expect(next.nodes[1]).toBe(base.nodes[1]);
  });

  it('throws and changes nothing when a step does not fit or reaches for a prototype', () => {
    const base = canvas([prompt('idea')]);
    const before = structuredClone(base);
    expect(() =>
      applyPatch(base, [
        { op: 'remove', path: '/nodes/0' },
        { op: 'remove', path: '/nodes/7' },
      ]),
    ).toThrow('does not exist');
    expect(() => applyPatch(base, [{ op: 'add', path: '/__proto__/polluted', value: 1 }])).toThrow('prototype');
    expect(base).toEqual(before);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('inverts patchBetween', () => {
    fc.assert(
      fc.property(anyCanvas, anyCanvas, (base, next) => {
        expect(applyPatch(base, patchBetween(base, next))).toEqual(next);
      }),
    );
  });
});
