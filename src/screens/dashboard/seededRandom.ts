/** Chance that repeats itself: the same seed gives the same sequence. */
export interface Random {
  /** Anywhere between the two. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
}

/** FNV-1a over the seed's characters, then a 32-bit xorshift; good enough to draw with. */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  if (state === 0) state = 1;

  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const share = (low: number, high: number): number => low + next() * (high - low);

  return {
    between: share,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
