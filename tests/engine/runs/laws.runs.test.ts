import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  edgeId,
  planRun,
  sharedCalls,
  stepOfPicture,
  type FlowEdge,
  type FlowNode,
  type PlannedRequest,
  type PlannedStep,
  type RequestDocument,
  type RunFacts,
} from '../../../src/engine';

type PlannedItem = PlannedRequest['items'][number];

/** A flow of texts, image nodes and writers, with its results. */
class RunFlow implements RequestDocument {
  readonly nodes = new Map<string, FlowNode>();
  readonly edges: FlowEdge[];
  readonly takes: { id: number; value: string; key: string; number: number }[] = [];

  constructor(nodes: readonly FlowNode[], edges: readonly (readonly [string, string])[]) {
    for (const node of nodes) this.nodes.set(node.id, node);
    this.edges = edges.map(([source, target]) => ({ id: edgeId(source, target), source, target }));
  }

  node = (id: string): FlowNode | undefined => this.nodes.get(id);
  edgesInto = (id: string): FlowEdge[] => this.edges.filter(({ target }) => target === id);

  get images(): string[] {
    return [...this.nodes.values()].filter(({ type }) => type !== 'textPrompt').map(({ id }) => id);
  }

  readonly facts: RunFacts = {
    key: (request) => keyOf(request),
    madeBy: (value) => this.takes.filter((take) => take.value === value),
    finished: (key) => this.takes.findLast((take) => take.key === key) ?? null,
    isMade: () => false,
    refusal: () => null,
  };

  write(id: string, value: string): void {
    const node = this.nodes.get(id);
    if (node) this.nodes.set(id, { ...node, data: { ...node.data, value } });
  }

  /** Runs the steps as a server does: each from the results of the steps before. */
  run(steps: readonly PlannedStep[]): string[] {
    const called: string[] = [];
    const values = new Map<number, string>();
    for (const [place, { nodeId, request, state, take }] of steps.entries()) {
      if (state === 'blocked') continue;
      let value = take?.value;
      if (state === 'run') {
        const key = keyOf({ ...request, items: request.items.map((item) => asMade(item, values)) });
        value = resultOf(request, this.takes.length);
        this.takes.push({ id: this.takes.length + 1, value, key, number: request.number });
        called.push(nodeId);
      }
      if (value === undefined) continue;
      values.set(place, value);
      if (request.number === 0) this.write(nodeId, value);
    }
    return called;
  }
}

/** Returns the item with the results of earlier steps filled in. */
function asMade(item: PlannedItem, values: ReadonlyMap<number, string>): PlannedItem {
  if (item.type === 'step_words') return { type: 'text_prompt', content: values.get(item.step) ?? '' };
  const from = item.type === 'image_prompt' ? stepOfPicture(item.content) : null;
  return from === null ? item : { type: 'image_prompt', content: values.get(from) ?? '' };
}

/** A writer may write text that looks like a reference to a step. */
const resultOf = ({ settings }: PlannedRequest, at: number): string =>
  settings.makes === 'words' ? `step:${at}` : `/files/${at}.png`;

/** The steps whose results a request waits for. */
const waitsFor = ({ items }: PlannedRequest): readonly number[] =>
  items.flatMap((item) => {
    if (item.type === 'step_words') return item.step;
    return item.type === 'image_prompt' ? (stepOfPicture(item.content) ?? []) : [];
  });

const keyOf = (request: PlannedRequest): string => JSON.stringify(request);
const text = (index: number): FlowNode => ({
  id: `text-${index}`,
  type: 'textPrompt',
  position: { x: 0, y: 0 },
  data: { value: `words ${index}` },
});
const image = (index: number, type: string, mode?: string): FlowNode => ({
  id: `image-${index}`,
  type,
  position: { x: 0, y: 0 },
  data: mode === undefined ? {} : { mode },
});

interface Drawn {
  readonly images: number;
  readonly pipes: readonly (readonly [number, number])[];
  readonly words: readonly number[];
  /** The steps that write text. */
  readonly writers: readonly number[];
}

/** Every number of a pair names two different nodes that make something; without loops the left one comes first. */
const drawn = (loops: boolean) =>
  fc
    .record({
      images: fc.integer({ min: 1, max: 12 }),
      pipes: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 24 }),
      words: fc.array(fc.nat(11), { minLength: 1, maxLength: 8 }),
      writers: fc.array(fc.nat(11), { maxLength: 6 }),
    })
    .map(({ images, pipes, words, writers }): Drawn => ({
      images,
      writers,
      words: words.map((at) => at % images),
      pipes: pipes
        .map(([one, other]) => [one % images, other % images] as const)
        .filter(([one, other]) => one !== other)
        .map(([one, other]) => (loops || one < other ? ([one, other] as const) : ([other, one] as const))),
    }));

function runFlowOf({ images, pipes, words, writers }: Drawn, modes: readonly (string | undefined)[] = []): RunFlow {
  const nodes = [
    ...Array.from({ length: images }, (_node, index) =>
      image(index, writers.includes(index) ? 'writer' : 'image', modes[index]),
    ),
    ...words.map((_at, index) => text(index)),
  ];
  return new RunFlow(nodes, [
    ...pipes.map(([one, other]) => [`image-${one}`, `image-${other}`] as const),
    ...words.map((at, index) => [`text-${index}`, `image-${at}`] as const),
  ]);
}

const planAll = (runFlow: RunFlow, more: object = {}): PlannedStep[] =>
  planRun(runFlow, { nodes: runFlow.images, ...more }, runFlow.facts);

const modes = fc.array(fc.option(fc.constantFrom('mute', 'bypass', 'freeze'), { nil: undefined }), { maxLength: 12 });

describe('a plan', () => {
  it('names every node of the scope once for each result, after what it depends on [RUN-1] [WRITER-8]', () => {
    fc.assert(
      fc.property(drawn(true), modes, fc.integer({ min: 1, max: 3 }), fc.boolean(), (flow, modes, takes, isFresh) => {
        const runFlow = runFlowOf(flow, modes);
        const steps = planAll(runFlow, { takes, isFresh });
        const named = steps.map(({ nodeId, request }) => `${request.number} ${nodeId}`);
        expect(new Set(named).size).toBe(named.length);
        expect(named).toHaveLength(takes * runFlow.images.length);
        for (const [place, { after, state, request }] of steps.entries()) {
          for (const left of [...after, ...waitsFor(request)]) {
            expect(left).toBeLessThan(place);
            expect(steps[left]?.state).toBe('run');
            expect(steps[left]?.request.number).toBe(request.number);
          }
          expect(state === 'run' || after.length === 0).toBe(true);
        }
      }),
    );
  });

  it('runs nothing once a run has finished, and everything again when it is to be fresh [RUN-2]', () => {
    fc.assert(
      fc.property(drawn(false), modes, (flow, modes) => {
        const runFlow = runFlowOf(flow, modes);
        const called = runFlow.run(planAll(runFlow));
        const again = planAll(runFlow);
        expect(again.filter(({ state }) => state === 'run')).toEqual([]);
        expect(runFlow.run(planAll(runFlow, { isFresh: true })).toSorted()).toEqual(called.toSorted());
        // A take chosen by hand afterwards does not count: an equal request keeps the existing result.
        expect(runFlow.run(planAll(runFlow))).toEqual([]);
      }),
    );
  });

  it('makes one call for equal requests, also for those of pictures that are still to be made [RUN-5]', () => {
    fc.assert(
      fc.property(drawn(false), modes, fc.integer({ min: 1, max: 2 }), (flow, modes, takes) => {
        const runFlow = runFlowOf(flow, modes);
        for (const at of flow.words.keys()) runFlow.write(`text-${at}`, at % 2 === 0 ? 'one' : 'other');
        const steps = planAll(runFlow, { takes, isFresh: true });
        const made = new Map<string, string>();
        const values = new Map<number, string>();
        for (const [place, { request, state }] of steps.entries()) {
          if (state !== 'run') continue;
          const key = keyOf({ ...request, items: request.items.map((item) => asMade(item, values)) });
          values.set(place, made.get(key) ?? resultOf(request, made.size));
          made.set(key, values.get(place) ?? '');
        }
        expect(values.size - sharedCalls(steps).size).toBe(made.size);
      }),
    );
  });

  it('runs exactly the descendants of a prompt that has changed [RUN-3]', () => {
    fc.assert(
      fc.property(drawn(false), fc.nat(7), (flow, at) => {
        const runFlow = runFlowOf(flow);
        const could = new Set(runFlow.run(planAll(runFlow)));
        const changed = at % flow.words.length;
        runFlow.write(`text-${changed}`, 'other words');
        const descendants = new Set<string>();
        const ahead = [`text-${changed}`];
        for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
          for (const { source, target } of runFlow.edges) {
            if (source !== id || descendants.has(target)) continue;
            descendants.add(target);
            ahead.push(target);
          }
        }
        expect(new Set(runFlow.run(planAll(runFlow)))).toEqual(new Set([...descendants].filter((id) => could.has(id))));
      }),
    );
  });
});
