import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GraphDocument, PendingChanges } from '../../../src/engine';
import { oddCanvas } from '../../engine/support/oddCanvas';
import { act, applied, content, encoded, history, pendingOn } from '../support/histories';
import { anyCanvas } from '../support/snapshots';

describe('laws of pending changes', () => {
  it('squashed and encoded on the base they are the document, and without them it is the base', () => {
    fc.assert(
      fc.property(oddCanvas, history, (start, steps) => {
        const document = new GraphDocument(start);
        const base = content(document);
        const pending = pendingOn(base);
        act(document, steps, pending);
        const now = content(document);
        expect(pending.counts).toEqual({ nodes: now.nodes.length, edges: now.edges.length });
        expect(pending.baseNodes(now.nodes)).toEqual(base.nodes);
        expect(pending.baseEdges(now.edges)).toEqual(base.edges);
        expect(applied(base, encoded(pending))).toEqual(now);
      }),
      { numRuns: 400 },
    );
  });

  it('two in a row are one that notes what both note', () => {
    fc.assert(
      fc.property(oddCanvas, history, history, (start, first, second) => {
        const document = new GraphDocument(start);
        const base = content(document);
        const both = pendingOn(base);
        act(document, first, both);
        const earlier = encoded(both);
        const later = pendingOn(document);
        act(document, second, later, both);
        const now = content(document);
        expect(applied(base, earlier)).toMatchObject({ nodes: later.baseNodes(now.nodes) });
        expect(both.counts).toEqual({ nodes: now.nodes.length, edges: now.edges.length });
        expect(both.baseNodes(now.nodes)).toEqual(base.nodes);
        expect(both.baseEdges(now.edges)).toEqual(base.edges);
        expect(applied(base, encoded(both))).toEqual(now);
        expect(applied(base, [...earlier, ...encoded(later)])).toEqual(now);
      }),
      { numRuns: 400 },
    );
  });

  it('between any two canvases they make the one of the other', () => {
    fc.assert(
      fc.property(anyCanvas, anyCanvas, (base, next) => {
        const between = PendingChanges.between(base, next);
        expect(applied(content(base), encoded(between))).toEqual(content(next));
        expect(between.baseNodes(next.nodes)).toEqual(base.nodes);
        expect(between.baseEdges(next.edges)).toEqual(base.edges);
      }),
      { numRuns: 300 },
    );
  });

  it('edits on top of the difference of two canvases are one with it', () => {
    fc.assert(
      fc.property(anyCanvas, oddCanvas, history, (base, start, steps) => {
        const document = new GraphDocument(start);
        const pending = PendingChanges.between(base, content(document));
        act(document, steps, pending);
        expect(applied(content(base), encoded(pending))).toEqual(content(document));
      }),
      { numRuns: 300 },
    );
  });
});
