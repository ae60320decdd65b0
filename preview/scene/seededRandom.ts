import { createHash } from 'node:crypto';

/** A stream of numbers in [0, 1) that depends on its seed only (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** 32 bits of the contents' SHA-256. */
export function seedOf(...contents: string[]): number {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content).update('\0');
  return hash.digest().readUInt32LE(0);
}

export function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}

export function pick<T>(random: Random, list: readonly T[], otherwise: T): T {
  return list[Math.floor(random() * list.length)] ?? otherwise;
}
