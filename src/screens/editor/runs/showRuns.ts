import type { TFunction } from 'i18next';
import { autorun, createAtom, observe, untracked } from 'mobx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { detailAt, type Editor, type NodeRun } from '../../../engine';
import type { Conversion } from '../../../stores/Conversion';
import type { GenerationStore } from '../../../stores/generation/GenerationStore';
import type { NodeStep } from '../../../stores/runs/runSummary';
import type { RunsStore } from '../../../stores/runs/RunsStore';
import type { Cancel } from '../../../stores/ports';
import type { Uploads } from '../../../stores/Uploads';
import { failureSentence } from '../../../ui/failureSentence';
import { ComingPictures } from '../pictures/ComingPictures';
import { flowAt, nodeRun, stepRun, uploadRun } from './nodeRuns';

/** The loading sweep is slow: this many steps a second are enough. */
const STEPS_PER_SECOND = 30;

export interface ShownWork {
  readonly editor: Editor;
  readonly generation: Pick<GenerationStore, 'states'>;
  readonly runs: Pick<RunsStore, 'byNode'>;
  readonly conversion: Pick<Conversion, 'busy'>;
  readonly uploads: Pick<Uploads, 'progress' | 'refused' | 'full'>;
  /** True under reduced motion. */
  readonly isStill: boolean;
  readonly t: TFunction;
}

const CONVERTING: NodeRun = { state: 'running' };

/**
 * Shows on the canvas which nodes run, fail, convert and upload, and which uploads were refused: a change costs the nodes
 * that it names. Time ticks only while something runs, for the cards in view; under reduced motion only the seconds do.
 */
export function showRuns({ editor, generation, runs, conversion, uploads, isStill, t }: ShownWork): Cancel {
  const { progress, refused, full } = uploads;
  const { busy } = conversion;
  const running = new Set<string>();
  /** Nodes whose cards change with time: they run, or their picture goes up. */
  const moving = new Set<string>();
  let steps: RunsStore['byNode'] = new Map();
  let timer: number | undefined;

  const runOf = (id: string, now: number): NodeRun | null => {
    const share = progress.get(id);
    if (share !== undefined) return uploadRun(share, now, isStill);
    if (busy.has(id)) return CONVERTING;
    if (full.has(id)) return { state: 'note', message: t('node.notTakenYet') };
    if (refused.has(id)) return { state: 'note', message: t('node.notTaken') };
    const state = generation.states.get(id);
    if (state) return nodeRun(state, now, isStill, ({ words }) => failureSentence(words, t));
    const step = steps.get(id);
    // It can't be stopped any more, so it does not look as if it ran.
    if (coming.has(id)) return { state: 'note', message: t('runs.cardComing') };
    return step ? stepRun(step, now, isStill, t) : null;
  };
  const show = (ids: Iterable<string>): void => {
    const now = Date.now();
    const flow = running.size > 0 && !isStill ? flowAt(now) : null;
    const changes = new Map(Array.from(ids, (id) => [id, runOf(id, now)]));
    if (changes.size > 0 || flow !== editor.flow) editor.setRuns(changes, flow);
  };
  /** Cards at low detail show no progress: at a small zoom, where very many are in view, none is updated. */
  const tick = (): void => {
    const { zoom } = editor.view.viewport;
    show(detailAt(zoom) === 'low' ? [] : editor.scene.seenIn(editor.view.visibleBox(), moving));
  };

  /** The nodes that have changed since they were shown. */
  const changed = new Set(editor.runs.keys());
  const told = createAtom('shownRuns');
  const tell = (id: string): void => {
    changed.add(id);
    told.reportChanged();
  };
  const coming = new ComingPictures(editor, tell);
  const follow = (work: Map<string, unknown>): Cancel => {
    for (const id of work.keys()) changed.add(id);
    return observe(work, ({ name }) => tell(name));
  };
  for (const id of busy) changed.add(id);
  const cancels: Cancel[] = [
    follow(generation.states),
    follow(progress),
    follow(refused),
    follow(full),
    observe(busy, (change) => tell(change.type === 'add' ? change.newValue : change.oldValue)),
  ];

  const isRunning = (id: string): boolean =>
    generation.states.get(id)?.state === 'running' || steps.get(id)?.state === 'running';
  const showChanged = (): void => {
    for (const id of changed) {
      toggle(running, id, isRunning(id));
      toggle(moving, id, running.has(id) || progress.has(id));
    }
    show(changed);
    changed.clear();
    if (moving.size > 0) timer ??= window.setInterval(tick, isStill ? 1000 : 1000 / STEPS_PER_SECOND);
    else {
      window.clearInterval(timer);
      timer = undefined;
    }
  };
  const change = (id: string): void => {
    changed.add(id);
    coming.follow(id, steps.get(id));
  };
  cancels.push(
    () => coming.dispose(),
    autorun(() => {
      told.reportObserved();
      const before = steps;
      steps = runs.byNode;
      for (const [id, step] of steps) if (!looksLike(step, before.get(id))) change(id);
      for (const id of before.keys()) if (!steps.has(id)) change(id);
      untracked(showChanged);
    }),
  );
  return () => {
    for (const cancel of cancels) cancel();
    window.clearInterval(timer);
  };
}

function toggle(ids: Set<string>, id: string, isIn: boolean): void {
  if (isIn) ids.add(id);
  else ids.delete(id);
}

/** Whether two steps show the same on a card: each answer of the server makes new objects of all. */
const looksLike = (a: NodeStep, b: NodeStep | undefined): boolean =>
  a.state === b?.state && a.reason === b.reason && a.startedAt === b.startedAt;

/** Shows the work on the canvas for as long as the component is there; see `showRuns`. */
export function useRuns({ editor, generation, runs, conversion, uploads, isStill }: Omit<ShownWork, 't'>): void {
  const { t } = useTranslation();
  useEffect(
    () => showRuns({ editor, generation, runs, conversion, uploads, isStill, t }),
    [editor, generation, runs, conversion, uploads, isStill, t],
  );
}
