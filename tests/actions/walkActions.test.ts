import { describe, expect, it, vi } from 'vitest';
import { walk, WALK_ACTIONS, type WalkTarget } from '../../src/actions';

/** The index that a key leads to; null for a key that is not the list's. */
function reached(key: string, list: Omit<WalkTarget, 'go'>): number | null {
  let at: number | null = null;
  walk({ key }, { ...list, go: (index) => (at = index) });
  return at;
}

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

describe('a list that keys walk', () => {
  it('goes on by arrows as it lies, up to its ends', () => {
    const table = { at: 4, count: 8, across: 1, down: 3 };
    expect(arrows.map((key) => reached(key, table))).toEqual([3, 5, 1, 7]);
    expect(arrows.map((key) => reached(key, { ...table, at: 0 }))).toEqual([0, 1, 0, 3]);
    expect(arrows.map((key) => reached(key, { at: 1, count: 3, down: 1 }))).toEqual([null, null, 0, 2]);
  });

  it('goes round where it has no end, and to its ends by their keys', () => {
    const menu = { at: 2, count: 3, down: 1, page: 8, isRound: true };
    expect(['ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => reached(key, menu))).toEqual([
      0, 0, 2, 0, 2,
    ]);
    expect(reached('End', { ...menu, at: 1 })).toBe(2);
    expect(reached('Home', { ...menu, hasEnds: false })).toBeNull();
    expect(reached('ArrowDown', { ...menu, count: 0, at: -1 })).toBeNull();
  });

  it('leaves to the browser and the system what is held with another key than Shift', () => {
    const go = vi.fn<(index: number) => void>();
    const row: WalkTarget = { at: 1, count: 3, across: 1, down: 1, page: 2, go };
    for (const held of ['altKey', 'ctrlKey', 'metaKey'])
      for (const { chords } of Object.values(WALK_ACTIONS))
        for (const { key } of chords) expect(walk({ key, [held]: true }, row)).toBe(false);
    expect(go).not.toHaveBeenCalled();
  });

  it('says at its ends which of them it is', () => {
    const row: WalkTarget = { at: 2, count: 3, across: 1, go: () => undefined };
    const { previous, next, first, last } = WALK_ACTIONS;
    const reasonsAt = (at: number) => [previous, next, first, last].map(({ whyNot }) => whyNot({ ...row, at }));
    expect(reasonsAt(2)).toEqual([null, 'outline.isLast', null, 'outline.isLast']);
    expect(reasonsAt(0)).toEqual(['outline.isFirst', null, 'outline.isFirst', null]);
  });
});
