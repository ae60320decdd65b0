import fc from 'fast-check';
import {
  FRAME_COLOURS,
  type Arrangement,
  type CardAction,
  type EditorInput,
  type NodeRun,
  type NodeTakes,
  type NodeType,
} from '../../../src/engine';
import { anyChange, anyId, anyPoint, nearPoint } from './oddCanvas';
import type { Aim, Pointing, Step } from './Step';

const modifiers = { shift: fc.boolean(), primary: fc.boolean(), alt: fc.boolean() };
const rarely = fc.constantFrom(false, false, false, true);
const KEYS =
  'Escape Delete Backspace Enter Tab a z Z y c d m b f u g 0 1 + - x ArrowUp ArrowDown ArrowLeft ArrowRight'.split(' ');

const index = fc.nat(12);
export const anyAim: fc.Arbitrary<Aim> = fc.oneof(
  { weight: 2, arbitrary: nearPoint.map((point): Aim => ({ on: 'pane', point })) },
  {
    weight: 5,
    arbitrary: fc.record({
      on: fc.constantFrom(
        'card',
        'handle',
        'grip',
        'button',
        'corner',
        'corner',
        'delete',
        'pipe',
        'pipeEnd',
        'deletePipe',
      ),
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
    isSecond: rarely,
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
/** A key held during the next step. */
const held: fc.Arbitrary<EditorInput> = fc.record({
  type: fc.constant('keyDown'),
  key: fc.constantFrom('c', 'x', 'u', 'd'),
  shift: fc.constant(false),
  primary: fc.constant(false),
  alt: rarely,
});
const system = fc.constantFrom<EditorInput>(
  { type: 'cancel' },
  { type: 'cancel', pointerId: 1 },
  { type: 'cancel', pointerId: 2 },
  { type: 'pointerLeave' },
  { type: 'dragOver', point: { x: 500, y: 300 } },
  { type: 'dragOver', point: { x: 5, y: 300 } },
  { type: 'dragOver', point: null },
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
const NODE_TYPES = fc.constantFrom<NodeType>(
  ...(['textPrompt', 'imageUpload', 'image', 'category', 'categoryItem', 'model', 'note', 'frame', 'note'] as const),
);
const CARD_ACTIONS = fc.constantFrom<CardAction>('run', 'convert', 'upload', 'enlarge');
const change = fc.array(anyChange, { minLength: 1, maxLength: 4 });
const runState: fc.Arbitrary<NodeRun> = fc.record({
  state: fc.constantFrom('running', 'uploading', 'failed'),
  elapsedS: fc.nat(99),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  message: fc.constantFrom('no', ''),
});

const takes: fc.Arbitrary<NodeTakes> = fc.record({
  count: fc.nat(120),
  rating: fc.constantFrom(null, -1, 1, 5),
  origin: fc.constantFrom(null, 'engine', 'preview'),
});

export const anyArrangement = fc.constantFrom<Arrangement>(
  'alignLeft',
  'alignCentre',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'distributeAcross',
  'distributeDown',
  'straighten',
);

/** Gestures of the pointer. */
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant('input'), input: held }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('input'), input: system }) },
);

/** Everything a person does by other means: panel, menus, text fields, a resized window. */
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
  { weight: 5, arbitrary: fc.record({ do: fc.constant('hand on'), index, part: index, into: index }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('order'), index, part: index, slot: fc.integer({ min: -1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('place'), index, part: index, at: anyPoint }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reroute'), index, at: anyPoint }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fly'), index, isStill: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('nudge', 'resize'), by: nearPoint }) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'frame' }, { do: 'frame' }, { do: 'fold' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('colour'), colour: fc.constantFrom(...FRAME_COLOURS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('arrange'), how: anyArrangement }) },
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

/** Everything that comes from elsewhere: another tab, the server, a generation, a loaded picture. */
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
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('takes'), ids: fc.array(anyId, { maxLength: 3 }), takes }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('models'),
      models: fc.option(fc.array(fc.constantFrom('brush', 'Gemini-2.5-flash'))),
    }),
  },
);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: anyGesture },
  { weight: 7, arbitrary: anyVerb },
  { weight: 3, arbitrary: anyArrival },
);
