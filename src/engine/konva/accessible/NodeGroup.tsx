import { memo, useId, type ReactNode } from 'react';
import type { NodeKinds } from '../../nodes/NodeKinds';
import { nodeMode } from '../../nodes/nodeMode';
import { deleteButtonOfNode } from '../../scene/hitTest';
import { boxStyle } from '../stage/ViewportLayer';
import { ActionButton } from './ActionButton';
import type { DescribedNode } from './describeView';
import { HandleButton, handleWord } from './HandleButton';
import type { LayerWords } from './layerWords';
import styles from './NodeGroup.module.css';

/** The layer's functions for presses on a node's parts. One object for all nodes, so that none is rendered again for it. */
export interface NodeHandlers {
  readonly remove: (nodeId: string) => void;
  readonly pressHandle: (nodeId: string, handleId: string) => void;
  /** The focus came to the node itself, or to something in it. */
  readonly focus: (nodeId: string, isGroup: boolean) => void;
}

export interface NodeGroupProps extends DescribedNode {
  readonly kinds: NodeKinds;
  /** Accessible name. */
  readonly name: string;
  /** The handle where the pending connection begins, when it is one of this node's. */
  readonly pendingHandle: string | null;
  /** Handles that may take the pending connection, such as 'text-left'; they are then the only tab stops. Null without one. */
  readonly takers: string | null;
  readonly handlers: NodeHandlers;
  readonly words: LayerWords;
  /** Said after the name, such as why its last run failed. */
  readonly description?: string | null;
  readonly isBusy?: boolean;
  /** The buttons of its card, in pixels from its top left corner; they come between the handles and the delete button. */
  readonly children?: ReactNode;
}

/** One node for people who do not see the canvas: a named group with its handles and buttons where they are painted. */
export const NodeGroup = memo(function NodeGroup(props: NodeGroupProps) {
  const { node, stacking, isSelected, isAlone, deleteRadius, kinds, name, pendingHandle, takers, handlers, words } =
    props;
  const { description = null, isBusy = false, children } = props;
  const descriptionId = useId();
  const size = kinds.sizeOf(node);
  const corner = deleteButtonOfNode({ x: 0, y: 0, ...size }, deleteRadius);
  const isTabStop = isSelected && takers === null;

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus selects the node
    <div
      role="group"
      className={styles.group}
      style={{ ...boxStyle({ ...node.position, ...size }), zIndex: stacking }}
      aria-label={name}
      aria-describedby={description === null ? undefined : descriptionId}
      aria-busy={isBusy || undefined}
      data-node-id={node.id}
      data-selected={isSelected || undefined}
      data-alone={isAlone || undefined}
      data-mode={nodeMode(node) ?? undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a node is walked to, and its keys are the canvas's
      tabIndex={takers === null ? 0 : -1}
      onFocus={(event) => handlers.focus(node.id, event.target === event.currentTarget)}
    >
      {description !== null && (
        <span id={descriptionId} className={styles.description} data-reason="">
          {description}
        </span>
      )}
      {kinds.handlesOf(node).map((handle) => (
        <HandleButton
          key={handle.id}
          handle={handle}
          label={handleWord(words, handle)}
          isTabStop={takers === null ? isSelected : takers.split(' ').includes(handle.id)}
          isPending={pendingHandle === handle.id}
          onPress={() => handlers.pressHandle(node.id, handle.id)}
        />
      ))}
      {children}
      <ActionButton
        box={{
          x: corner.x - deleteRadius,
          y: corner.y - deleteRadius,
          width: 2 * deleteRadius,
          height: 2 * deleteRadius,
        }}
        label={words.deleteNode}
        isRound
        isPaintedFarOut
        isTabStop={isTabStop}
        // The button is painted only on a single selected node: on another one nobody could see what a press there would do.
        isCovered={!isAlone}
        onPress={() => handlers.remove(node.id)}
      />
    </div>
  );
});
