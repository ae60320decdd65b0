import {
  addEdge,
  Handle,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useEdgesState,
  useNodesState,
  useReactFlow,
  useStoreApi,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { memo, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { handlesOf, nodeSize } from '../../../../src/engine/nodes/shorthands';
import type { Snapshot } from '../../../../src/engine/document/Snapshot';
import { COLOURS } from '../../../../src/theme/tokens';
import { handleOn } from '../../handleOffsets';
import { STAGE } from '../../stage';
import { loadFlow } from '../loadFlow';

const C = COLOURS.light;
const SIDES = { input: 'target', output: 'source' } as const;

type Card = Node<{ readonly text: string; readonly rows: readonly string[] }>;

const CardView = memo(function CardView({ id, type, data, height }: NodeProps<Card>) {
  const handles = handlesOf({ id, type, position: { x: 0, y: 0 }, data: {} });
  return (
    <div className="card">
      <div className="title">{type}</div>
      {data.text !== '' && <p>{data.text}</p>}
      {data.rows.map((row, index) => (
        <div className="row" key={index}>
          {row}
        </div>
      ))}
      {handles.map(({ id: handleId, side, isConnectable, offset }) => (
        <Handle
          key={handleId}
          id={handleId}
          type={SIDES[side]}
          position={side === 'input' ? Position.Left : Position.Right}
          isConnectable={isConnectable}
          style={{ top: side === 'input' ? offset.y : (height ?? 0) / 2, width: 14, height: 14 }}
        />
      ))}
    </div>
  );
});

const nodeTypes = { textPrompt: CardView, category: CardView, imageUpload: CardView, image: CardView };

function cardsOf({ nodes }: Snapshot): Card[] {
  return nodes.map((node) => ({
    id: node.id,
    type: node.type,
    position: { ...node.position },
    ...nodeSize(node),
    data: {
      text: typeof node.data.value === 'string' ? node.data.value : '',
      rows: Array.isArray(node.data.categories) ? node.data.categories.map(({ name }: { name: string }) => name) : [],
    },
  }));
}

const pipesOf = ({ edges }: Snapshot): Edge[] =>
  edges.map(({ id, source, target, sourceHandle, targetHandle, type }) => ({
    id,
    source,
    target,
    sourceHandle: sourceHandle ?? null,
    targetHandle: targetHandle ?? null,
    type: 'smoothstep',
    style: { stroke: type === 'image' ? C.imageEdge : C.textEdge, strokeWidth: 16 },
  }));

function Flow({ flow }: { readonly flow: Snapshot }) {
  const [nodes, setNodes, onNodesChange] = useNodesState(cardsOf(flow));
  const [edges, setEdges, onEdgesChange] = useEdgesState(pipesOf(flow));
  const instance = useReactFlow<Card>();
  const store = useStoreApi<Card>();

  useEffect(() => {
    const positionOf = (nodeId: string) => {
      const node = store.getState().nodeLookup.get(nodeId);
      if (!node) throw new Error(`no node ${nodeId}`);
      return node.internals.positionAbsolute;
    };
    window.bench = {
      view: () => instance.getViewport(),
      setView: (view) => void instance.setViewport(view),
      positionOf,
      handleAt: (nodeId, handleId) => handleOn(positionOf(nodeId), nodeId, handleId),
      edgeCount: () => store.getState().edges.length,
      selectedCount: () => store.getState().nodes.filter(({ selected }) => selected).length,
      clearSelection: () => store.getState().resetSelectedElements(),
      draws: () => null,
      pictureBytes: () => null,
    };
    const selectAll = (event: KeyboardEvent): void => {
      if (!event.ctrlKey || event.key !== 'a') return;
      event.preventDefault();
      setNodes((current) => current.map((node) => ({ ...node, selected: true })));
    };
    window.addEventListener('keydown', selectAll);
    return () => window.removeEventListener('keydown', selectAll);
  }, [instance, store, setNodes]);

  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onConnect={(connection) => setEdges((current) => addEdge({ ...connection, type: 'smoothstep' }, current))}
      defaultViewport={flow.viewport}
      minZoom={0.1}
      maxZoom={5}
      snapToGrid
      snapGrid={[15, 15]}
      panOnDrag={[0, 1]}
      onlyRenderVisibleElements={new URLSearchParams(location.search).has('visible')}
    />
  );
}

const style = document.createElement('style');
style.textContent = `
  body { background: ${C.pane}; font: 13px sans-serif; }
  .card { box-sizing: border-box; width: 100%; height: 100%; border: 1px solid ${C.line}; border-radius: 10px; background: ${C.surface}; }
  .title { padding: 10px 30px; font-weight: 500; }
  .card p { margin: 0; padding: 0 12px; }
  .row { margin: 4px 8px; padding: 8px; border: 1px solid ${C.line}; border-radius: 6px; background: ${C.raised}; }`;
document.head.append(style);
const place = document.createElement('div');
place.style.cssText = `position:absolute;left:${STAGE.x}px;top:${STAGE.y}px;width:${STAGE.width}px;height:${STAGE.height}px`;
document.body.append(place);
const flow = await loadFlow();
createRoot(place).render(
  <ReactFlowProvider>
    <Flow flow={flow} />
  </ReactFlowProvider>,
);
