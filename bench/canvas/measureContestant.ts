import type { Browser } from 'playwright-core';
import type { Snapshot } from '../../src/engine/document/Snapshot';
import { median } from '../quantile';
import { isPeer, type Contestant } from './contestants/Contestant';
import type { Flags, GestureName } from './flags';
import { gestures, VoidRun } from './gestures';
import { openScene, type Opened } from './openScene';
import type { Measured, Memory } from './Probe';
import { undisturbed } from './undisturbed';
import { within } from './within';
import { withBrowser } from './withBrowser';

/** A gesture's own end comes sooner unless the page is stuck. */
const STUCK_MS = 120_000;

export interface ContestantFigures {
  readonly contestant: Contestant['name'];
  readonly nodes: number;
  readonly edges: number;
  /** Milliseconds from the start of the navigation to the first frame with the flow in it. */
  readonly loadMs: number | null;
  readonly memory: Memory | null;
  /** Medians over the repetitions; of long tasks the most. Of a peer one repetition: no limit is a share of its figures. */
  readonly gestures: Readonly<Partial<Record<GestureName, Measured>>>;
  /** Why there are no further figures: it took longer than it was given, or its page broke. */
  readonly didNotSurvive: string | null;
}

/** Everything about one contestant and one flow. Throws VoidRun when a gesture had no effect. */
export async function measureContestant(
  executablePath: string,
  contestant: Contestant,
  flow: Snapshot,
  flags: Flags,
): Promise<ContestantFigures> {
  const figures: Partial<Record<GestureName, Measured>> = {};
  const repetitions = isPeer(contestant) ? 1 : flags.reps;
  let loadMs: number | null = null;
  let memory: Memory | null = null;
  let didNotSurvive: string | null = null;

  const measure = async (browser: Browser): Promise<void> => {
    const open = (): Promise<Opened> => openScene(browser, contestant, flow);
    const openings = await undisturbed(repetitions, async () => {
      const opened = await open();
      await opened.scene.page.context().close();
      return opened;
    });
    loadMs = median(openings.map((opening) => opening.loadMs));
    const { scene } = await open();
    memory = await scene.probe.memory();
    for (const name of flags.gestures) {
      figures[name] = medians(
        await undisturbed(repetitions, async (turn) => {
          const measured = await within(STUCK_MS, name, gestures[name](scene, turn));
          await within(STUCK_MS, `the aftermath of ${name}`, contestant.aftermath(scene.page));
          await within(STUCK_MS, `resting after ${name}`, scene.probe.rest());
          return measured;
        }),
      );
    }
  };
  try {
    await withBrowser(executablePath, measure);
  } catch (error) {
    if (error instanceof VoidRun || !isPeer(contestant)) throw error;
    didNotSurvive = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
  return {
    contestant: contestant.name,
    nodes: flow.nodes.length,
    edges: flow.edges.length,
    loadMs,
    memory,
    gestures: figures,
    didNotSurvive,
  };
}

/** Medians of repeated figures, but the most of long tasks and of stolen time. */
export function medians(all: readonly Measured[]): Measured {
  const of = (pick: (measured: Measured) => number): number => median(all.map(pick));
  const stolen = all.flatMap((measured) => measured.stolen ?? []);
  return {
    steps: of(({ steps }) => steps),
    drawnPerS: of(({ drawnPerS }) => drawnPerS),
    busyMs: of(({ busyMs }) => busyMs),
    taskMs: of(({ taskMs }) => taskMs),
    p95FrameMs: of(({ p95FrameMs }) => p95FrameMs),
    // One long task in five repetitions is one too many; a median would hide it.
    longTasks: Math.max(...all.map(({ longTasks }) => longTasks)),
    longestTaskMs: Math.max(...all.map(({ longestTaskMs }) => longestTaskMs)),
    stolen: stolen.length > 0 ? Math.max(...stolen) : null,
    draws: all[0]?.draws ?? null,
  };
}
