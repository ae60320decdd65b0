import { describe, expect, it } from 'vitest';
import { roundedPath } from '../../src/ui/roundedPath';

describe('the path of a drawn pipe', () => {
  it('runs straight between two ends', () => {
    expect(
      roundedPath(
        [
          [0, 0],
          [40, 0],
        ],
        8,
      ),
    ).toBe('M0 0L40 0');
  });

  it('rounds a corner by its radius', () => {
    expect(
      roundedPath(
        [
          [0, 0],
          [40, 0],
          [40, 40],
        ],
        8,
      ),
    ).toBe('M0 0L32 0Q40 0 40 8L40 40');
  });

  it('rounds by half of a side that is shorter than that', () => {
    expect(
      roundedPath(
        [
          [0, 0],
          [40, 0],
          [40, 6],
        ],
        8,
      ),
    ).toBe('M0 0L37 0Q40 0 40 3L40 6');
  });

  it('is nothing without corners', () => {
    expect(roundedPath([], 8)).toBe('');
  });
});
