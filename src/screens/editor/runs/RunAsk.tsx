import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { CellsStore } from '../../../stores/cells/CellsStore';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { RunPlanning } from '../../../stores/runs/RunPlanning';

const RunPlanPanel = lazy(() => import('./RunPlanPanel'));

interface RunAskProps {
  readonly flow: FlowStore;
  readonly cells: Pick<CellsStore, 'axesOf'>;
  readonly planning: RunPlanning;
  readonly onGoTo: (nodeId: string) => void;
}

/** The plan of a run while the person decides about it. Its code is loaded with the first one. */
export const RunAsk = observer(function RunAsk(props: RunAskProps) {
  if (!props.planning.asked) return null;
  return (
    <Suspense>
      <RunPlanPanel {...props} />
    </Suspense>
  );
});
