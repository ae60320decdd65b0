import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { quantile } from '../quantile';

const FRAME_CATEGORY = 'disabled-by-default-devtools.timeline.frame';

interface TraceEvent {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
}

/** What one performance of a gesture cost. */
export interface Measured {
  /** Input events sent. */
  readonly steps: number;
  /** Frames that the compositor drew with something new in them, a second. */
  readonly drawnPerS: number;
  /** Time the main thread's processor worked a step, the canvas's raster included; milliseconds. */
  readonly busyMs: number;
  /** The same by the clock on the wall: with what else runs on the machine in it. */
  readonly taskMs: number;
  readonly p95FrameMs: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** By the contestant's own count, by layer; null when it keeps none. */
  readonly draws: Readonly<Record<string, number>> | null;
}

export interface Memory {
  /** JavaScript heap after a forced collection; bytes. */
  readonly heapBytes: number;
  /** Resident set of the page's process; bytes. Null where the system does not tell. */
  readonly residentBytes: number | null;
}

/** How many steps were taken and how long; what happens before and after them is not paced but counts. */
export interface Performed {
  readonly steps: number;
  readonly elapsedMs: number;
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

  async measure(perform: () => Promise<Performed>): Promise<Measured> {
    await this.#page.evaluate(() => (window.benchLongTasks = []));
    const drawsBefore = await this.#draws();
    const stopTrace = await this.#startTrace();
    const before = await this.#counters();
    const { steps, elapsedMs } = await perform();
    const after = await this.#counters();
    const frames = await stopTrace();
    const drawsAfter = await this.#draws();
    const longTasks = await this.#page.evaluate(() => window.benchLongTasks ?? []);

    const times = frames.map(({ ts }) => ts / 1000).toSorted((a, b) => a - b);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    return {
      steps,
      drawnPerS: (times.length * 1000) / Math.max(elapsedMs, spanMs),
      busyMs: (after.threadMs - before.threadMs) / steps,
      taskMs: (after.taskMs - before.taskMs) / steps,
      p95FrameMs: quantile(gaps, 0.95),
      longTasks: longTasks.length,
      longestTaskMs: Math.max(0, ...longTasks),
      draws: drawsAfter && difference(drawsAfter, drawsBefore),
    };
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

  #draws(): Promise<Readonly<Record<string, number>> | null> {
    return this.#page.evaluate(() => window.bench?.draws() ?? null);
  }

  async #counters(): Promise<{ threadMs: number; taskMs: number }> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
    return { threadMs: of('ThreadTime'), taskMs: of('TaskDuration') };
  }

  async #startTrace(): Promise<() => Promise<TraceEvent[]>> {
    const frames: TraceEvent[] = [];
    const collect = ({ value }: { value: object[] }): void => {
      for (const event of value as TraceEvent[]) if (event.name === 'DrawFrame') frames.push(event);
    };
    const session = this.#browserSession;
    session.on('Tracing.dataCollected', collect);
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: [FRAME_CATEGORY], excludedCategories: ['*'] },
    });
    return async () => {
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await complete;
      session.off('Tracing.dataCollected', collect);
      return frames;
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
