import { observer } from 'mobx-react-lite';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { ModelsStore } from '../../../stores/generation/ModelsStore';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';
import type { Unfolded } from '../view/useUnfolded';

const loadSettings = () => import('./NodeSettings');

interface SettingsOfNodeProps {
  readonly flow: FlowStore;
  readonly models: ModelsStore;
  readonly unfolded: Unfolded;
  /** Called when the panel has closed: the node takes the focus. */
  readonly onClosed: (nodeId: string) => void;
}

/** The settings of the image node that is selected alone, while they are unfolded. Their code is loaded when they first are. */
export const SettingsOfNode = observer(function SettingsOfNode({
  flow,
  models,
  unfolded,
  onClosed,
}: SettingsOfNodeProps) {
  const { soleNodeId: nodeId, isAtRest } = flow;
  if (unfolded.what !== 'settings' || nodeId === null || !isAtRest) return null;
  const node = flow.node(nodeId);
  if (!node || !flow.editor.document.kinds.layoutOf(node).actions.settings) return null;
  const fold = (): void => {
    unfolded.fold();
    onClosed(nodeId);
  };
  return (
    <LazyPart
      key={nodeId}
      load={loadSettings}
      props={{ flow, models, nodeId, onBegun: unfolded.onBegun, onFold: fold }}
      onMissing={partMissing(fold)}
      {...(unfolded.onBegun && { onCancel: fold })}
    />
  );
});
