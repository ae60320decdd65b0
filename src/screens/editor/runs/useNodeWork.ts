import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeWork } from '../../../actions';
import { hasModel } from '../../../engine';
import type { OpenEditor } from '../../../stores/EditorSession';
import type { ModelsStore } from '../../../stores/generation/ModelsStore';
import { failureSentence } from '../../../ui/failureSentence';
import { stepReason, workOfStep } from './nodeRuns';

interface NodeWorkState {
  /** The work of a node: running, waiting, uploading and so on. */
  readonly workOf: (nodeId: string) => NodeWork;
  /** The sentence that says why a node failed, or cannot work; null for one that can. */
  readonly reasonOf: (nodeId: string) => string | null;
  /** Ends the run or the wait at a node. */
  readonly stop: (nodeId: string) => void;
}

/** Tells the work of the nodes of an open project, and why one does none. The functions stay the same while the stores do. */
export function useNodeWork(open: OpenEditor, models: Pick<ModelsStore, 'names'>): NodeWorkState {
  const { editor, flow, generation, uploads, conversion, runs } = open;
  const { t } = useTranslation();
  const workOf = useCallback(
    (nodeId: string): NodeWork => {
      if (conversion.isBusy(nodeId)) return 'converting';
      if (uploads.progress.has(nodeId)) return 'uploading';
      return generation.states.get(nodeId)?.state ?? workOfStep(runs.byNode.get(nodeId));
    },
    [conversion, uploads, generation, runs],
  );
  const reasonOf = useCallback(
    (nodeId: string): string | null => {
      const state = generation.states.get(nodeId);
      if (state?.state === 'failed') return failureSentence(state.words, t);
      const step = runs.byNode.get(nodeId);
      if (!state && step && workOfStep(step) === 'failed') return t(stepReason(step));
      if (uploads.full.has(nodeId)) return t('node.notTakenYet');
      if (uploads.refused.has(nodeId)) return t('node.notTaken');
      const hiddenWork = flow.foldedWork(nodeId);
      if (hiddenWork) return t('frames.work', hiddenWork);
      const node = models.names && editor.document.node(nodeId);
      if (!node || hasModel(editor, node)) return null;
      return t(editor.document.kinds.of(node.type)?.run?.writes ? 'node.noTextModel' : 'node.modelGone');
    },
    [editor, flow, generation, models, runs, uploads, t],
  );
  const stop = useCallback(
    (nodeId: string) => {
      generation.abort(nodeId);
      if (runs.isUnderWay(nodeId)) void runs.stopAt(nodeId);
    },
    [generation, runs],
  );
  return { workOf, reasonOf, stop };
}
