import {
  cardLayout,
  categoryItems,
  cutOut,
  deleteButtonOfEdge,
  deleteButtonOfNode,
  handlesOf,
  type FlowNode,
  type Handle,
  type Vector,
} from '../../../src/engine';
import type { TestEditor } from '../../support/TestEditor';
import type { Aim, Step } from './Step';

const roundRobin = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** The farthest that a pointer or a stage reaches, in screen pixels. */
const REACH = 1e10;

/** Distance from its handle at which a pipe's end is grabbed, in world pixels. */
const BESIDE = 15;

/** A screen point; null when there is nothing of the kind within reach. */
function pointOf({ engine }: TestEditor, aim: Aim): Vector | null {
  if (aim.on === 'pane') return aim.point;
  const world = worldPoint(engine, aim);
  const point = world && engine.view.toScreen(world);
  return point && Math.max(Math.abs(point.x), Math.abs(point.y)) < REACH ? point : null;
}

function worldPoint({ document, scene }: TestEditor['engine'], aim: Exclude<Aim, { on: 'pane' }>): Vector | null {
  const { index, part } = aim;
  if (aim.on === 'pipe' || aim.on === 'pipeEnd' || aim.on === 'deletePipe') {
    const edge = roundRobin(document.allEdges(), index);
    const route = edge ? scene.routeOf(edge) : [];
    if (aim.on === 'deletePipe') return deleteButtonOfEdge(route);
    if (aim.on === 'pipe') return roundRobin(route, part) ?? null;
    const [end, aside] = part % 2 === 0 ? [route.at(0), BESIDE] : [route.at(-1), -BESIDE];
    return end ? { x: end.x + aside, y: end.y } : null;
  }
  // Few cards have a resizable corner.
  const aimed =
    aim.on === 'corner' ? document.allNodes().filter((node) => cardLayout(node).corner) : document.allNodes();
  const node = roundRobin(aimed, index);
  if (!node) return null;
  const { x, y } = scene.positionOf(node);
  const middle = (box: { x: number; y: number; width: number; height: number } | undefined): Vector | null =>
    box ? { x: x + box.x + box.width / 2, y: y + box.y + box.height / 2 } : null;
  const { rows, actions, retry, corner } = cardLayout(node);
  switch (aim.on) {
    case 'card':
      return { x: x + 60, y: y + 20 };
    case 'handle': {
      const handle = roundRobin(handlesOf(node), part);
      return handle ? scene.handlePosition(node, handle) : null;
    }
    case 'grip':
      return middle(roundRobin(rows, part)?.grip);
    case 'corner':
      return middle(corner);
    case 'button':
      return middle(roundRobin([...Object.values(actions), retry], part));
    case 'delete':
      return deleteButtonOfNode(scene.boxOf(node));
  }
}

const handleRef = (node: FlowNode | undefined, part: number) => {
  const handle = node && roundRobin(handlesOf(node), part);
  return handle && { nodeId: node.id, handleId: handle.id };
};

const handlesAt = (nodes: readonly FlowNode[], side: Handle['side']) =>
  nodes.flatMap((node) =>
    handlesOf(node).flatMap((handle) => (handle.side === side ? [{ nodeId: node.id, handleId: handle.id }] : [])),
  );

/** A category's row; an absent one when the node has none. */
const rowOf = (node: FlowNode, part: number): string => roundRobin(categoryItems(node), part)?.id ?? 'gone';

const fieldOf = (node: FlowNode, part: number) => {
  const name = part % 2 === 0 ? ('value' as const) : ('name' as const);
  const row = node.type === 'category' ? roundRobin(categoryItems(node), part) : undefined;
  return row ? { nodeId: node.id, name, rowId: row.id } : { nodeId: node.id, name };
};

/** Applies the step to the editor, as far as its targets exist. */
export function takeStep(editor: TestEditor, step: Step): void {
  const { engine } = editor;
  const { document } = engine;
  switch (step.do) {
    case 'input':
      engine.dispatch(step.input);
      return;
    case 'point': {
      const point = pointOf(editor, step.at);
      if (point) engine.dispatch({ ...step.input, point });
      return;
    }
    case 'pull': {
      const [from, to] = [pointOf(editor, step.from), pointOf(editor, step.to)];
      if (!from || !to || !('pointerId' in step.input)) return;
      const input = { ...step.input, button: 0 };
      engine.dispatch({ ...input, type: 'pointerDown', point: from });
      if (step.rests) editor.wait(32);
      engine.dispatch({ ...input, type: 'pointerMove', point: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } });
      engine.dispatch({ ...input, type: 'pointerMove', point: to });
      if (step.end === 'up') engine.dispatch({ ...input, type: 'pointerUp', point: to });
      return;
    }
    case 'merge':
      engine.merge(step.changes);
      return;
    case 'run':
      engine.apply(step.changes, step.group);
      return;
    case 'add':
      engine.addNode(step.type, null, step.at);
      return;
    case 'add row':
      engine.addRow(
        'imageUpload',
        step.at,
        Array.from({ length: step.count }, () => ({})),
      );
      return;
    case 'copy': {
      const ids = step.chosen.flatMap((index) => roundRobin(document.allNodes(), index)?.id ?? []);
      engine.addFragment(cutOut(document, new Set(ids)), step.by, step.isJoined);
      return;
    }
    case 'connect': {
      const [from, to] = [roundRobin(document.allNodes(), step.from), roundRobin(document.allNodes(), step.to)];
      if (!from || !to) return;
      const one = { nodeId: from.id, handleId: `${step.flow}-right` };
      engine.connect(one, { nodeId: to.id, handleId: `${step.flow}-left` });
      return;
    }
    case 'begin':
    case 'aim': {
      const handle = handleRef(roundRobin(document.allNodes(), step.index), step.part);
      if (!handle) return;
      if (step.do === 'aim') engine.aimConnection(handle);
      else {
        if (step.isAtRest) editor.cancel();
        engine.beginConnection(handle);
        if (step.isDropped) engine.dropConnection();
      }
      return;
    }
    case 'lead': {
      const edge = roundRobin(document.allEdges(), step.index);
      const side = step.end === 'source' ? 'output' : 'input';
      const handle = roundRobin(handlesAt(document.allNodes(), side), step.to);
      if (!edge || !handle) return;
      if (step.isAtRest) editor.cancel();
      engine.takeEdge(edge.id, step.end);
      engine.aimConnection(handle);
      if (step.isDropped) engine.dropConnection();
      return;
    }
    case 'answer': {
      const { addMenu } = engine.preview;
      const from = addMenu?.from ?? handleRef(roundRobin(document.allNodes(), step.index), step.part);
      const type = roundRobin(addMenu?.types ?? [], step.part) ?? step.type;
      if (from) engine.addConnected(from, type, null, addMenu?.at ?? step.at);
      return;
    }
    case 'hand on': {
      const categories = document.allNodes().filter(({ type }) => type === 'category');
      const [node, into] = [roundRobin(categories, step.index), roundRobin(document.allNodes(), step.into)];
      if (node && into) engine.moveRowInto(node.id, rowOf(node, step.part), into.id);
      return;
    }
    case 'order': {
      const node = roundRobin(
        document.allNodes().filter(({ type }) => type === 'category'),
        step.index,
      );
      if (node) engine.moveRow(node.id, rowOf(node, step.part), step.slot);
      return;
    }
    case 'place': {
      const node = roundRobin(document.allNodes(), step.index);
      if (node) engine.dropRow(node.id, rowOf(node, step.part), step.at);
      return;
    }
    case 'fly': {
      const node = roundRobin(document.allNodes(), step.index);
      engine.isStill = step.isStill;
      if (node) engine.flyTo([node.id]);
      return;
    }
    case 'reroute': {
      const edge = roundRobin(document.allEdges(), step.index);
      if (edge) engine.addReroute(edge.id, step.at);
      return;
    }
    case 'nudge':
      engine.nudge(step.by);
      return;
    case 'resize':
      engine.frames.resizeSelected(step.by);
      return;
    case 'frame':
      engine.frames.frameSelection();
      return;
    case 'fold':
      engine.frames.toggleFold();
      return;
    case 'colour':
      engine.frames.colourSelection(step.colour);
      return;
    case 'arrange':
      engine.arrange(step.how);
      return;
    case 'press': {
      const node = roundRobin(document.allNodes(), step.index);
      if (node) engine.act(node.id, step.action);
      return;
    }
    case 'repaint':
      engine.repaint('elsewhere', step.ids ? new Set(step.ids) : undefined);
      return;
    case 'detach':
    case 'edit':
    case 'write': {
      const node = roundRobin(document.allNodes(), step.index);
      if (!node) return;
      const field = fieldOf(node, step.part);
      if (step.do === 'edit') engine.startEditing(field);
      else if (step.do === 'write') engine.editText(field, step.text);
      else if (field.rowId !== undefined) engine.detachRow(node.id, field.rowId, { x: step.part, y: step.index });
      return;
    }
    case 'collect': {
      const into = roundRobin(document.allNodes(), step.into);
      const items = step.items.flatMap((index) => roundRobin(document.allNodes(), index)?.id ?? []);
      if (into) engine.dropInto(items, into.id);
      return;
    }
    case 'select':
      engine.select({ nodes: new Set(step.ids), edges: new Set(step.ids) });
      return;
    case 'runs':
      editor.showRuns(new Map(step.ids.map((id) => [id, step.run])));
      return;
    case 'models':
      engine.models = step.models && { names: new Set(step.models), canWrite: false };
      engine.repaint('models');
      return;
    case 'takes':
      engine.setTakes(new Map(step.ids.map((id) => [id, step.takes])));
      return;
    case 'size':
      engine.view.setSize({ width: step.width, height: step.height });
      return;
    case 'fit':
    case 'undo':
    case 'redo':
    case 'selectAll':
    case 'removeSelected':
    case 'stopEditing':
    case 'openSelected':
    case 'dropConnection':
      engine[step.do]();
  }
}
