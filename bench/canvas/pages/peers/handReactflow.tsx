import {
  addEdge,
  ReactFlow,
  ReactFlowProvider,
  useEdgesState,
  useNodesState,
  useReactFlow,
  useStoreApi,
  type Edge,
  type Node,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useEffect, type DragEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { HAND_ZOOM } from '../../handZoom';

/** Entries of the sidebar: React Flow's own kinds of nodes, of which an 'input' has an output alone. */
const KINDS = [
  ['text', 'input'],
  ['photo', 'input'],
  ['picture', 'default'],
] as const;

const allow = (event: DragEvent): void => {
  event.preventDefault();
  event.dataTransfer.dropEffect = 'move';
};

/** React Flow's documented example of drag and drop: a sidebar beside the pane, and pipes from handle to handle. */
function DragAndDrop() {
  const [nodes, setNodes, onNodesChange] = useNodesState<Node>([]);
  const [edges, setEdges, onEdgesChange] = useEdgesState<Edge>([]);
  const { screenToFlowPosition } = useReactFlow();
  const store = useStoreApi();

  useEffect(() => {
    window.hand = {
      nodes: () => store.getState().nodes.map(({ id, data }) => [id, String(data.label)]),
      edges: () => store.getState().edges.map(({ source, target }) => [source, target]),
      slotAt: (nodeId, slot) => {
        const side = slot === 'out' ? 'source' : 'target';
        const handle = document.querySelector(`.react-flow__node[data-id="${nodeId}"] .react-flow__handle.${side}`);
        if (!handle) throw new Error(`no handle of ${nodeId}`);
        const { x, y, width, height } = handle.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      },
    };
  }, [store]);

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const kind = KINDS.find(([name]) => name === event.dataTransfer.getData('application/reactflow'));
    if (!kind) return;
    const [label, type] = kind;
    const position = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    setNodes((current) => [...current, { id: String(current.length + 1), type, position, data: { label } }]);
  };

  return (
    <div style={{ display: 'flex', width: '100vw', height: '100vh' }}>
      <aside style={{ width: 120 }}>
        {KINDS.map(([name]) => (
          <div
            key={name}
            data-entry={name}
            draggable
            style={{ margin: 10, padding: 10, border: '1px solid' }}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData('application/reactflow', name);
              dataTransfer.effectAllowed = 'move';
            }}
          >
            {name}
          </div>
        ))}
      </aside>
      <div style={{ flexGrow: 1 }}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          onConnect={(connection) => setEdges((current) => addEdge(connection, current))}
          onDrop={drop}
          onDragOver={allow}
          defaultViewport={{ x: 0, y: 0, zoom: HAND_ZOOM }}
          minZoom={0.1}
        />
      </div>
    </div>
  );
}

createRoot(document.getElementById('root') ?? document.body).render(
  <ReactFlowProvider>
    <DragAndDrop />
  </ReactFlowProvider>,
);
