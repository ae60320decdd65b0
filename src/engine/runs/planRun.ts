import type { FlowNode } from '../document/FlowNode';
import { nodeMode } from '../nodes/nodeMode';
import { ALL_CELLS, cellKey, cellsOf, isWithin, projectCell, type Axis } from './cells';
import { NodeAxes } from './NodeAxes';
import { itemsOfSources, kindsOf, sourcesOf, valueOf, type RequestDocument } from './requestItems';
import { modelAndSettings } from './modelAndSettings';
import { runOrder } from './runOrder';
import {
  stepPicture,
  type KnownTake,
  type PlannedRequest,
  type PlannedStep,
  type RunFacts,
  type RunScope,
} from './RunPlan';
import type { Cell } from './WordList';

/**
 * Plans a run of these nodes step by step, each step after those it depends on. Every node of the scope has a step for each
 * cell and each result. Pure: the same document, scope and facts give the same plan.
 */
export function planRun(document: RequestDocument, scope: RunScope, facts: RunFacts): PlannedStep[] {
  const known = new Map<string, readonly FlowNode[]>();
  const sourcesAt = (nodeId: string): readonly FlowNode[] => {
    let sources = known.get(nodeId);
    if (sources === undefined) known.set(nodeId, (sources = sourcesOf(document, nodeId)));
    return sources;
  };
  const order = runOrder(sourcesAt, scope.nodes);
  const axes = new NodeAxes(document, sourcesAt);
  const wanted = wantedCells(order, scope, axes, sourcesAt);
  const { isFresh = false, most = Infinity, number: first = 0, takes = 1, admits = () => true } = scope;
  const steps: PlannedStep[] = [];
  for (let number = first; number < first + takes; number += 1) {
    /** Indexes of the planned steps, by node and cell. */
    const stepIndexes = new Map<string, number>();
    const empty = { settings: {}, items: [], number };
    const planning = {
      document,
      sourcesAt,
      axes,
      facts,
      steps,
      stepIndexes,
      isFresh,
      isFirst: number === first,
      takes,
      number,
      empty,
      cellTakes: new Map(),
    };
    for (const nodeId of order) {
      for (const cell of wanted.get(nodeId) ?? NO_CELLS) {
        const planned = planStep(planning, nodeId, cell);
        const step = cell === null ? planned : { ...planned, cell };
        stepIndexes.set(cellName(nodeId, cell), steps.length);
        steps.push(step);
        if (steps.length > most || !admits(step)) return steps;
      }
    }
  }
  return steps;
}

const NONE: readonly number[] = [];
/** The one picture of a node without lists. */
const NO_CELLS = [null] as const;
const cellName = (nodeId: string, cell: Cell | null): string => (cell === null ? nodeId : `${nodeId} ${cellKey(cell)}`);

/** The cells of those nodes that have some. Where not all are wanted, a node that others are made from makes what these need. */
function wantedCells(
  order: readonly string[],
  { cells = [], sample = ALL_CELLS, most = Infinity }: RunScope,
  axes: NodeAxes,
  sourcesAt: (nodeId: string) => readonly FlowNode[],
): ReadonlyMap<string, readonly Cell[]> {
  const inRun = new Set(order);
  const isSome = cells.length > 0 || sample.mode !== 'all';
  const wanted = new Map<string, Map<string, Cell>>();
  let count = 0;
  const want = (nodeId: string, some: readonly Cell[]): void => {
    const known = wanted.get(nodeId) ?? new Map<string, Cell>();
    count -= known.size;
    for (const cell of some) known.set(cellKey(cell), cell);
    count += known.size;
    wanted.set(nodeId, known);
  };
  for (const nodeId of order.toReversed()) {
    // Each is a step: the plan is too long already.
    if (count > most) break;
    const own = axes.of(nodeId);
    if (own.length === 0) continue;
    const named = cells.filter((each) => each.nodeId === nodeId);
    if (named.length > 0) {
      for (const { cell } of named) want(nodeId, cellsWith(own, cell, most + 1));
    } else if (!isSome || !wanted.has(nodeId)) want(nodeId, cellsOf(own, sample, most + 1));
    if (!isSome) continue;
    for (const source of sourcesAt(nodeId)) {
      const before = inRun.has(source.id) && axes.isMade(source) ? axes.of(source.id) : [];
      if (before.length === 0) continue;
      const mine = Array.from(wanted.get(nodeId)?.values() ?? []);
      want(
        source.id,
        mine.map((cell) => projectCell(cell, before)),
      );
    }
  }
  return new Map(Array.from(wanted, ([nodeId, some]) => [nodeId, [...some.values()]]));
}

/** The cells that contain this part. If a word of the part is no longer in its list: the part alone, whose step then says so. */
function cellsWith(axes: readonly Axis[], part: Cell, most: number): readonly Cell[] {
  const found = cellsOf(
    axes.map((axis) => ({ ...axis, values: axis.values.filter((value) => agree(value, part)) })),
    ALL_CELLS,
    most,
  );
  return found.every((cell) => isWithin(cell, part)) && found.length > 0 ? found : [part];
}

const agree = (value: Cell, part: Cell): boolean =>
  Object.entries(value).every(([id, word]) => (part[id] ?? word) === word);

interface Planning {
  readonly document: RequestDocument;
  readonly sourcesAt: (nodeId: string) => readonly FlowNode[];
  readonly axes: NodeAxes;
  readonly facts: RunFacts;
  readonly steps: readonly PlannedStep[];
  readonly stepIndexes: ReadonlyMap<string, number>;
  readonly isFresh: boolean;
  /** True for the first of several results. */
  readonly isFirst: boolean;
  /** Number of results of each node. */
  readonly takes: number;
  readonly number: number;
  /** The request of a step that asks for nothing. */
  readonly empty: PlannedRequest;
  /** Pictures of nodes that are no part of the run, by `cellName`; null where there is none. */
  readonly cellTakes: Map<string, KnownTake | null>;
}

function planStep(planning: Planning, nodeId: string, cell: Cell | null): PlannedStep {
  const { document, sourcesAt, axes, facts, steps, stepIndexes, empty } = planning;
  const node = document.node(nodeId);
  if (node === undefined) return blocked(nodeId, 'missing', empty);
  if (!isMaker(document, node)) return blocked(nodeId, 'notAnImage', empty);
  const mode = nodeMode(node);
  if (mode === 'freeze' && valueOf(node) !== null) return { ...keptAsItIs(planning, node, empty), reason: 'freeze' };
  if (mode !== null) return blocked(nodeId, mode, empty);
  const sources = sourcesAt(nodeId);
  if (sources.length === 0) {
    return blocked(nodeId, document.edgesInto(nodeId).length === 0 ? 'notConnected' : 'nothing', empty);
  }
  if (cell !== null && cellKey(projectCell(cell, axes.of(nodeId))) !== cellKey(cell)) {
    return blocked(nodeId, 'missingWord', empty);
  }

  // The request asks for each result at the left once: what that says of the step is noted on the way.
  const after: number[] = [];
  let isLost = false;
  let lacksCell = false;
  const given = (source: FlowNode): GivenResult => {
    const own = cellOf(planning, source, cell);
    const at = stepIndexes.get(cellName(source.id, own));
    const step = steps[at ?? -1];
    if (at !== undefined && step?.state === 'run') {
      if (!after.includes(at)) after.push(at);
      return at;
    }
    isLost ||= step?.state === 'blocked' && step.reason !== 'freeze';
    const value = step?.take?.value ?? valueOfOther(planning, source, cell);
    lacksCell ||= step === undefined && own !== null && value === null;
    return value;
  };
  const request = requestOf(planning, node, cell, given);
  if (isLost) return blocked(nodeId, 'upstream', request);
  if (lacksCell) return blocked(nodeId, 'missingCell', request);
  if (request.items.length === 0) return blocked(nodeId, 'nothing', empty);
  const refusal = facts.refusal(request);
  if (refusal !== null) return blocked(nodeId, refusal, request);
  const numbered = { ...request, number: numberOf(planning, nodeId, request, after) };
  if (after.length > 0) return { nodeId, request: numbered, state: 'run', after };
  return keptOr(planning, node, cell, numbered);
}

/** The number of a step: what a fresh run makes for the first time is no repetition. */
function numberOf(
  { facts, steps, isFresh, takes }: Planning,
  nodeId: string,
  { number, ...request }: PlannedRequest,
  after: readonly number[],
): number {
  if (!isFresh || takes > 1 || number === 0) return number;
  // Made from new pictures its request is new; those that are made again may come out as they were.
  if (after.length > 0) return Math.max(...after.map((at) => steps[at]?.request.number ?? number));
  const key = facts.key({ ...request, number: 0 });
  return key === null || facts.isMade(key, nodeId) ? number : 0;
}

const blocked = (nodeId: string, reason: string, request: PlannedRequest): PlannedStep => ({
  nodeId,
  request,
  state: 'blocked',
  reason,
  after: NONE,
});

/** The cell of a node at the left that this one is made from; null where that has one picture. */
function cellOf({ axes }: Planning, source: FlowNode, cell: Cell | null): Cell | null {
  if (!axes.isMade(source)) return null;
  const own = axes.of(source.id);
  return own.length === 0 ? null : projectCell(cell ?? {}, own);
}

function requestOf(
  { document, sourcesAt, number }: Planning,
  node: FlowNode,
  cell: Cell | null,
  given: (source: FlowNode) => GivenResult,
): PlannedRequest {
  const items = itemsOf(document, node.id, sourcesAt(node.id), given, cell);
  if (writes(document, node)) return { settings: WORDS, items, number };
  const { model, settings } = modelAndSettings(node, cell);
  return model === undefined ? { settings, items, number } : { model, settings, items, number };
}

/** Result that a node gives: the index of the step that is to make it, or the value that is there. */
type GivenResult = string | number | null;

const WORDS = { makes: 'words' } as const;

const isMaker = (document: RequestDocument, { type }: FlowNode): boolean =>
  kindsOf(document).of(type)?.run?.isGeneration === true;
const writes = (document: RequestDocument, { type }: FlowNode): boolean =>
  kindsOf(document).of(type)?.run?.writes === true;

/** Items of a request. Words that are still to be written have an item of their own kind, since a person's own words may look like anything. */
function itemsOf(
  document: RequestDocument,
  nodeId: string,
  sources: readonly FlowNode[],
  given: (source: FlowNode) => GivenResult,
  cell: Cell | null,
): PlannedRequest['items'] {
  let isStillWritten = false;
  const valueAt = (source: FlowNode): string | null => {
    const value = given(source);
    if (typeof value !== 'number') return value;
    if (!writes(document, source)) return stepPicture(value);
    isStillWritten = true;
    return null;
  };
  const items = itemsOfSources(document, nodeId, sources, valueAt, cell ?? undefined);
  if (!isStillWritten) return items.filter((item) => item !== null);
  return sources.flatMap((source, index): PlannedRequest['items'] => {
    const step = writes(document, source) ? given(source) : null;
    if (typeof step === 'number') return [{ type: 'step_words', step }];
    const item = items[index] ?? null;
    return item === null ? [] : [item];
  });
}

/** Result of a node that is no part of the run: the value it shows or, with lists, the finished result of the same cell. */
function valueOfOther(planning: Planning, node: FlowNode, cell: Cell | null): string | null {
  const own = cellOf(planning, node, cell);
  if (own === null) return valueOf(node);
  const { facts, cellTakes } = planning;
  const name = cellName(node.id, own);
  const known = cellTakes.get(name);
  if (known !== undefined) return known?.value ?? null;
  // A node in a loop gives nothing while it is asked for its own picture.
  cellTakes.set(name, null);
  const request = requestOf(planning, node, own, (source) => valueOfOther(planning, source, own));
  const keyAt = (number: number): string | null => facts.key({ ...request, number });
  const key = keyAt(0);
  const take = key === null ? null : facts.finished(key, { nodeId: node.id, cell: own }, keyAt);
  cellTakes.set(name, take);
  return take?.value ?? null;
}

/** The step of a request of which everything is known: its take is kept where it is there already. */
function keptOr(
  { facts, isFresh, isFirst, takes }: Planning,
  node: FlowNode,
  cell: Cell | null,
  request: PlannedRequest,
): PlannedStep {
  const nodeId = node.id;
  const key = facts.key(request);
  if (key === null) return { nodeId, request, state: 'run', after: NONE };
  if (isFresh) return { nodeId, request, state: 'run', key, after: NONE };
  const value = valueOf(node);
  // The chosen take is kept for the first of several results only: a person who asks for more wants others.
  const chosen = value === null || !isFirst || cell !== null ? [] : facts.madeBy(value);
  for (const made of chosen) {
    const { number } = made;
    if (made.key !== (number === request.number ? key : facts.key({ ...request, number }))) continue;
    return {
      nodeId,
      request,
      state: 'kept',
      key,
      take: { id: made.id, value: value ?? '' },
      isChosen: true,
      after: NONE,
    };
  }
  // A person who asks for several results wants each of their numbers.
  const keyAt = (number: number): string | null => (takes > 1 ? null : facts.key({ ...request, number }));
  const finished = facts.finished(key, { nodeId, cell }, keyAt);
  if (finished === null) return { nodeId, request, state: 'run', key, after: NONE };
  const kept = {
    nodeId,
    request,
    state: 'kept',
    key,
    take: { id: finished.id, value: finished.value },
    after: NONE,
  } as const;
  return cell !== null && finished.isInPlace === true ? { ...kept, isChosen: true } : kept;
}

function keptAsItIs({ facts }: Planning, node: FlowNode, request: PlannedRequest): PlannedStep {
  const value = valueOf(node) ?? '';
  const [made] = facts.madeBy(value);
  return {
    nodeId: node.id,
    request,
    state: 'kept',
    isChosen: true,
    after: NONE,
    ...(made && { take: { id: made.id, value } }),
  };
}
