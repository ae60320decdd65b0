import { setTimeout as sleep } from 'node:timers/promises';
import type { Observer, Vitals } from '../save/Observer';

export interface Sample extends Vitals {
  /** Since the beginning. */
  readonly atS: number;
}

const SAMPLES = 60;

/** Samples the server's vitals for this long. */
export async function watchVitals(observer: Observer, seconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const begun = performance.now();
  for (let count = 1; count <= SAMPLES; count += 1) {
    await sleep(begun + (count * seconds * 1000) / SAMPLES - performance.now());
    samples.push({ atS: Math.round((performance.now() - begun) / 1000), ...(await observer.vitals()) });
  }
  return samples;
}
