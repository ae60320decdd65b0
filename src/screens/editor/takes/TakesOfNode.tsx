import { observer } from 'mobx-react-lite';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';
import type { Unfolded } from '../view/useUnfolded';

const loadTakes = () => import('./TakesStrip');

interface TakesOfNodeProps {
  readonly flow: FlowStore;
  readonly takes: TakesStore;
  readonly unfolded: Unfolded;
  /** Called when the strip has closed: the node takes the focus. */
  readonly onClosed: (nodeId: string) => void;
}

/** The takes of the node that is selected alone, while they are unfolded. Their code is loaded when they first are. */
export const TakesOfNode = observer(function TakesOfNode({ flow, takes, unfolded, onClosed }: TakesOfNodeProps) {
  const { soleNodeId: nodeId } = flow;
  if (unfolded.what !== 'takes' || nodeId === null) return null;
  if (takes.of(nodeId).length === 0 && !takes.removed.some((take) => take.nodeId === nodeId)) return null;
  const fold = (): void => {
    unfolded.fold();
    onClosed(nodeId);
  };
  return (
    <LazyPart
      key={nodeId}
      load={loadTakes}
      props={{ flow, takes, nodeId, onBegun: unfolded.onBegun, onFold: fold }}
      onMissing={partMissing(fold)}
      {...(unfolded.onBegun && { onCancel: fold })}
    />
  );
});
