import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import type { Unfolded } from '../view/useUnfolded';

const TakesStrip = lazy(() => import('./TakesStrip'));

interface TakesOfNodeProps {
  readonly flow: FlowStore;
  readonly takes: TakesStore;
  readonly unfolded: Unfolded;
  /** Called when the strip has closed: the node takes the focus. */
  readonly onClosed: (nodeId: string) => void;
}

/** The takes of the node that is selected alone, while they are unfolded. Their code is loaded when they first are. */
export const TakesOfNode = observer(function TakesOfNode({ flow, takes, unfolded, onClosed }: TakesOfNodeProps) {
  const { soleNodeId: nodeId, isAtRest } = flow;
  if (unfolded.what !== 'takes' || nodeId === null || !isAtRest) return null;
  if (takes.of(nodeId).length === 0 && !takes.removed.some((take) => take.nodeId === nodeId)) return null;
  return (
    <Suspense>
      <TakesStrip
        key={nodeId}
        flow={flow}
        takes={takes}
        nodeId={nodeId}
        asked={unfolded.asked}
        onFold={() => {
          unfolded.fold();
          onClosed(nodeId);
        }}
      />
    </Suspense>
  );
});
