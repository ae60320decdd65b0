/** Returns `n` different numbers below `all`, in their order: the same for the same seed. */
export function randomIndexes(all: number, n: number, seed: number): number[] {
  // Beyond it a number has no next one.
  const count = Math.min(all, Number.MAX_SAFE_INTEGER);
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
 * has not met, then for every other column the value with most new pairs. Ends behind `most`.
 */
export function coveringRows(sizes: readonly number[], most: number): number[][] {
  const columns = [...sizes.keys()];
  /** A 1 for each two values that have not met, by their columns; the second column is the later one. */
  const unmet = sizes.map((size, one) => sizes.map((other, at) => new Uint8Array(at > one ? size * other : 0).fill(1)));
  const placeOf = (value: number, other: number, partner: number): number => value * (sizes[other] ?? 0) + partner;
  const isNew = (one: number, value: number, other: number, partner: number): number =>
    (one < other
      ? unmet[one]?.[other]?.[placeOf(value, other, partner)]
      : unmet[other]?.[one]?.[placeOf(partner, one, value)]) ?? 0;
  const bestOf = (column: number, row: ReadonlyMap<number, number>): number => {
    let [best, most] = [0, -1];
    for (let candidate = 0; candidate < (sizes[column] ?? 0); candidate += 1) {
      let gain = 0;
      for (const [at, chosen] of row) gain += isNew(at, chosen, column, candidate);
      if (gain > most) [best, most] = [candidate, gain];
    }
    return best;
  };
  const rows: number[][] = [];
  for (const [one, size] of sizes.entries()) {
    for (let value = 0; value < size; value += 1) {
      for (const [other, partners] of sizes.entries()) {
        if (other <= one) continue;
        for (let partner = 0; partner < partners; partner += 1) {
          if (isNew(one, value, other, partner) === 0) continue;
          if (rows.length >= most) return rows;
          const row = new Map([
            [one, value],
            [other, partner],
          ]);
          for (const column of columns) if (!row.has(column)) row.set(column, bestOf(column, row));
          const whole = columns.map((column) => row.get(column) ?? 0);
          for (const [at, met] of whole.entries())
            for (const [to, partnerMet] of whole.entries()) {
              const pairs = unmet[at]?.[to];
              if (at < to && pairs) pairs[placeOf(met, to, partnerMet)] = 0;
            }
          rows.push(whole);
        }
      }
    }
  }
  return rows;
}
