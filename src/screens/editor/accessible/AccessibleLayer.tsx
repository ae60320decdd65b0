import { observer } from 'mobx-react-lite';
import {
  Fragment,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { LIST_ACTIONS, type NodeWork } from '../../../actions';
import {
  deleteButtonOfEdge,
  judgeConnection,
  promptOf,
  type Box,
  type Editor,
  type FlowEdge,
  type FlowNode,
  type HandleRef,
} from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { ViewportLayer } from '../../../engine/konva';
import { bindOverlayTouch } from './bindOverlayTouch';
import { layerWords } from './nodeName';
import { NodeGroup, type NodeVerbs } from './NodeGroup';
import { EdgeGroup } from './EdgeGroup';
import { takeItemOut } from './takeItemOut';
import { useConnectionKeys, useKeyboardConnection } from './useConnectionKeys';
import { useDescribedView } from './useDescribedView';
import { useGathering } from './useGathering';
import { useGoTo, type GoTo, reveal, handOverFocus } from './useGoTo';
import { useRowKeys, useItemKeys } from './useRowKeys';
import { useWalkKeys, useMoveIntoKeys } from './useWalkKeys';

interface AccessibleLayerProps {
  readonly flow: FlowStore;
  readonly workOf: (nodeId: string) => NodeWork;
  /** Number of pictures that a node makes when lists go one by one; 0 for other nodes. */
  readonly cellsOf: (nodeId: string) => number;
  /** Why the node's last run failed; null when it did not. */
  readonly reasonOf: (nodeId: string) => string | null;
  readonly onStop: (nodeId: string) => void;
  /** Receives the function that goes to any node, in view or not. */
  readonly wayRef?: RefObject<GoTo | null>;
}

/**
 * The canvas for people who cannot see it, and for tests (ACCESS-1). It lies over the stage, lets the pointer through
 * except on its buttons, and is laid out again only when the view rests.
 */
export const AccessibleLayer = observer(function AccessibleLayer(props: AccessibleLayerProps) {
  const { flow, workOf, cellsOf, reasonOf, onStop, wayRef } = props;
  const { editor } = flow;
  const { t } = useTranslation();
  const words = useMemo(() => layerWords(editor.document.kinds, t), [editor, t]);
  const root = useRef<HTMLDivElement>(null);
  /** The node that has the focus, or one of whose pipes has it. */
  const [standsOn, standOn] = useState<string | null>(null);
  const view = useDescribedView(flow, standsOn);
  const { from, press, take, cancel } = useKeyboardConnection(flow);
  const gathering = useGathering(editor);
  const { goTo, isGoing } = useGoTo(root, editor, standOn);
  useImperativeHandle(wayRef, () => goTo, [goTo]);

  const selectNode = useCallback(
    (nodeId: string): void => {
      if (!editor.selection.nodes.has(nodeId) && !gathering.isOn()) editor.select({ nodes: new Set([nodeId]) });
    },
    [editor, gathering],
  );
  const remove = useCallback(
    (doomed: Parameters<Editor['select']>[0]): void => {
      const removeThem = (): void => {
        editor.select(doomed);
        editor.removeSelected();
      };
      if (root.current) handOverFocus(editor, root.current, removeThem);
    },
    [editor],
  );
  const verbs = useMemo(
    (): NodeVerbs => ({
      act: (nodeId, action) => editor.act(nodeId, action),
      stop: onStop,
      remove: (nodeId) => remove({ nodes: new Set([nodeId]) }),
      turnList: ({ part, ...list }) => LIST_ACTIONS[part].run({ editor, list }),
      pressHandle: (nodeId, handleId) => press({ nodeId, handleId }),
      takeOut: (nodeId, itemId) => {
        const freeId = takeItemOut(editor, nodeId, itemId);
        if (freeId !== null) goTo(freeId);
      },
      focus: (nodeId, isGroup) => {
        selectNode(nodeId);
        standOn(nodeId);
        const node = editor.document.node(nodeId);
        if (node && isGroup && !isGoing()) reveal(editor.view, editor.scene.boxOf(node));
      },
    }),
    [editor, goTo, isGoing, onStop, press, remove, selectNode],
  );
  const removeEdge = useCallback((edgeId: string) => remove({ edges: new Set([edgeId]) }), [remove]);
  const focusEdge = useCallback(
    (edgeId: string): void => {
      const edge = editor.document.edge(edgeId);
      if (!edge) return;
      if (!editor.selection.edges.has(edgeId) && !gathering.isOn()) editor.select({ edges: new Set([edgeId]) });
      reveal(editor.view, deleteBox(editor, edge));
    },
    [editor, gathering],
  );

  /** Moves the pipe's other end: the end at the focused node stays. */
  const takeEdge = useCallback(
    (edgeId: string) => take(edgeId, editor.document.edge(edgeId)?.target === standsOn ? 'source' : 'target'),
    [editor, standsOn, take],
  );

  useConnectionKeys(root, editor, from, cancel);
  useItemKeys(root, editor, gathering, selectNode);
  useWalkKeys(root, editor, standsOn, goTo);
  useMoveIntoKeys(root, editor, goTo);
  useRowKeys(root, editor, goTo);

  useEffect(() => {
    const area = root.current?.parentElement;
    const surface = area?.querySelector<HTMLElement>('[data-testid="stage"]');
    return area && surface ? bindOverlayTouch(area, surface, editor) : undefined;
  }, [editor]);

  const nameOf = (nodeId: string): string => {
    const node = editor.document.node(nodeId);
    return node ? words.nodeName(node, promptOf(editor.document, node)) : '';
  };
  const edgeElement = (edge: FlowEdge) => {
    const { x, y } = deleteButtonOfEdge(editor.scene.routeOf(edge));
    return (
      <EdgeGroup
        key={edge.id}
        edgeId={edge.id}
        deleteLabel={words.word('canvas.deleteEdge')}
        label={t('canvas.pipe', { from: nameOf(edge.source), to: nameOf(edge.target) })}
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
    if (target instanceof Node && !root.current?.contains(target)) standOn(null);
  };

  return (
    <ViewportLayer editor={editor} ref={root}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears where the focus goes */}
      <div role="group" aria-label={t('canvas.nodes')} onBlur={(event) => leave(event.relatedTarget)}>
        {view.nodes.map(({ node, ...described }) => (
          <Fragment key={node.id}>
            <NodeGroup
              node={node}
              {...described}
              kinds={editor.document.kinds}
              workOf={workOf}
              cellsOf={cellsOf}
              reasonOf={reasonOf}
              pendingHandle={from?.nodeId === node.id ? from.handleId : null}
              takers={from && takersOf(editor, from, node)}
              verbs={verbs}
              words={words}
            />
            {node.id === standsOn && view.edges.map(edgeElement)}
          </Fragment>
        ))}
        {view.otherEdges.map(edgeElement)}
      </div>
    </ViewportLayer>
  );
});

/** The square around a pipe's round delete button; world pixels. */
function deleteBox(editor: Editor, edge: FlowEdge): Box {
  const { x, y } = deleteButtonOfEdge(editor.scene.routeOf(edge));
  const { deleteRadius } = editor;
  return { x: x - deleteRadius, y: y - deleteRadius, width: 2 * deleteRadius, height: 2 * deleteRadius };
}

/** The node's handles that would take the pipe, joined to a text so that an unchanged answer is an equal one. */
const takersOf = (editor: Editor, from: HandleRef, node: FlowNode): string =>
  editor.document.kinds
    .handlesOf(node)
    .map(({ id }) => id)
    .filter((handleId) => judgeConnection(editor.document, from, { nodeId: node.id, handleId }).isAllowed)
    .join(' ');
