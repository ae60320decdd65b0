import { autorun } from 'mobx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editor, NodeRun } from '../../../engine';
import type { Conversion } from '../../../stores/Conversion';
import type { GenerationStore } from '../../../stores/generation/GenerationStore';
import type { RunsStore } from '../../../stores/runs/RunsStore';
import type { Uploads } from '../../../stores/Uploads';
import { failureSentence } from '../../../ui/failureSentence';
import { flowAt, nodeRun, stepRun, uploadRun } from './nodeRuns';

/** The loading sweep is slow: this many steps a second are enough. */
const STEPS_PER_SECOND = 30;

interface ShownWork {
  readonly editor: Editor;
  readonly generation: Pick<GenerationStore, 'runs'>;
  readonly runs: Pick<RunsStore, 'byNode'>;
  readonly conversion: Pick<Conversion, 'busy'>;
  readonly uploads: Pick<Uploads, 'progress' | 'refused' | 'full'>;
  /** True under reduced motion. */
  readonly isStill: boolean;
}

/**
 * Shows on the canvas which nodes run, fail, convert and upload, and which uploads were refused. Time ticks only while
 * something runs; under reduced motion only the seconds do.
 */
export function useRuns({ editor, generation, runs, conversion, uploads, isStill }: ShownWork): void {
  const { t } = useTranslation();

  useEffect(() => {
    let timer: number | undefined;
    const isAnyRunning = (): boolean =>
      [...generation.runs.values(), ...runs.byNode.values()].some(({ state }) => state === 'running');
    const show = (): void => {
      const now = Date.now();
      const shown = new Map<string, NodeRun>();
      for (const [nodeId, step] of runs.byNode) shown.set(nodeId, stepRun(step, now, isStill, t));
      for (const [nodeId, run] of generation.runs)
        shown.set(
          nodeId,
          nodeRun(run, now, isStill, ({ words }) => failureSentence(words, t)),
        );
      for (const nodeId of uploads.refused.keys()) shown.set(nodeId, { state: 'note', message: t('node.notTaken') });
      for (const nodeId of uploads.full.keys()) shown.set(nodeId, { state: 'note', message: t('node.notTakenYet') });
      for (const nodeId of conversion.busy) shown.set(nodeId, { state: 'running' });
      for (const [nodeId, share] of uploads.progress) shown.set(nodeId, uploadRun(share, now, isStill));
      if (shown.size > 0 || editor.runs.size > 0)
        editor.setRuns(shown, isAnyRunning() && !isStill ? flowAt(now) : null);
    };
    const stop = autorun(() => {
      show();
      const isTicking = uploads.progress.size > 0 || isAnyRunning();
      window.clearInterval(timer);
      timer = isTicking ? window.setInterval(show, isStill ? 1000 : 1000 / STEPS_PER_SECOND) : undefined;
    });
    return () => {
      stop();
      window.clearInterval(timer);
    };
  }, [editor, generation, runs, conversion, uploads, isStill, t]);
}
