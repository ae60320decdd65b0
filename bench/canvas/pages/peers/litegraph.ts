import { LGraph, LGraphCanvas, LGraphNode, LiteGraph } from '@comfyorg/litegraph';
import '@comfyorg/litegraph/style.css';
import { nodeSize } from '../../../../src/engine/nodes/shorthands';
import { COLOURS } from '../../../../src/theme/tokens';
import { STAGE } from '../../stage';
import { loadFlow } from '../loadFlow';
import { ZOOM_STEPS } from '../../paced';

const CHARACTERS_A_LINE = 16;
const LINE_HEIGHT = 20;
/** Inputs for the edges that are made while it is measured. */
const SPARE_INPUTS = 3;

/** A card with its words below the slots; litegraph draws the rest. */
class Card extends LGraphNode {
  #lines: readonly string[] = [];

  setText(text: string): void {
    this.#lines = text.match(new RegExp(`.{1,${CHARACTERS_A_LINE}}`, 'gu')) ?? [];
  }

  override onDrawForeground(ctx: CanvasRenderingContext2D): void {
    ctx.fillStyle = '#ddd';
    ctx.font = '13px sans-serif';
    for (const [index, line] of this.#lines.entries()) ctx.fillText(line, 12, 50 + index * LINE_HEIGHT);
  }
}

const { nodes, edges, viewport } = await loadFlow();
const element = document.createElement('canvas');
element.width = STAGE.width;
element.height = STAGE.height;
element.tabIndex = 0;
element.style.cssText = `position:absolute;left:${STAGE.x}px;top:${STAGE.y}px`;
document.body.append(element);

// Its own bound is 10,000.
LiteGraph.MAX_NUMBER_OF_NODES = nodes.length;
LiteGraph.registerNodeType('bench/card', Card);
const graph = new LGraph();
const cards = new Map<string, Card>();
const edgesInto = Map.groupBy(edges, ({ target }) => target);
for (const node of nodes) {
  const card = new Card(node.type);
  card.type = 'bench/card';
  const size = nodeSize(node);
  card.pos = [node.position.x, node.position.y];
  const output = node.type === 'textPrompt' || node.type === 'category' ? 'text' : 'image';
  card.addOutput(output, output);
  if (node.type === 'image') {
    // An input takes one pipe: one for each, and some to spare.
    for (const { type } of edgesInto.get(node.id) ?? []) card.addInput(type ?? '', type ?? '');
    for (let spare = 0; spare < SPARE_INPUTS; spare++) card.addInput('text', 'text');
  }
  card.size = [size.width, size.height];
  if (typeof node.data.value === 'string') card.setText(node.data.value);
  graph.add(card);
  cards.set(node.id, card);
}
const cardOf = (nodeId: string): Card => {
  const card = cards.get(nodeId);
  if (!card) throw new Error(`no node ${nodeId}`);
  return card;
};
const pointOf = ([x, y]: ArrayLike<number> & Iterable<number>) => ({ x: x ?? 0, y: y ?? 0 });
const freeInput = (card: Card, type: string): number =>
  card.inputs.findIndex((input) => input.type === type && input.link === null);
for (const { source, target, type = '' } of edges) {
  const card = cardOf(target);
  cardOf(source).connect(0, card, freeInput(card, type));
}

LGraphCanvas.link_type_colors = { text: COLOURS.light.textEdge, image: COLOURS.light.imageEdge };
const canvas = new LGraphCanvas(element, graph);
canvas.ds.max_scale = 5;
canvas.ds.min_scale = 0.1;
// A wheel event is one step whatever its length, and the browser merges those of a frame: as many steps as the others take frames from end
// to end.
canvas.zoom_speed = 50 ** (1 / ZOOM_STEPS) * 1.0001;
const setView = ({ x, y, zoom }: { x: number; y: number; zoom: number }): void => {
  canvas.ds.scale = zoom;
  canvas.ds.offset = [x / zoom, y / zoom];
  canvas.setDirty(true, true);
};
setView(viewport);

window.bench = {
  view: () => ({
    x: canvas.ds.offset[0] * canvas.ds.scale,
    y: canvas.ds.offset[1] * canvas.ds.scale,
    zoom: canvas.ds.scale,
  }),
  setView,
  positionOf: (nodeId) => pointOf(cardOf(nodeId).pos),
  handleAt: (nodeId, handleId) => {
    const card = cardOf(nodeId);
    const [type = '', side] = handleId.split('-');
    return pointOf(side === 'right' ? card.getOutputPos(0) : card.getInputPos(freeInput(card, type)));
  },
  edgeCount: () => graph.links.size,
  selectedCount: () => canvas.selectedItems.size,
  clearSelection: () => {
    canvas.deselectAll();
    // Its keys are those of the canvas with the focus.
    element.focus();
  },
  draws: () => null,
  pictureBytes: () => null,
};
