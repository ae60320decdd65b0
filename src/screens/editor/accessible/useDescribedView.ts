import { reaction } from 'mobx';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { describeView, type DescribedView } from './describeView';
import { layNext, NOTHING_LAID } from './layNext';

/**
 * Time the viewport must stand still before the layer is laid out again. ACCESS-8 asks for at most 100 ms, in which the
 * steps for the most nodes must fit too.
 */
const REST_MS = 50;
/** Pause between two steps, for a due frame and for what the person does meanwhile. */
const STEP_MS = 4;
/** Selecting more than this costs enough already: the layer follows in a task of its own. */
const MANY = 20;

/**
 * The view as the accessible layer shows it: updated at once after an edit or when the keyboard reaches another node,
 * and after the viewport has come to rest. A large update comes in steps, each a task of its own.
 */
export function useDescribedView(flow: FlowStore, standsOn: string | null): DescribedView {
  const { editor } = flow;
  const [version, layAnew] = useReducer((count: number) => count + 1, 0);
  const shown = useRef(NOTHING_LAID);

  useEffect(() => {
    let timer: number | undefined;
    const layIn = (delay: number): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        timer = undefined;
        layAnew();
      }, delay);
    };
    // The stage may have told the editor its size before this listens.
    layAnew();
    const layNow = (): void => (flow.selectedCount > MANY ? layIn(0) : layAnew());
    const stops = [
      reaction(
        () => [flow.viewport, flow.size, flow.takes],
        () => layIn(REST_MS),
      ),
      reaction(() => flow.selection, layNow),
      reaction(
        () => flow.version,
        () => timer === undefined && layNow(),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
      window.clearTimeout(timer);
    };
  }, [flow]);

  const laid = useMemo(
    () => layNext(shown.current, describeView(editor, standsOn), standsOn),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for everything the editor changed
    [editor, standsOn, version],
  );

  useEffect(() => {
    shown.current = laid;
    if (laid.isWhole) return undefined;
    const timer = window.setTimeout(layAnew, STEP_MS);
    return () => window.clearTimeout(timer);
  }, [laid]);

  return laid.view;
}
