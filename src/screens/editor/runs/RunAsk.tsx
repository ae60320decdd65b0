import { observer } from 'mobx-react-lite';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';
import type { RunPlanPanelProps } from './RunPlanPanel';

const loadPlan = () => import('./RunPlanPanel');

/** The plan of a run while the person decides about it. Its code is loaded with the first one. */
export const RunAsk = observer(function RunAsk(props: RunPlanPanelProps) {
  if (!props.planning.asked) return null;
  const giveUp = (): void => props.planning.giveUp();
  return <LazyPart load={loadPlan} props={props} onMissing={partMissing(giveUp)} onCancel={giveUp} />;
});
