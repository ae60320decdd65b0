import { CanvasPointer, LGraph, LGraphCanvas, LGraphNode, LiteGraph } from '@comfyorg/litegraph';
import '@comfyorg/litegraph/style.css';
import { HAND_ZOOM } from '../../handZoom';
import { WINDOW } from '../../stage';

/** An input takes one link: each kind has as many inputs as the flow needs at most. */
const TEXT_INPUTS = 2;
const PICTURE_INPUTS = 5;

class Text extends LGraphNode {
  constructor(title?: string) {
    super(title ?? 'text');
    this.addOutput('text', 'text');
  }
}

class Photo extends LGraphNode {
  constructor(title?: string) {
    super(title ?? 'photo');
    this.addOutput('picture', 'picture');
  }
}

class Picture extends LGraphNode {
  constructor(title?: string) {
    super(title ?? 'picture');
    for (let slot = 1; slot <= TEXT_INPUTS; slot++) this.addInput(`text ${slot}`, 'text');
    for (let slot = 1; slot <= PICTURE_INPUTS; slot++) this.addInput(`picture ${slot}`, 'picture');
    this.addOutput('picture', 'picture');
  }
}

// Turns on its settings that save actions: a search where a link is dropped with Shift, and a middle click on a slot for the node that
// usually goes there.
LiteGraph.release_link_on_empty_shows_menu = true;
LiteGraph.middle_click_slot_add_default_node = true;
LiteGraph.search_show_all_on_open = false;
LiteGraph.slot_types_default_in = { text: ['text'], picture: ['picture'] };
LiteGraph.slot_types_default_out = { text: ['picture'], picture: ['picture'] };
LiteGraph.registerNodeType('text', Text);
LiteGraph.registerNodeType('photo', Photo);
LiteGraph.registerNodeType('picture', Picture);

const element = document.createElement('canvas');
element.width = WINDOW.width;
element.height = WINDOW.height;
element.tabIndex = 0;
document.body.append(element);

// A busy machine may take longer between the two clicks than a person does.
CanvasPointer.doubleClickTime = 3000;
const graph = new LGraph();
const canvas = new LGraphCanvas(element, graph);
canvas.ds.scale = HAND_ZOOM;

window.hand = {
  // Its own order is that in which they are drawn; the ids are counted up.
  nodes: () =>
    graph.nodes
      .toSorted((one, other) => Number(one.id) - Number(other.id))
      .map(({ id, type }) => [String(id), String(type)]),
  edges: () => Array.from(graph.links.values(), ({ origin_id, target_id }) => [String(origin_id), String(target_id)]),
  slotAt: (nodeId, slot) => {
    const node = graph.nodes.find(({ id }) => String(id) === nodeId);
    if (!node) throw new Error(`no node ${nodeId}`);
    const [x = 0, y = 0]: Iterable<number> = slot === 'out' ? node.getOutputPos(0) : node.getInputPos(slot);
    return { x: (x + canvas.ds.offset[0]) * HAND_ZOOM, y: (y + canvas.ds.offset[1]) * HAND_ZOOM };
  },
};
