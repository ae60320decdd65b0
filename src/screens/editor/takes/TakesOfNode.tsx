import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { Editor } from '../../../engine';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { useEditorValue } from '../useEditorValue';
import type { UnfoldedTakes } from './useUnfoldedTakes';

const TakesStrip = lazy(() => import('./TakesStrip'));

const soleNode = ({ selection: { nodes, edges } }: Editor): string | null => {
  if (nodes.size !== 1 || edges.size > 0) return null;
  const [id = null] = nodes;
  return id;
};

interface TakesOfNodeProps {
  readonly editor: Editor;
  readonly takes: TakesStore;
  readonly unfolded: UnfoldedTakes;
  /** The strip has gone; the node has the focus. */
  readonly onClosed: (nodeId: string) => void;
}

/** The takes of the node that is selected alone, while they are unfolded. What shows them is loaded when they first are. */
export const TakesOfNode = observer(function TakesOfNode({ editor, takes, unfolded, onClosed }: TakesOfNodeProps) {
  const nodeId = useEditorValue(editor, 'selection', soleNode);
  const isAtRest = useEditorValue(
    editor,
    'state',
    ({ state }) => state === 'select.idle' || state === 'select.panning',
  );
  if (!unfolded.isUnfolded || nodeId === null || !isAtRest) return null;
  if (takes.of(nodeId).length === 0 && !takes.removed.some((take) => take.nodeId === nodeId)) return null;
  return (
    <Suspense>
      <TakesStrip
        key={nodeId}
        editor={editor}
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
