import { median } from './quantile';

/** The same measured without and with something, in alternation. */
export interface Pairs {
  readonly without: readonly number[];
  readonly with: readonly number[];
  /** The median of the pairs' ratios, with to without. */
  readonly ratio: number;
}

/**
 * Measures this many pairs one after the other, so that a machine that is slow for a while is slow for both of a pair; one that becomes
 * slow or quick within a pair distorts that pair only, which the median leaves out.
 */
export async function inPairs(
  count: number,
  measure: { without: () => Promise<number>; with: () => Promise<number> },
): Promise<Pairs> {
  const pairs: (readonly [number, number])[] = [];
  while (pairs.length < count) pairs.push([await measure.without(), await measure.with()]);
  return {
    without: pairs.map(([alone]) => alone),
    with: pairs.map(([, beside]) => beside),
    ratio: median(pairs.map(([alone, beside]) => beside / alone)),
  };
}
