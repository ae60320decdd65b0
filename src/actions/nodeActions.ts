import type { ParseKeys } from 'i18next';
import { nodeMode, type Box, type CardAction, type FlowNode, type NodeKinds, type NodeMode } from '../engine';
import type { Action } from './Action';

/** The work under way at a node. */
export type NodeWork = 'none' | 'waiting' | 'running' | 'failed' | 'converting' | 'uploading';

/** The state that an action of a node depends on. */
export interface NodeState {
  /** The document's. */
  readonly kinds: NodeKinds;
  readonly node: FlowNode;
  readonly work: NodeWork;
  /** Number of its finished pictures. */
  readonly takes: number;
  /** Number of pictures that it makes when lists at its left go one by one. */
  readonly cells?: number;
  /** The engine's `canRun` for the node. */
  readonly canRun: boolean;
}

/** A node, and the functions that act on it. */
export interface NodeTarget extends NodeState {
  /** Calls `Editor.act`. */
  readonly act: (nodeId: string, part: CardAction) => void;
  /** Ends a run or a wait; never begins one, even if that has just ended by itself. */
  readonly stop: (nodeId: string) => void;
  readonly remove: (nodeId: string) => void;
}

export interface NodeAction extends Action<NodeTarget> {
  readonly whyNot: (state: NodeState) => ParseKeys | null;
  /** The part of the card that is its button. Actions of one part replace one another; null for the button of the selection. */
  readonly part: CardAction | 'retry' | null;
  /** True when the card has its button in this state, with this many takes and cells. */
  readonly isOffered: (work: NodeWork, takes: number, cells?: number) => boolean;
  readonly isRound: boolean;
  /** Set while it is under way, when `whyNot` returns these words: its button says them, and that it is busy. */
  readonly busyWords?: ParseKeys;
}

const isUnderWay = (work: NodeWork): boolean => work === 'running' || work === 'waiting';
const none: readonly [] = [];

const MODE_REFUSALS: Readonly<Record<NodeMode, ParseKeys>> = {
  mute: 'mode.runMuted',
  bypass: 'mode.runBypassed',
  freeze: 'mode.runFrozen',
};

/** Returns why a node that has a run button cannot run now (NODE-11, NODE-12, MODE-5). */
const runRefusal = ({ kinds, node, canRun }: NodeState): ParseKeys | null => {
  if (canRun) return null;
  const mode = nodeMode(node);
  if (mode !== null) return MODE_REFUSALS[mode];
  return kinds.of(node.type)?.run?.isGeneration === false ? 'node.runNeedsFreeOutput' : 'node.runNeedsLeft';
};

type CardButton = Pick<NodeAction, 'id' | 'words' | 'isOffered' | 'isRound' | 'busyWords'> & {
  readonly part: CardAction;
  readonly whyNot?: NodeAction['whyNot'];
};

/** An action whose button the engine paints on the card: a press on the canvas and one here do the same. */
const cardButton = ({ whyNot = () => null, ...rest }: CardButton): NodeAction => ({
  ...rest,
  chords: none,
  whyNot,
  run: (target) => {
    if (whyNot(target) === null) target.act(target.node.id, rest.part);
  },
});

/** The action that ends this work; it has the same button while the node runs or waits. */
const stopButton = (id: string, words: ParseKeys, work: NodeWork): NodeAction => ({
  id,
  words,
  chords: none,
  part: 'run',
  isRound: true,
  isOffered: (now) => now === work,
  whyNot: () => null,
  run: ({ node, stop }) => stop(node.id),
});

const run = cardButton({
  id: 'node.run',
  words: 'node.run',
  part: 'run',
  isRound: true,
  isOffered: (work) => !isUnderWay(work),
  whyNot: runRefusal,
});

/** The actions on one node, in the order in which its buttons are walked. */
export const NODE_ACTIONS = {
  run,
  stop: stopButton('node.stop', 'node.stop', 'running'),
  takeBack: stopButton('node.takeBack', 'node.takeBack', 'waiting'),
  convert: cardButton({
    id: 'node.convert',
    words: 'node.convert',
    part: 'convert',
    isRound: false,
    isOffered: () => true,
    busyWords: 'node.converting',
    whyNot: ({ work }) => (work === 'converting' ? 'node.converting' : null),
  }),
  upload: cardButton({
    id: 'node.upload',
    words: 'node.upload',
    part: 'upload',
    isRound: false,
    isOffered: (work) => !isUnderWay(work),
    busyWords: 'node.uploading',
  }),
  enlarge: cardButton({
    id: 'node.enlarge',
    words: 'node.enlarge',
    part: 'enlarge',
    isRound: true,
    isOffered: (work) => work === 'none',
  }),
  settings: cardButton({
    id: 'node.settings',
    words: 'node.settings',
    part: 'settings',
    isRound: true,
    isOffered: (work) => work === 'none' || work === 'failed',
  }),
  takes: cardButton({
    id: 'node.takes',
    words: 'takes.show',
    part: 'takes',
    isRound: false,
    isOffered: (_work, takes) => takes > 0,
  }),
  sheet: cardButton({
    id: 'node.sheet',
    words: 'sheet.open',
    part: 'table',
    isRound: false,
    isOffered: (_work, _takes, cells = 0) => cells > 0,
  }),
  retry: {
    ...run,
    id: 'node.retry',
    words: 'shell.tryAgain',
    part: 'retry',
    isRound: false,
    isOffered: (work) => work === 'failed',
  },
  delete: {
    id: 'node.delete',
    words: 'node.delete',
    chords: none,
    part: null,
    isOffered: () => true,
    isRound: true,
    whyNot: () => null,
    run: ({ node, remove }) => remove(node.id),
  },
} as const satisfies Readonly<Record<string, NodeAction>>;

/** Box of its button on the card, from the node's top left corner; null when the card has none. */
export function buttonOf({ part }: NodeAction, { kinds, node }: Pick<NodeState, 'kinds' | 'node'>): Box | null {
  const { actions, retry } = kinds.layoutOf(node);
  if (part === null) return null;
  return part === 'retry' ? retry : (actions[part] ?? null);
}
