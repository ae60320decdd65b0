import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { quantile } from '../quantile';
import { processorTime, stolenShare } from './processorTime';

const CATEGORIES = ['disabled-by-default-devtools.timeline.frame', 'blink.user_timing'];
/** Marks that the page sets. Frames are counted from each `BEGIN` to the next `END`. */
const BEGIN = 'bench begins to move';
const END = 'bench has moved';

const FRAME = 'DrawFrame';
const RECORDED = new Set([FRAME, BEGIN, END]);

interface TraceEvent {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
}

/** The cost of one performance of a gesture. */
export interface Measured {
  /** Input events sent. */
  readonly steps: number;
  /** Frames that the compositor drew with something new in them, a second, while the gesture moved. */
  readonly drawnPerS: number;
  /** Time the main thread's processor worked a step, the canvas's raster included; milliseconds. */
  readonly busyMs: number;
  /** The same by the clock on the wall: with what else runs on the machine in it. */
  readonly taskMs: number;
  readonly p95FrameMs: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** Share of the wanted processor time that the machine did not get meanwhile, 0 to 1; null where it does not tell. */
  readonly stolen: number | null;
  /** The contestant's own counts, by layer; null when it keeps none. */
  readonly draws: Readonly<Record<string, number>> | null;
}

export interface Memory {
  /** JavaScript heap after a forced collection; bytes. */
  readonly heapBytes: number;
  /** Resident set of the page's process; bytes. Null where the system does not tell. */
  readonly residentBytes: number | null;
}

/** Watches one page from outside by the browser's own counters, the same for every contestant. */
export class Probe {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #browserSession: CDPSession;

  private constructor(page: Page, session: CDPSession, browserSession: CDPSession) {
    this.#page = page;
    this.#session = session;
    this.#browserSession = browserSession;
  }

  static async attach(browser: Browser, page: Page): Promise<Probe> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return new Probe(page, session, await browser.newBrowserCDPSession());
  }

  /**
   * Measures a gesture from its press to its release; `perform` returns how many steps it took. Frames are counted while
   * it moves, which it tells by `moving`: a press and a release are one frame each, and their cost is in the long tasks.
   */
  async measure(perform: () => Promise<number>): Promise<Measured> {
    await this.#page.evaluate(() => (window.benchLongTasks = []));
    const drawsBefore = await this.#draws();
    const stopTrace = await this.#startTrace();
    const processorsBefore = processorTime();
    const before = await this.#counters();
    const steps = await perform();
    const after = await this.#counters();
    const stolen = stolenShare(processorsBefore, processorTime());
    const { frames, elapsedMs, gapsMs } = inMotion(await stopTrace());
    const drawsAfter = await this.#draws();
    const longTasks = await this.#page.evaluate(() => window.benchLongTasks ?? []);
    return {
      steps,
      drawnPerS: (frames * 1000) / elapsedMs,
      busyMs: (after.threadMs - before.threadMs) / steps,
      taskMs: (after.taskMs - before.taskMs) / steps,
      p95FrameMs: quantile(gapsMs, 0.95),
      longTasks: longTasks.length,
      longestTaskMs: Math.max(0, ...longTasks),
      stolen,
      draws: drawsAfter && difference(drawsAfter, drawsBefore),
    };
  }

  /** Frames are counted while this goes on. */
  async moving<T>(move: () => Promise<T>): Promise<T> {
    await this.#mark(BEGIN);
    const result = await move();
    await this.#mark(END);
    return result;
  }

  async memory(): Promise<Memory> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#session.send('Runtime.getHeapUsage');
    return { heapBytes: usedSize, residentBytes: await this.#residentBytes() };
  }

  /** Waits until the page has had half a second without much to do. */
  async rest(atMostMs = 20_000): Promise<void> {
    const until = Date.now() + atMostMs;
    let { taskMs } = await this.#counters();
    while (Date.now() < until) {
      await this.#page.waitForTimeout(500);
      const now = await this.#counters();
      if (now.taskMs - taskMs < 25) return;
      ({ taskMs } = now);
    }
  }

  async #mark(name: string): Promise<void> {
    await this.#page.evaluate((mark) => void performance.mark(mark), name);
  }

  #draws(): Promise<Readonly<Record<string, number>> | null> {
    return this.#page.evaluate(() => window.bench?.draws() ?? null);
  }

  async #counters(): Promise<{ threadMs: number; taskMs: number }> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
    return { threadMs: of('ThreadTime'), taskMs: of('TaskDuration') };
  }

  async #startTrace(): Promise<() => Promise<TraceEvent[]>> {
    const events: TraceEvent[] = [];
    const collect = ({ value }: { value: object[] }): void => {
      for (const event of value as TraceEvent[]) if (RECORDED.has(event.name)) events.push(event);
    };
    const session = this.#browserSession;
    session.on('Tracing.dataCollected', collect);
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
    });
    return async () => {
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await complete;
      session.off('Tracing.dataCollected', collect);
      return events;
    };
  }

  /** The page's process is the largest of the browser's renderers: the others are spares. */
  async #residentBytes(): Promise<number | null> {
    const { processInfo } = await this.#browserSession.send('SystemInfo.getProcessInfo');
    const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentBytesOf(id));
    const known = sizes.filter((size) => size !== null);
    return known.length === 0 ? null : Math.max(...known);
  }
}

/** The frames between the marks, and the time between two that follow one another there. */
function inMotion(events: readonly TraceEvent[]): { frames: number; elapsedMs: number; gapsMs: number[] } {
  let frames = 0;
  let elapsedMs = 0;
  const gapsMs: number[] = [];
  let beganAt: number | null = null;
  let last: number | null = null;
  for (const { name, ts } of events.toSorted((a, b) => a.ts - b.ts)) {
    if (name === BEGIN) [beganAt, last] = [ts, null];
    else if (beganAt === null) continue;
    else if (name === FRAME) {
      frames += 1;
      if (last !== null) gapsMs.push((ts - last) / 1000);
      last = ts;
    } else {
      elapsedMs += (ts - beganAt) / 1000;
      beganAt = null;
    }
  }
  if (elapsedMs === 0) throw new Error('the gesture never moved');
  return { frames, elapsedMs, gapsMs };
}

function residentBytesOf(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

const difference = (
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>> | null,
): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before?.[name] ?? 0)]));
