import { readFileSync } from 'node:fs';

/** Time of all processors together, since the system started; ticks of a hundredth of a second. */
export interface ProcessorTime {
  readonly worked: number;
  /** Ticks that were wanted while the host had the processor do something else. */
  readonly stolen: number;
}

/** Null where the system does not tell. */
export function processorTime(): ProcessorTime | null {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
    // The columns are those of proc(5): user, nice, system, idle, iowait, irq, softirq, steal.
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = ticks.map(Number);
    return { worked: user + nice + system + irq + softirq, stolen };
  } catch {
    return null;
  }
}

/** Share of the time wanted between the two that was stolen; 0 to 1. */
export function stolenShare(before: ProcessorTime | null, after: ProcessorTime | null): number | null {
  if (!before || !after) return null;
  const stolen = after.stolen - before.stolen;
  const wanted = after.worked - before.worked + stolen;
  return wanted > 0 ? stolen / wanted : 0;
}
