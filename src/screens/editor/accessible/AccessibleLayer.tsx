import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  canRun,
  cardLayout,
  deleteButtonOfEdge,
  handlesOf,
  judgeConnection,
  nodeSize,
  type Editor,
  type FlowNode,
  type HandleRef,
} from '../../../engine';
import { announce } from '../../../ui/live/announce';
import { CameraLayer } from '../stage/CameraLayer';
import { useEditorValue } from '../useEditorValue';
import { ActionButton } from './ActionButton';
import { bindOverlayTouch } from './bindOverlayTouch';
import { NodeGroup, type NodeVerbs, type NodeWork } from './NodeGroup';
import { reveal } from './reveal';
import { runRefusal } from './runRefusal';
import { takeItemOut } from './takeItemOut';
import { useConnectionKeys } from './useConnectionKeys';
import { useDescribedView } from './useDescribedView';
import { useKeyboardConnection } from './useKeyboardConnection';

/** Side of the square around a pipe's round delete button; world pixels, as it is painted. */
const DELETE_SIZE = 24;

interface AccessibleLayerProps {
  readonly editor: Editor;
  readonly workOf: (nodeId: string) => NodeWork;
  /** Why the node's last run failed; null when it did not. */
  readonly reasonOf: (nodeId: string) => string | null;
  readonly onStop: (nodeId: string) => void;
}

const groupsIn = (layer: HTMLElement): HTMLElement[] =>
  Array.from(layer.querySelectorAll<HTMLElement>('[data-node-id]'));

/** Removes the nodes; a focus among them goes to the neighbour, or to the canvas when none is left. */
function removeNodes(editor: Editor, layer: HTMLElement, doomed: ReadonlySet<string>): void {
  const groups = groupsIn(layer);
  const at = groups.findIndex((group) => group.contains(document.activeElement));
  editor.select({ nodes: doomed, edges: editor.selection.edges });
  editor.removeSelected();
  if (at === -1) return;
  // Asked of the document: a group may outlive its node until the next rendering.
  const isLeft = ({ dataset }: HTMLElement): boolean => editor.document.node(dataset.nodeId ?? '') !== undefined;
  const heir = groups.slice(at + 1).find(isLeft) ?? groups.slice(0, at).findLast(isLeft);
  (heir ?? layer.parentElement?.querySelector<HTMLElement>('[tabindex="0"]'))?.focus({ preventScroll: true });
}

/** Keys that mean the selection: they take the focused node into it when it is not, as after an Escape. */
const MEANS_SELECTION = /^(Arrow.*|Enter|Delete|Backspace)$/;

/**
 * The canvas for people who cannot see it, and for tests: decisions.md. Lies over the stage, lets the pointer through
 * except on its buttons, and is laid anew only when the view rests.
 */
export const AccessibleLayer = observer(function AccessibleLayer(props: AccessibleLayerProps) {
  const { editor, workOf, reasonOf, onStop } = props;
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const view = useDescribedView(editor);
  const selection = useEditorValue(editor, 'selection', (it) => it.selection);
  const { from, press, cancel } = useKeyboardConnection(editor);
  useConnectionKeys(root, editor, from, cancel);

  const verbs = useMemo((): NodeVerbs => {
    const selectOnly = (nodeId: string): void => {
      if (!editor.selection.nodes.has(nodeId)) editor.select({ nodes: new Set([nodeId]) });
    };
    return {
      act: (nodeId, action) => editor.act(nodeId, action),
      stop: onStop,
      remove: (nodeId) => {
        if (root.current) removeNodes(editor, root.current, new Set([nodeId]));
      },
      pressHandle: (nodeId, handleId) => press({ nodeId, handleId }),
      takeOut: (nodeId, itemId) => takeItemOut(editor, nodeId, itemId),
      focus: (nodeId, isGroup) => {
        selectOnly(nodeId);
        const node = editor.document.node(nodeId);
        if (node && isGroup) reveal(editor, { ...editor.scene.positionOf(node), ...nodeSize(node) });
      },
    };
  }, [editor, onStop, press]);

  // Native listeners: they come before those of the canvas around the layer, where React's would come after.
  useEffect(() => {
    const layer = root.current;
    const onKeyDown = (event: KeyboardEvent): void => {
      const nodeId = event.target instanceof HTMLElement ? event.target.dataset.nodeId : undefined;
      const node = nodeId === undefined ? undefined : editor.document.node(nodeId);
      if (!layer || !node || event.ctrlKey || event.metaKey || event.altKey) return;
      if (MEANS_SELECTION.test(event.key)) verbs.focus(node.id, false);
      if (event.key === 'Enter') openNode(editor, node);
      else if (event.key === 'Delete' || event.key === 'Backspace') {
        removeNodes(editor, layer, editor.selection.nodes);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    layer?.addEventListener('keydown', onKeyDown);
    return () => layer?.removeEventListener('keydown', onKeyDown);
  }, [editor, verbs]);

  useEffect(() => {
    const layer = root.current;
    const area = layer?.parentElement;
    return layer && area ? bindOverlayTouch(area, layer, editor) : undefined;
  }, [editor]);

  return (
    <CameraLayer editor={editor} ref={root}>
      <div role="group" aria-label={t('canvas.nodes')}>
        {view.nodes.map(({ node, level, covered }) => (
          <NodeGroup
            key={node.id}
            node={node}
            level={level}
            covered={covered}
            isSelected={selection.nodes.has(node.id)}
            canRun={canRun(editor.document, node)}
            work={workOf(node.id)}
            reason={reasonOf(node.id)}
            pendingHandle={from?.nodeId === node.id ? from.handleId : null}
            takers={from && takersOf(editor, from, node)}
            verbs={verbs}
          />
        ))}
        {view.edges.map((edge) => {
          const { x, y } = deleteButtonOfEdge(editor.scene.routeOf(edge));
          return (
            <ActionButton
              key={edge.id}
              box={{ x: x - DELETE_SIZE / 2, y: y - DELETE_SIZE / 2, width: DELETE_SIZE, height: DELETE_SIZE }}
              label={t('canvas.deleteEdge')}
              isRound
              isTabStop={from === null}
              onPress={() => {
                editor.select({ edges: new Set([edge.id]) });
                editor.removeSelected();
              }}
            />
          );
        })}
      </div>
    </CameraLayer>
  );
});

/** The node's handles that would take the pipe, joined, so that an unchanged answer is an equal one. */
const takersOf = (editor: Editor, from: HandleRef, node: FlowNode): string =>
  handlesOf(node)
    .map(({ id }) => id)
    .filter((handleId) => judgeConnection(editor.document, from, { nodeId: node.id, handleId }).isAllowed)
    .join(' ');

/** Enter edits or runs; a node that does neither opens what it shows. */
function openNode(editor: Editor, node: FlowNode): void {
  const refusal = runRefusal(node);
  if (!cardLayout(node).actions.run) editor.openSelected();
  else if (canRun(editor.document, node)) editor.act(node.id, 'run');
  else if (refusal) announce(refusal);
}
