import { describe, expect, it } from 'vitest';
import { batches, inShortParts, inSmallBatches } from '../../server/batches';

describe('a long list', () => {
  it('is sent to the database in parts that fit into one statement', () => {
    const list = Array.from({ length: 1_201 }, (_item, at) => at);
    const parts = [...batches(list)];
    expect(parts.map(({ length }) => length)).toEqual([500, 500, 201]);
    expect(parts.flat()).toEqual(list);
    expect([...batches([])]).toEqual([]);
  });

  it('that is read again and again lets other work have its turn [RUNNING-13]', async () => {
    const order: (string | number)[] = [];
    for await (const part of inSmallBatches(Array.from({ length: 250 }))) {
      if (order.length === 0) setImmediate(() => order.push('a save'));
      order.push(part.length);
    }
    expect(order).toEqual([100, 'a save', 100, 50]);
  });

  it('of long items comes in parts that are short together, or have one item', async () => {
    const parts: number[][] = [];
    for await (const part of inShortParts([200, 300, 100, 900, 50, 60], (item) => item * 1024)) parts.push(part);
    expect(parts).toEqual([[200, 300], [100], [900], [50, 60]]);
  });
});
