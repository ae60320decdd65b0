import { Verdicts } from '../verdicts';
import type { Verdict } from '../verdicts';
import type { CompactionFigures } from './measureCompaction';
import type { Long } from './measureLong';
import type { Crowd } from './measureMany';
import type { OneSave } from './measureOne';
import type { Whole } from './measureWhole';

interface Figures {
  readonly one: OneSave;
  readonly many: Crowd;
  readonly large: Crowd;
  readonly compaction: CompactionFigures;
  readonly long: Long;
  readonly whole: Whole;
}

const BYTES_BEYOND_PATCH = 16 * 1024;
const STOP_MAX_MS = 20;
const WAIT_MAX_MS = 200;
/** Level: what a collection of garbage more or less makes. */
const MEMORY_GROWTH_MAX = 1.1;

/** Judges the figures of saving by their limits. */
export function judge({ one, many, large, compaction, long, whole }: Partial<Figures>): readonly Verdict[] {
  const verdicts = new Verdicts();
  if (one) {
    const { small, large: big } = one;
    verdicts.say('a save at 10,000 nodes, times one at 100 (median)', big.patch.medianMs / small.patch.medianMs, 1.5);
    for (const [nodes, { patch }] of [['100', small] as const, ['10,000', big] as const]) {
      const beyond = patch.writtenBytes - patch.sentBytes;
      verdicts.say(`bytes written by a save at ${nodes} nodes, beyond the patch`, beyond, BYTES_BEYOND_PATCH);
    }
  }
  for (const [name, crowd, atMost] of [['100', many, 100] as const, ['10,000', large, 200] as const]) {
    if (crowd === undefined) continue;
    const who = `${crowd.editors} editors, ${name} nodes each, a save a second`;
    verdicts.say(`${who}: p99, ms`, crowd.p99Ms, atMost);
    verdicts.say(`${who}: errors, and seconds without a save`, crowd.errors + crowd.late, 0);
    verdicts.say(`${who}: memory at the end, times at half-time`, growth(crowd.memoryMiB), MEMORY_GROWTH_MAX);
  }
  if (compaction)
    verdicts.say('longest stop of the event loop during a compaction, ms', compaction.stop.stopMs, STOP_MAX_MS);
  if (long) verdicts.say('longest stop while a patch of 16 MiB is saved, ms', long.stop.stopMs, STOP_MAX_MS);
  if (whole)
    verdicts.say("others' longest save while 100,000 nodes come in twice, ms", whole.others.longestMs, WAIT_MAX_MS);
  return verdicts.all;
}

const growth = (memoryMiB: readonly number[]): number =>
  (memoryMiB.at(-1) ?? 0) / (memoryMiB[Math.floor(memoryMiB.length / 2)] ?? 1);
