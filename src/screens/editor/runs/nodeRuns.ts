import type { TFunction } from 'i18next';
import type { NodeWork } from '../../../actions';
import type { NodeRun } from '../../../engine';
import type { GenerationState } from '../../../stores/generation/GenerationState';
import { reasonKey } from '../../../stores/runs/runReason';
import type { NodeStep } from '../../../stores/runs/runSummary';

type FailedState = Extract<GenerationState, { state: 'failed' }>;

/** One pass of the loading sweep; milliseconds. */
const SWEEP_MS = 1600;
/** Phase of the sweep when nothing may move: its light in the middle. */
const STILL_PHASE = 0.5;

const phaseAt = (ms: number, isStill: boolean): number => (isStill ? STILL_PHASE : (ms % SWEEP_MS) / SWEEP_MS);

/** One object for all, so that no waiting card is painted again while others run. */
const WAITING: NodeRun = { state: 'waiting' };

/** A generation's state as the painters show it at a moment. `now`: milliseconds since 1970. */
export function nodeRun(
  generation: GenerationState,
  now: number,
  isStill: boolean,
  words: (failed: FailedState) => string,
): NodeRun {
  if (generation.state === 'waiting') return WAITING;
  if (generation.state === 'failed') return { state: 'failed', message: words(generation) };
  // The start may be the server's, whose clock may be ahead.
  const elapsedMs = Math.max(0, now - generation.startedAt);
  return {
    state: 'running',
    elapsedS: Math.floor(elapsedMs / 1000),
    phase: phaseAt(elapsedMs, isStill),
    ...(generation.text && { text: generation.text }),
  };
}

/** A step of a run over many nodes as the painters show it at a moment. */
export function stepRun(step: NodeStep, now: number, isStill: boolean, t: TFunction): NodeRun {
  switch (step.state) {
    case 'waiting':
      return WAITING;
    case 'running':
      return nodeRun({ state: 'running', startedAt: step.startedAt ?? now }, now, isStill, () => '');
    case 'done':
      return { state: 'note', message: t('runs.cardDone') };
    case 'kept':
      return { state: 'note', message: t('runs.cardKept') };
    case 'failed':
    case 'blocked':
    case 'aborted':
      return { state: 'failed', message: t(stepReason(step)) };
  }
}

/** The work state that a card's buttons depend on. */
export function workOfStep(step: NodeStep | undefined): NodeWork {
  switch (step?.state) {
    case 'waiting':
    case 'running':
    case 'failed':
      return step.state;
    case 'blocked':
    case 'aborted':
      return 'failed';
    default:
      return 'none';
  }
}

/** Words for why a step gave no picture. */
export const stepReason = ({ state, reason }: NodeStep) => reasonKey(state === 'aborted' ? 'aborted' : reason);

/** Time in which a drop flows to the position of the next one; milliseconds. */
const FLOW_MS = 800;

/** Phase of the drops that flow to running nodes: one clock for all pipes. */
export const flowAt = (now: number): number => (now % FLOW_MS) / FLOW_MS;

/** An upload as the painters show it at a moment. `share`: from 0 to 1; 0 says nothing yet. */
export const uploadRun = (share: number, now: number, isStill: boolean): NodeRun => ({
  state: 'uploading',
  phase: phaseAt(now, isStill),
  ...(share > 0 && { share }),
});
