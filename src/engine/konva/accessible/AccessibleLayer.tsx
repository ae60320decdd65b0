import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import type { FlowEdge } from '../../document/FlowEdge';
import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import type { Box } from '../../geometry/box';
import { judgeConnection, type HandleRef } from '../../scene/connectionRule';
import { deleteButtonOfEdge } from '../../scene/hitTest';
import { promptOf } from '../../scene/mentioned';
import type { Selection } from '../../scene/selection';
import { bindOverlayTouch } from '../input/bindOverlayTouch';
import { reveal } from '../../geometry/reveal';
import { ViewportLayer } from '../stage/ViewportLayer';
import { EdgeGroup } from './EdgeGroup';
import { NodeGroup, type NodeGroupProps, type NodeHandlers } from './NodeGroup';
import { nodeNames } from './nodeName';
import type { Speech } from './layerWords';
import { useConnectionKeys } from './useConnectionKeys';
import { useDescribedView } from './useDescribedView';
import { useGathering } from './useGathering';
import { useGoTo, type GoTo } from './useGoTo';
import { useFocusedKeys } from './useFocusedKeys';
import { useFollowEdits } from './useFollowEdits';
import { useKeyboardConnection } from './useKeyboardConnection';
import { useWalkKeys } from './useWalkKeys';

export interface AccessibleLayerProps extends Speech {
  readonly editor: Editor;
  /** Receives the layer's element, for keys of your own on it. */
  readonly ref?: Ref<HTMLDivElement>;
  /** Receives the function that goes to any node, in view or not. */
  readonly goToRef?: Ref<GoTo>;
  /** The node that an application shows instead, made of a `NodeGroup` with these props. */
  readonly renderNode?: (props: NodeGroupProps) => ReactNode;
  /** Called for Enter on a node; by default the editor opens it. */
  readonly onOpen?: (node: FlowNode) => void;
}

interface ShownNodeProps extends NodeGroupProps {
  readonly renderNode: AccessibleLayerProps['renderNode'];
}

/** The node of the application, or the plain one. */
const ShownNode = memo(function ShownNode({ renderNode, ...node }: ShownNodeProps) {
  return renderNode ? renderNode(node) : <NodeGroup {...node} />;
});

/**
 * The canvas for people who cannot see it, and for tests (ACCESS-1): an element for each node in view, at most 200, with its handles and
 * buttons. It lies over the stage, lets the pointer through except on its buttons, and is laid out again only when the view rests.
 * Tab walks the nodes in reading order, control with an arrow goes to the next one that way, and Enter on a handle begins an edge.
 */
export function AccessibleLayer(props: AccessibleLayerProps) {
  const { editor, words, say, ref, goToRef, renderNode, onOpen } = props;
  const { kinds } = editor.document;
  const nameOfNode = useMemo(() => nodeNames(words, kinds), [words, kinds]);
  const speech = useMemo((): Speech => ({ words, say }), [words, say]);
  const root = useRef<HTMLDivElement>(null);
  /** The node that has the focus, or one of whose edges has it. */
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const view = useDescribedView(editor, focusedId);
  const { from, press, take, cancel } = useKeyboardConnection(editor, speech);
  const gathering = useGathering(editor, speech);
  const { goTo, isGoing, isAwaited } = useGoTo(root, editor, setFocusedId);
  useImperativeHandle(goToRef, () => goTo, [goTo]);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => root.current);

  const selectFocused = useCallback(
    (kind: keyof Selection, id: string): void => {
      if (!editor.selection[kind].has(id) && !gathering.isOn()) editor.select({ [kind]: new Set([id]) });
    },
    [editor, gathering],
  );
  const remove = useCallback(
    (doomed: Parameters<Editor['select']>[0]): void => {
      editor.select(doomed);
      editor.removeSelected();
    },
    [editor],
  );
  const handlers = useMemo(
    (): NodeHandlers => ({
      remove: (nodeId) => remove({ nodes: new Set([nodeId]) }),
      pressHandle: (nodeId, handleId) => press({ nodeId, handleId }),
      focus: (nodeId, isGroup) => {
        selectFocused('nodes', nodeId);
        setFocusedId(nodeId);
        const node = editor.document.node(nodeId);
        if (node && isGroup && !isGoing()) reveal(editor.view, editor.scene.boxOf(node));
      },
    }),
    [editor, isGoing, press, remove, selectFocused],
  );
  const removeEdge = useCallback((edgeId: string) => remove({ edges: new Set([edgeId]) }), [remove]);
  const focusEdge = useCallback(
    (edgeId: string): void => {
      const edge = editor.document.edge(edgeId);
      if (!edge) return;
      selectFocused('edges', edgeId);
      reveal(editor.view, deleteBox(editor, edge));
    },
    [editor, selectFocused],
  );

  /** Moves the edge's other end: the end at the focused node stays. */
  const takeEdge = useCallback(
    (edgeId: string) => take(edgeId, editor.document.edge(edgeId)?.target === focusedId ? 'source' : 'target'),
    [editor, focusedId, take],
  );

  const openNode = useCallback(
    (node: FlowNode): void => {
      if (onOpen) onOpen(node);
      else editor.openSelected();
    },
    [editor, onOpen],
  );

  useConnectionKeys(root, editor, { from, cancel }, speech);
  useFocusedKeys(root, editor, { gathering, selectFocused, openNode });
  useWalkKeys(root, editor, focusedId, goTo);
  useFollowEdits(root, editor, { goTo, isAwaited }, speech);

  useEffect(() => {
    const area = root.current?.parentElement;
    const surface = area?.querySelector<HTMLElement>('[data-stage]');
    return area && surface ? bindOverlayTouch(area, surface, editor) : undefined;
  }, [editor]);

  const nameOf = (nodeId: string): string => {
    const node = editor.document.node(nodeId);
    return node ? nameOfNode(node, promptOf(editor.document, node)) : '';
  };
  const edgeElement = (edge: FlowEdge) => {
    const { x, y } = deleteButtonOfEdge(editor.scene.routeOf(edge));
    return (
      <EdgeGroup
        key={edge.id}
        edgeId={edge.id}
        deleteLabel={words.deleteEdge}
        label={words.edge(nameOf(edge.source), nameOf(edge.target))}
        x={x}
        y={y}
        radius={editor.deleteRadius}
        isSelected={editor.selection.edges.has(edge.id)}
        isAlone={editor.selection.nodes.size + editor.selection.edges.size === 1}
        isTabStop={from === null}
        onFocus={focusEdge}
        onRemove={removeEdge}
        onTake={takeEdge}
      />
    );
  };
  const leave = (target: EventTarget | null): void => {
    // A missing target means that the window lost the focus, or that the focused element was removed.
    if (target instanceof Node && !root.current?.contains(target)) setFocusedId(null);
  };

  return (
    <ViewportLayer editor={editor} ref={root}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears where the focus goes */}
      <div role="group" aria-label={words.nodes} onBlur={(event) => leave(event.relatedTarget)}>
        {view.nodes.map(({ node, ...described }) => (
          <Fragment key={node.id}>
            <ShownNode
              renderNode={renderNode}
              node={node}
              {...described}
              kinds={kinds}
              name={nameOfNode(node, described.prompt)}
              pendingHandle={from?.nodeId === node.id ? from.handleId : null}
              takers={from && takersOf(editor, from, node)}
              handlers={handlers}
              words={words}
            />
            {node.id === focusedId && view.edges.map(edgeElement)}
          </Fragment>
        ))}
        {view.otherEdges.map(edgeElement)}
      </div>
    </ViewportLayer>
  );
}

/** The square around an edge's round delete button; world pixels. */
function deleteBox(editor: Editor, edge: FlowEdge): Box {
  const { x, y } = deleteButtonOfEdge(editor.scene.routeOf(edge));
  const { deleteRadius } = editor;
  return { x: x - deleteRadius, y: y - deleteRadius, width: 2 * deleteRadius, height: 2 * deleteRadius };
}

/** The node's handles that would take the edge, joined to a text so that an unchanged answer is an equal one. */
const takersOf = (editor: Editor, from: HandleRef, node: FlowNode): string =>
  editor.document.kinds
    .handlesOf(node)
    .map(({ id }) => id)
    .filter((handleId) => judgeConnection(editor.document, from, { nodeId: node.id, handleId }).isAllowed)
    .join(' ');
