import { median } from '../../quantile';
import type { Contestant } from '../contestants/Contestant';
import type { Flags, GestureName, SceneName } from '../flags';
import { gestures, type Scene } from '../gestures';
import { medians } from '../measureContestant';
import { openScene } from '../openScene';
import { signIn } from '../signIn';
import type { Measured, Memory } from '../Probe';
import { undisturbed } from '../undisturbed';
import { withBrowser } from '../withBrowser';
import { makePictureFlow, makeTextFlow } from './makeFlows';

const SCENE_GESTURES = ['pan', 'panFar', 'zoom'] as const satisfies readonly GestureName[];

export interface SceneFigures {
  readonly scene: SceneName;
  readonly nodes: number;
  readonly loadMs: number;
  /** Memory after the last gesture. */
  readonly memory: Memory | null;
  /** The first time on a fresh page, while pictures arrive and words are broken into lines. */
  readonly cold: Readonly<Partial<Record<GestureName, Measured>>>;
  /** Medians over the repetitions after that; of long tasks the most. */
  readonly warm: Readonly<Partial<Record<GestureName, Measured>>>;
  /** The most that decoded pictures held after any gesture. */
  readonly pictureBytes: number;
}

/** One of the heavy scenes, in the real editor only. */
export function measureScene(
  executablePath: string,
  mulgil: Contestant,
  serverUrl: string,
  name: SceneName,
  flags: Flags,
): Promise<SceneFigures> {
  const cold: Partial<Record<GestureName, Measured>> = {};
  const warm: Partial<Record<GestureName, Measured>> = {};
  const loads: number[] = [];
  let pictureBytes = 0;
  return withBrowser(executablePath, async (browser) => {
    const uploader = await browser.newContext();
    await signIn(uploader.request, serverUrl);
    const flow = name === 'text' ? makeTextFlow() : await makePictureFlow(serverUrl, uploader.request);
    await uploader.close();
    let memory: Memory | null = null;
    const open = async (gesture: GestureName): Promise<{ scene: Scene; first: Measured }> => {
      const { scene, loadMs } = await openScene(browser, mulgil, flow, name);
      loads.push(loadMs);
      return { scene, first: await gestures[gesture]({ ...scene, isCold: true }, 0) };
    };
    for (const gesture of SCENE_GESTURES) {
      cold[gesture] = medians(
        await undisturbed(1, async () => {
          const { scene, first } = await open(gesture);
          await scene.page.context().close();
          return first;
        }),
      );
      const { scene } = await open(gesture);
      warm[gesture] = medians(
        await undisturbed(flags.reps, async (turn) => {
          const measured = await gestures[gesture](scene, turn + 1);
          const bytes = await scene.page.evaluate(() => window.bench?.pictureBytes() ?? 0);
          pictureBytes = Math.max(pictureBytes, bytes);
          return measured;
        }),
      );
      memory = await scene.probe.memory();
      await scene.page.context().close();
    }
    return { scene: name, nodes: flow.nodes.length, loadMs: median(loads), memory, cold, warm, pictureBytes };
  });
}
