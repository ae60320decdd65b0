import type { Folding } from './measureFolding';
import type { Crowd } from './measureMany';
import type { OneSave } from './measureOne';
import type { Whole } from './measureWhole';

export interface Figures {
  one?: OneSave;
  many?: Crowd;
  large?: Crowd;
  folding?: Folding;
  whole?: Whole;
}

export interface Verdict {
  readonly what: string;
  readonly measured: number;
  readonly atMost: number;
  readonly holds: boolean;
}

const BYTES_BEYOND_PATCH = 16 * 1024;
const STOP_MAX_MS = 20;

/** What was promised of saving, beside what was measured. */
export function judge({ one, many, large, folding }: Figures): Verdict[] {
  const verdicts: Verdict[] = [];
  const say = (what: string, measured: number, atMost: number): void => {
    verdicts.push({ what, measured, atMost, holds: measured <= atMost });
  };
  if (one) {
    const { small, large } = one;
    say('a save at 10,000 nodes, of one at 100 (median)', large.patch.medianMs / small.patch.medianMs, 1.5);
    for (const [nodes, { patch }] of [['100', small] as const, ['10,000', large] as const]) {
      say(
        `bytes written by a save at ${nodes} nodes, beyond the patch`,
        patch.writtenBytes - patch.sentBytes,
        BYTES_BEYOND_PATCH,
      );
    }
  }
  for (const [name, crowd, atMost] of [['small', many, 100] as const, ['large', large, 200] as const]) {
    if (crowd === undefined) continue;
    say(`${crowd.editors} editors on ${name} canvases, p99 in ms`, crowd.p99Ms, atMost);
    say(`${crowd.editors} editors on ${name} canvases, errors`, crowd.errors, 0);
  }
  if (folding) say('longest stop of the event loop while folding, ms', folding.longestStopMs, STOP_MAX_MS);
  return verdicts;
}
