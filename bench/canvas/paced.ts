import type { Probe } from './Probe';

/** Length of a step of a gesture: the sixtieth of a second in which a frame is to be drawn. */
export const STEP_MS = 1000 / 60;
/**
 * Reports of the mouse within a step: a USB mouse reports 125 times a second with the standard driver. With one report a step some frames
 * get none and some get two, which measures how the two clocks beat, not what the page can do: a page that paints one rectangle a report
 * drew 45 to 52 of 60 frames.
 */
const REPORTS_PER_STEP = 2;
/** A person does not wait for the page, and a page handles a turn of the wheel a frame or two later. */
const STEPS_ON_THEIR_WAY = 3;
/** Time after which the remaining steps are dropped: a page this slow has shown it. */
const GESTURE_LIMIT_MS = 15_000;

/** Steps from one end of the zoom's range to the other. */
export const ZOOM_STEPS = 60;
/** Turns of the wheel for those steps. */
export const ZOOM_TURNS = ZOOM_STEPS * REPORTS_PER_STEP;

/**
 * About 60 steps a second with several reports each; `report` sends the one at a time, counted in steps. Returns the number of steps made.
 */
export function paced(probe: Probe, steps: number, report: (step: number) => Promise<void>): Promise<number> {
  return probe.moving(async () => {
    const reportMs = STEP_MS / REPORTS_PER_STEP;
    const onTheirWay: Promise<void>[] = [];
    const start = performance.now();
    let due = start;
    let sent = 0;
    while (sent < steps * REPORTS_PER_STEP && performance.now() - start < GESTURE_LIMIT_MS) {
      sent += 1;
      onTheirWay.push(report(sent / REPORTS_PER_STEP));
      if (onTheirWay.length >= STEPS_ON_THEIR_WAY * REPORTS_PER_STEP) await onTheirWay.shift();
      const now = performance.now();
      due = Math.max(due + reportMs, now - reportMs);
      if (due > now) await new Promise((resolve) => setTimeout(resolve, due - now));
    }
    await Promise.all(onTheirWay);
    return sent / REPORTS_PER_STEP;
  });
}
