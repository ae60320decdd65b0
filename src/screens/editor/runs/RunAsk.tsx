import { observer } from 'mobx-react-lite';
import type { CellsStore } from '../../../stores/cells/CellsStore';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { RunPlanning } from '../../../stores/runs/RunPlanning';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';

const loadPlan = () => import('./RunPlanPanel');

interface RunAskProps {
  readonly flow: FlowStore;
  readonly cells: Pick<CellsStore, 'axesOf'>;
  readonly planning: RunPlanning;
  readonly onGoTo: (nodeId: string) => void;
}

/** The plan of a run while the person decides about it. Its code is loaded with the first one. */
export const RunAsk = observer(function RunAsk(props: RunAskProps) {
  if (!props.planning.asked) return null;
  const giveUp = (): void => props.planning.giveUp();
  return <LazyPart load={loadPlan} props={props} onMissing={partMissing(giveUp)} onCancel={giveUp} />;
});
