import type { Point } from '../../BenchDoor';
import type { Connecting } from './drawHandles';
import { CATEGORY, IMAGE, TEXT_IN_Y, IMAGE_IN_Y, TEXT_PROMPT, type FlowArrays } from './FlowArrays';
import type { LimitCanvas } from './LimitCanvas';

const SNAP = 15;
const HANDLE_REACH = 11;
const CONNECTION_RADIUS = 20;
const ZOOM_MIN = 0.1;
const ZOOM_MAX = 5;
const WHEEL_ZOOM = 0.002;

/** Turns real input into what the canvas shows: pan, zoom, drag, connect, select all. */
export function bindInput(canvas: LimitCanvas, flow: FlowArrays): void {
  const element = canvas.canvas;
  const found: number[] = [];
  let hand: { readonly type: 'pan' | 'drag' | 'connect'; last: Point; readonly start: Point; grabbed: number } | null =
    null;

  const pointOf = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const toWorld = ({ x, y }: Point): Point => ({
    x: (x - canvas.view.x) / canvas.view.zoom,
    y: (y - canvas.view.y) / canvas.view.zoom,
  });
  const outputAt = ({ x, y }: Point): number | undefined => {
    flow.nodeGrid.search(x - HANDLE_REACH, y - HANDLE_REACH, x + HANDLE_REACH, y + HANDLE_REACH, found);
    return found.find((node) => Math.hypot(flow.outX(node) - x, flow.outY(node) - y) <= HANDLE_REACH);
  };
  const inputAt = ({ x, y }: Point, isImage: boolean): number | undefined => {
    const reach = CONNECTION_RADIUS / canvas.view.zoom;
    const offset = isImage ? IMAGE_IN_Y : TEXT_IN_Y;
    flow.nodeGrid.search(x - reach, y - reach, x + reach, y + reach, found);
    return found.find(
      (node) => flow.kind[node] === IMAGE && Math.hypot(flow.x[node]! - x, flow.y[node]! + offset - y) <= reach,
    );
  };
  const nodeAt = ({ x, y }: Point): number | undefined => {
    flow.nodeGrid.search(x, y, x, y, found);
    return found.find(
      (node) =>
        x >= flow.x[node]! && x <= flow.outX(node) && y >= flow.y[node]! && y <= flow.y[node]! + flow.height[node]!,
    );
  };

  const startDrag = (node: number): void => {
    const isAll = flow.isSelected[node] === 1 && selectedCount(flow) === flow.count;
    if (!flow.isSelected[node]) flow.select(node);
    flow.isDragged.set(flow.isSelected);
    const stretched = new Set<number>();
    if (!isAll) {
      for (let index = 0; index < flow.count; index++) {
        if (!flow.isDragged[index]) continue;
        for (const edge of flow.edgesAt[index]!) {
          const isWhole = flow.isDragged[flow.source[edge]!] && flow.isDragged[flow.target[edge]!];
          if (!isWhole) stretched.add(edge);
        }
      }
    }
    canvas.dragging = { x: 0, y: 0, isAll, stretched: [...stretched] };
  };
  const endDrag = (): void => {
    const { dragging } = canvas;
    if (!dragging) return;
    for (let node = 0; node < flow.count; node++) {
      if (!flow.isDragged[node]) continue;
      flow.x[node]! += dragging.x;
      flow.y[node]! += dragging.y;
      if (dragging.isAll) continue;
      flow.indexNode(node);
      for (const edge of flow.edgesAt[node]!) flow.indexEdge(edge);
    }
    if (dragging.isAll) {
      flow.nodeGrid.shift(dragging.x, dragging.y);
      flow.edgeGrid.shift(dragging.x, dragging.y);
    }
    flow.isDragged.fill(0);
    canvas.dragging = null;
  };

  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    const world = toWorld(point);
    const output = event.button === 0 ? outputAt(world) : undefined;
    const node = event.button === 0 ? nodeAt(world) : undefined;
    if (output !== undefined) {
      hand = { type: 'connect', last: point, start: point, grabbed: output };
      const kind = flow.kind[output];
      const isImage = kind !== TEXT_PROMPT && kind !== CATEGORY;
      const connecting: Connecting = { source: output, isImage, target: -1, ...world };
      canvas.connecting = connecting;
    } else if (node !== undefined) {
      hand = { type: 'drag', last: point, start: point, grabbed: node };
      startDrag(node);
    } else hand = { type: 'pan', last: point, start: point, grabbed: -1 };
  });
  element.addEventListener('pointermove', (event) => {
    if (!hand) return;
    const point = pointOf(event);
    const { connecting, dragging, view } = canvas;
    if (connecting) {
      const world = toWorld(point);
      const target = inputAt(world, connecting.isImage) ?? -1;
      connecting.target = target;
      connecting.x = target < 0 ? world.x : flow.x[target]!;
      connecting.y = target < 0 ? world.y : flow.y[target]! + (connecting.isImage ? IMAGE_IN_Y : TEXT_IN_Y);
    } else if (dragging) {
      const x = flow.x[hand.grabbed]!;
      const y = flow.y[hand.grabbed]!;
      const nextX = Math.round((x + (point.x - hand.start.x) / view.zoom) / SNAP) * SNAP - x;
      const nextY = Math.round((y + (point.y - hand.start.y) / view.zoom) / SNAP) * SNAP - y;
      if (nextX === dragging.x && nextY === dragging.y) return;
      dragging.x = nextX;
      dragging.y = nextY;
    } else {
      canvas.view = { ...view, x: view.x + point.x - hand.last.x, y: view.y + point.y - hand.last.y };
      hand.last = point;
    }
    canvas.invalidate();
  });
  element.addEventListener('pointerup', () => {
    const { connecting } = canvas;
    if (connecting && connecting.target >= 0) flow.addEdge(connecting.source, connecting.target, connecting.isImage);
    canvas.connecting = null;
    endDrag();
    hand = null;
    canvas.invalidate();
  });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { x, y, zoom } = canvas.view;
      const point = pointOf(event);
      const next = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom * Math.exp(-event.deltaY * WHEEL_ZOOM)));
      const factor = next / zoom;
      canvas.view = { x: point.x - (point.x - x) * factor, y: point.y - (point.y - y) * factor, zoom: next };
      canvas.invalidate();
    },
    { passive: false },
  );
  window.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || event.key !== 'a') return;
    event.preventDefault();
    flow.select('all');
    canvas.invalidate();
  });
}

export function selectedCount(flow: FlowArrays): number {
  let count = 0;
  for (const isSelected of flow.isSelected) count += isSelected;
  return count;
}
