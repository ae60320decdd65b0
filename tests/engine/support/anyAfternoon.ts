import fc from 'fast-check';
import {
  cardLayout,
  categoryItems,
  cutOut,
  deleteButtonOfEdge,
  deleteButtonOfNode,
  handlesOf,
  type CardAction,
  type Change,
  type EdgeEnd,
  type EditorInput,
  type FlowNode,
  type Handle,
  type NodeRun,
  type NodeType,
  type Vector,
} from '../../../src/engine';
import type { TestEditor } from '../../support/TestEditor';
import { anyChange, anyId, anyPoint, nearPoint } from './oddCanvas';

/** Something on the canvas to aim at; `index` counts round what is there, so that it hits real things. */
type Aim =
  | { readonly on: 'pane'; readonly point: Vector }
  | {
      readonly on: 'card' | 'handle' | 'grip' | 'button' | 'delete' | 'pipe' | 'pipeEnd' | 'deletePipe';
      readonly index: number;
      readonly part: number;
    };

type Pointing = Extract<EditorInput, { readonly point: Vector }>;

/** One thing that happens to a canvas, as data, so that a failing afternoon can be read. */
export type Step =
  | { readonly do: 'point'; readonly at: Aim; readonly input: Pointing }
  | { readonly do: 'input'; readonly input: EditorInput }
  | {
      readonly do: 'pull';
      readonly from: Aim;
      /** A finger or a pen that rests before it moves is held. */
      readonly rests: boolean;
      readonly to: Aim;
      readonly input: Pointing;
      readonly end: 'up' | 'held';
    }
  | {
      readonly do:
        'undo' | 'redo' | 'selectAll' | 'removeSelected' | 'stopEditing' | 'fit' | 'openSelected' | 'dropConnection';
    }
  | { readonly do: 'merge' | 'run'; readonly changes: readonly Change[]; readonly group: string | null }
  | { readonly do: 'add'; readonly type: NodeType; readonly at: Vector }
  | { readonly do: 'add row'; readonly count: number; readonly at: Vector }
  | { readonly do: 'copy'; readonly chosen: readonly number[]; readonly by: Vector; readonly isJoined: boolean }
  | { readonly do: 'connect'; readonly from: number; readonly to: number; readonly flow: 'text' | 'image' }
  | {
      readonly do: 'begin';
      /** Whatever the hand was at is given up before. */
      readonly isAtRest: boolean;
      readonly index: number;
      readonly part: number;
      readonly isDropped: boolean;
    }
  | { readonly do: 'aim'; readonly index: number; readonly part: number }
  | {
      readonly do: 'lead';
      readonly isAtRest: boolean;
      readonly index: number;
      readonly end: EdgeEnd;
      readonly to: number;
      readonly isDropped: boolean;
    }
  | {
      readonly do: 'answer';
      readonly index: number;
      readonly part: number;
      readonly type: NodeType;
      readonly at: Vector;
    }
  | { readonly do: 'hand on'; readonly index: number; readonly part: number; readonly into: number }
  | { readonly do: 'order'; readonly index: number; readonly part: number; readonly slot: number }
  | { readonly do: 'place'; readonly index: number; readonly part: number; readonly at: Vector }
  | { readonly do: 'fly'; readonly index: number; readonly isStill: boolean }
  | { readonly do: 'nudge'; readonly by: Vector }
  | { readonly do: 'press'; readonly index: number; readonly action: CardAction }
  | { readonly do: 'repaint'; readonly ids: readonly string[] | null }
  | { readonly do: 'detach' | 'edit' | 'write'; readonly index: number; readonly part: number; readonly text: string }
  | { readonly do: 'collect'; readonly items: readonly number[]; readonly into: number }
  | { readonly do: 'select'; readonly ids: readonly string[] }
  | { readonly do: 'runs'; readonly ids: readonly string[]; readonly run: NodeRun }
  | { readonly do: 'size'; readonly width: number; readonly height: number };

const roundRobin = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** No hand and no stage reaches further; screen pixels. */
const REACH = 1e10;

/** So far from its handle a pipe is taken by its end; world pixels. */
const BESIDE = 15;

/** A screen point; null when there is nothing of the kind within reach. */
function pointOf({ engine }: TestEditor, aim: Aim): Vector | null {
  if (aim.on === 'pane') return aim.point;
  const world = worldPoint(engine, aim);
  const point = world && engine.viewport.toScreen(world);
  return point && Math.max(Math.abs(point.x), Math.abs(point.y)) < REACH ? point : null;
}

function worldPoint({ document, scene }: TestEditor['engine'], aim: Exclude<Aim, { on: 'pane' }>): Vector | null {
  const { index, part } = aim;
  if (aim.on === 'pipe' || aim.on === 'pipeEnd' || aim.on === 'deletePipe') {
    const edge = roundRobin(document.edges, index);
    const route = edge ? scene.routeOf(edge) : [];
    if (aim.on === 'deletePipe') return deleteButtonOfEdge(route);
    if (aim.on === 'pipe') return roundRobin(route, part) ?? null;
    const [end, aside] = part % 2 === 0 ? [route.at(0), BESIDE] : [route.at(-1), -BESIDE];
    return end ? { x: end.x + aside, y: end.y } : null;
  }
  const node = roundRobin(document.nodes, index);
  if (!node) return null;
  const { x, y } = scene.positionOf(node);
  const middle = (box: { x: number; y: number; width: number; height: number } | undefined): Vector | null =>
    box ? { x: x + box.x + box.width / 2, y: y + box.y + box.height / 2 } : null;
  const { rows, actions, retry } = cardLayout(node);
  switch (aim.on) {
    case 'card':
      return { x: x + 60, y: y + 20 };
    case 'handle': {
      const handle = roundRobin(handlesOf(node), part);
      return handle ? scene.handlePosition(node, handle) : null;
    }
    case 'grip':
      return middle(roundRobin(rows, part)?.grip);
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

/** A category's row; one that is not there where the node has none. */
const rowOf = (node: FlowNode, part: number): string => roundRobin(categoryItems(node), part)?.id ?? 'gone';

const fieldOf = (node: FlowNode, part: number) => {
  const name = part % 2 === 0 ? ('value' as const) : ('name' as const);
  const row = node.type === 'category' ? roundRobin(categoryItems(node), part) : undefined;
  return row ? { nodeId: node.id, name, itemId: row.id } : { nodeId: node.id, name };
};

/** Does it to the editor, as far as what it needs is there. */
export function take(editor: TestEditor, step: Step): void {
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
      engine.run(step.changes, step.group);
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
      const ids = step.chosen.flatMap((index) => roundRobin(document.nodes, index)?.id ?? []);
      engine.addFragment(cutOut(document, new Set(ids)), step.by, step.isJoined);
      return;
    }
    case 'connect': {
      const [from, to] = [roundRobin(document.nodes, step.from), roundRobin(document.nodes, step.to)];
      if (!from || !to) return;
      const one = { nodeId: from.id, handleId: `${step.flow}-right` };
      engine.connect(one, { nodeId: to.id, handleId: `${step.flow}-left` });
      return;
    }
    case 'begin':
    case 'aim': {
      const handle = handleRef(roundRobin(document.nodes, step.index), step.part);
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
      const edge = roundRobin(document.edges, step.index);
      const side = step.end === 'source' ? 'output' : 'input';
      const handle = roundRobin(handlesAt(document.nodes, side), step.to);
      if (!edge || !handle) return;
      if (step.isAtRest) editor.cancel();
      engine.takeEdge(edge.id, step.end);
      engine.aimConnection(handle);
      if (step.isDropped) engine.dropConnection();
      return;
    }
    case 'answer': {
      const { addMenu } = engine.preview;
      const from = addMenu?.from ?? handleRef(roundRobin(document.nodes, step.index), step.part);
      const type = roundRobin(addMenu?.types ?? [], step.part) ?? step.type;
      if (from) engine.addConnected(from, type, null, addMenu?.at ?? step.at);
      return;
    }
    case 'hand on': {
      const categories = document.nodes.filter(({ type }) => type === 'category');
      const [node, into] = [roundRobin(categories, step.index), roundRobin(document.nodes, step.into)];
      if (node && into) engine.moveItem(node.id, rowOf(node, step.part), into.id);
      return;
    }
    case 'order': {
      const node = roundRobin(
        document.nodes.filter(({ type }) => type === 'category'),
        step.index,
      );
      if (node) engine.moveRow(node.id, rowOf(node, step.part), step.slot);
      return;
    }
    case 'place': {
      const node = roundRobin(document.nodes, step.index);
      if (node) engine.placeItem(node.id, rowOf(node, step.part), step.at);
      return;
    }
    case 'fly': {
      const node = roundRobin(document.nodes, step.index);
      engine.isStill = step.isStill;
      if (node) engine.flyTo([node.id]);
      return;
    }
    case 'nudge':
      engine.nudge(step.by);
      return;
    case 'press': {
      const node = roundRobin(document.nodes, step.index);
      if (node) engine.act(node.id, step.action);
      return;
    }
    case 'repaint':
      engine.repaint('elsewhere', step.ids ? new Set(step.ids) : undefined);
      return;
    case 'detach':
    case 'edit':
    case 'write': {
      const node = roundRobin(document.nodes, step.index);
      if (!node) return;
      const field = fieldOf(node, step.part);
      if (step.do === 'edit') engine.startEditing(field);
      else if (step.do === 'write') engine.editText(field, step.text);
      else if (field.itemId !== undefined) engine.detachItem(node.id, field.itemId, { x: step.part, y: step.index });
      return;
    }
    case 'collect': {
      const into = roundRobin(document.nodes, step.into);
      const items = step.items.flatMap((index) => roundRobin(document.nodes, index)?.id ?? []);
      if (into) engine.dropInto(items, into.id);
      return;
    }
    case 'select':
      engine.select({ nodes: new Set(step.ids), edges: new Set(step.ids) });
      return;
    case 'runs':
      engine.setRuns(new Map(step.ids.map((id) => [id, step.run])));
      return;
    case 'size':
      engine.viewport.setSize({ width: step.width, height: step.height });
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

const modifiers = { shift: fc.boolean(), primary: fc.boolean(), alt: fc.boolean() };
const rarely = fc.constantFrom(false, false, false, true);
const KEYS = 'Escape Delete Backspace Enter Tab a z Z y c d 0 1 + - x ArrowUp ArrowDown ArrowLeft ArrowRight'.split(
  ' ',
);

const index = fc.nat(12);
export const anyAim: fc.Arbitrary<Aim> = fc.oneof(
  { weight: 2, arbitrary: nearPoint.map((point): Aim => ({ on: 'pane', point })) },
  {
    weight: 5,
    arbitrary: fc.record({
      on: fc.constantFrom('card', 'handle', 'grip', 'button', 'delete', 'pipe', 'pipeEnd', 'deletePipe'),
      index,
      part: index,
    }),
  },
);

const pointerOf = (...types: ('pointerDown' | 'pointerMove' | 'pointerUp')[]): fc.Arbitrary<Pointing> =>
  fc.record({
    type: fc.constantFrom(...types),
    point: nearPoint,
    button: fc.constantFrom(0, 0, 0, 0, 1, 2),
    pointerId: fc.constantFrom(1, 1, 1, 2, 3),
    pointerType: fc.constantFrom('mouse', 'mouse', 'touch', 'pen'),
    shift: rarely,
    primary: rarely,
    alt: rarely,
  });
export const anyPointer = pointerOf('pointerDown', 'pointerMove', 'pointerUp');

const wheel: fc.Arbitrary<Pointing> = fc.record({
  type: fc.constant('wheel'),
  point: nearPoint,
  deltaX: fc.constantFrom(0, 0, 40, -1e9),
  deltaY: fc.integer({ min: -900, max: 900 }),
  ...modifiers,
});
const doubleClick = nearPoint.map((point): Pointing => ({ type: 'doubleClick', point }));
const key: fc.Arbitrary<EditorInput> = fc.record({
  type: fc.constantFrom('keyDown', 'keyDown', 'keyDown', 'keyUp'),
  key: fc.constantFrom(...KEYS, ' '),
  shift: rarely,
  primary: rarely,
  alt: rarely,
});
const system = fc.constantFrom<EditorInput>(
  { type: 'cancel' },
  { type: 'cancel', pointerId: 1 },
  { type: 'cancel', pointerId: 2 },
  { type: 'pointerLeave' },
  { type: 'carry', point: { x: 500, y: 300 } },
  { type: 'carry', point: { x: 5, y: 300 } },
  { type: 'carry', point: null },
  { type: 'tick', elapsedMs: 16 },
  { type: 'tick', elapsedMs: 5000 },
);

const plain = fc.constantFrom<Step>(
  { do: 'undo' },
  { do: 'undo' },
  { do: 'redo' },
  { do: 'selectAll' },
  { do: 'removeSelected' },
  { do: 'stopEditing' },
  { do: 'openSelected' },
  { do: 'fit' },
  { do: 'dropConnection' },
);
const NODE_TYPES = fc.constantFrom<NodeType>('textPrompt', 'imageUpload', 'image', 'category', 'categoryItem', 'model');
const CARD_ACTIONS = fc.constantFrom<CardAction>('run', 'convert', 'upload', 'enlarge');
const change = fc.array(anyChange, { minLength: 1, maxLength: 4 });
const runState: fc.Arbitrary<NodeRun> = fc.record({
  state: fc.constantFrom('running', 'uploading', 'failed'),
  elapsedS: fc.nat(99),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  message: fc.constantFrom('no', ''),
});

/** What the hand does. */
export const anyGesture: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('point'), at: anyAim, input: anyPointer }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('pull'),
      from: anyAim,
      rests: fc.boolean(),
      to: anyAim,
      input: anyPointer,
      end: fc.constantFrom('up', 'up', 'held'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('point'), at: anyAim, input: doubleClick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('point'), at: anyAim, input: wheel }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('input'), input: key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('input'), input: system }) },
);

/** What the person does by other means: panel, menus, text fields, a window that is resized. */
export const anyVerb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: plain },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('run'), changes: change, group: fc.constantFrom(null, 'typing') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add'), type: NODE_TYPES, at: anyPoint }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('copy'),
      chosen: fc.array(fc.nat(), { maxLength: 4 }),
      by: anyPoint,
      isJoined: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add row'), count: fc.nat(3), at: anyPoint }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('connect'),
      from: index,
      to: index,
      flow: fc.constantFrom('text', 'image'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('begin'),
      isAtRest: fc.boolean(),
      index,
      part: index,
      isDropped: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('aim'), index, part: index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('lead'),
      isAtRest: fc.boolean(),
      index,
      end: fc.constantFrom('source', 'target'),
      to: fc.nat(30),
      isDropped: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('answer'), index, part: index, type: NODE_TYPES, at: anyPoint }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hand on'), index, part: index, into: index }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('order'), index, part: index, slot: fc.integer({ min: -1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('place'), index, part: index, at: anyPoint }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fly'), index, isStill: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nudge'), by: nearPoint }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('press'), index, action: CARD_ACTIONS }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('detach', 'edit', 'write'),
      index,
      part: index,
      text: fc.string({ maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('collect'), items: fc.array(index, { maxLength: 3 }), into: index }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('select'), ids: fc.array(anyId, { maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('size'), width: fc.nat(2000), height: fc.nat(2000) }) },
);

/** What comes from elsewhere: another tab, the server, a generation, a picture that was read. */
export const anyArrival: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('repaint'), ids: fc.option(fc.array(anyId, { maxLength: 3 })) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('merge'), changes: change, group: fc.constant(null) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('runs'), ids: fc.array(anyId, { maxLength: 3 }), run: runState }),
  },
);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: anyGesture },
  { weight: 7, arbitrary: anyVerb },
  { weight: 3, arbitrary: anyArrival },
);
