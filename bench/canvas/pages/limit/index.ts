import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import { handleOn } from '../../handleOffsets';
import { STAGE } from '../../stage';
import { loadFlow } from '../loadFlow';
import { bindInput, selectedCount } from './bindInput';
import { forgetMeasures } from './drawCard';
import { FlowArrays } from './FlowArrays';
import { LimitCanvas } from './LimitCanvas';

const snapshot = await loadFlow();
const flow = new FlowArrays(snapshot);
const element = document.createElement('canvas');
element.width = STAGE.width;
element.height = STAGE.height;
element.style.cssText = `position:absolute;left:${STAGE.x}px;top:${STAGE.y}px;touch-action:none`;
document.body.append(element);
const canvas = new LimitCanvas(element, flow, snapshot.viewport);
bindInput(canvas, flow);
canvas.invalidate();
document.fonts.addEventListener('loadingdone', () => {
  forgetMeasures();
  canvas.invalidate();
});

const indexOf = (nodeId: string): number => {
  const index = flow.indexOf.get(nodeId);
  if (index === undefined) throw new Error(`no node ${nodeId}`);
  return index;
};
const positionOf = (nodeId: string) => {
  const node = indexOf(nodeId);
  const by = flow.isDragged[node] ? canvas.dragging : null;
  return { x: flow.x[node]! + (by?.x ?? 0), y: flow.y[node]! + (by?.y ?? 0) };
};
window.bench = {
  view: () => canvas.view,
  setView: (view) => {
    canvas.view = view;
    canvas.invalidate();
  },
  positionOf,
  handleAt: (nodeId, handleId) => handleOn(positionOf(nodeId), nodeId, handleId),
  edgeCount: () => flow.edgeCount,
  selectedCount: () => selectedCount(flow),
  clearSelection: () => {
    flow.select(null);
    canvas.invalidate();
  },
  draws: () => ({ canvas: canvas.draws }),
  pictureBytes: () => null,
};
