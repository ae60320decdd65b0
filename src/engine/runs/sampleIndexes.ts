/** Returns `n` different numbers below `count`, in their order: the same for the same seed. */
export function randomIndexes(count: number, n: number, seed: number): number[] {
  const random = seeded(seed);
  const chosen = new Set<number>();
  // Floyd's sampling: as many draws as numbers, however large the count.
  for (let last = count - n; last < count; last += 1) {
    const drawn = Math.floor(random() * (last + 1));
    chosen.add(chosen.has(drawn) ? last : drawn);
  }
  return [...chosen].toSorted((one, other) => one - other);
}

/** The mulberry32 generator. */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Rows with a value of each size, so few that any two values of two columns meet in one of them: each row takes the first pair that
 * has not met, then for every other column the value with most new pairs.
 */
export function coveringRows(sizes: readonly number[]): number[][] {
  const unmet = sizes.map((size, one) =>
    Array.from({ length: size }, () => sizes.map((other, at) => new Set(at > one ? upTo(other) : []))),
  );
  const isNew = (one: number, value: number, other: number, partner: number): boolean =>
    one < other
      ? (unmet[one]?.[value]?.[other]?.has(partner) ?? false)
      : (unmet[other]?.[partner]?.[one]?.has(value) ?? false);
  const rows: number[][] = [];
  for (const [one, values] of unmet.entries()) {
    for (const [value, others] of values.entries()) {
      for (const [other, partners] of others.entries()) {
        for (let [partner] = partners; partner !== undefined; [partner] = partners) {
          const row = new Map([
            [one, value],
            [other, partner],
          ]);
          for (const [column, size] of sizes.entries()) {
            if (row.has(column)) continue;
            const gains = Array.from({ length: size }, (_value, candidate) =>
              [...row].reduce((sum, [at, chosen]) => sum + (isNew(at, chosen, column, candidate) ? 1 : 0), 0),
            );
            row.set(column, gains.indexOf(Math.max(...gains)));
          }
          const whole = sizes.map((_size, column) => row.get(column) ?? 0);
          for (const [at, met] of whole.entries())
            for (const [to, partnerMet] of whole.entries()) if (at < to) unmet[at]?.[met]?.[to]?.delete(partnerMet);
          rows.push(whole);
        }
      }
    }
  }
  return rows;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_value, index) => index);
