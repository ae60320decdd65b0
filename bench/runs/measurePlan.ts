import { DEFAULT_IMAGE_MODEL } from '../../src/api/contractModels';
import { planRun, type FlowEdge, type FlowNode, type PlannedRequest } from '../../src/engine';
import { keyWith, refusalOf } from '../../server/runs/planCanvas';
import { median } from '../quantile';

/** The plan of a flow, with the keys and checks of the server. By the processor's time: what else the machine does does not count. */
export interface Plan {
  readonly nodes: number;
  /** Nothing is there yet. */
  readonly newMs: number;
  /** All of it is there. */
  readonly keptMs: number;
}

const TIMES = 9;
/** A chain of pictures starts anew after this many nodes. */
const CHAIN = 10;

const OFFERED = [
  {
    name: DEFAULT_IMAGE_MODEL,
    engine: 'offline' as const,
    aspectRatios: [],
    countMax: 1,
    picturesMax: 14,
    canEdit: true,
    costMicros: 0,
  },
];
const MAKERS = { models: OFFERED, writer: null };
const key = keyWith(MAKERS);

const urlOf = (index: number): string => `/files/${index.toString(16).padStart(64, '0')}.png`;

export function measurePlan(count: number): Promise<Plan> {
  const nodes = new Map<string, FlowNode>();
  const into = new Map<string, FlowEdge[]>();
  const position = { x: 0, y: 0 };
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [words, id] = [`words-${index}`, `image-${index}`];
    const value = `A quiet river at dusk with boat number ${index}, watercolour, soft light`;
    nodes.set(words, { id: words, type: 'textPrompt', position, data: { value } });
    nodes.set(id, { id, type: 'image', position, data: { value: urlOf(index) } });
    const edges: FlowEdge[] = [{ id: `to-${id}`, source: words, target: id }];
    if (index % CHAIN > 0) edges.push({ id: `on-${id}`, source: `image-${index - 1}`, target: id });
    into.set(id, edges);
    ids.push(id);
  }
  const document = { node: (id: string) => nodes.get(id), edgesInto: (id: string) => into.get(id) ?? [] };
  const made = new Map<string, { key: string; number: number; id: number }[]>();
  const time = (): number => {
    const begun = process.cpuUsage();
    const facts = {
      key,
      madeBy: (url: string) => made.get(url) ?? [],
      finished: () => null,
      isMade: () => false,
      refusal: (request: PlannedRequest) => refusalOf(request, MAKERS),
    };
    const steps = planRun(document, { nodes: ids }, facts);
    const ms = process.cpuUsage(begun).user / 1000;
    if (steps.length !== count) throw new Error('a node is missing');
    return ms;
  };
  const medianMs = (): number => median(Array.from({ length: TIMES }, time));
  const newMs = medianMs();
  for (const [index, id] of ids.entries()) {
    const items = (into.get(id) ?? []).map(({ source }) => {
      const node = nodes.get(source);
      const content = String(node?.data['value']);
      return node?.type === 'image'
        ? { type: 'image_prompt' as const, content }
        : { type: 'text_prompt' as const, content };
    });
    made.set(urlOf(index), [{ key: key({ settings: {}, items, number: 0 }) ?? '', number: 0, id: index }]);
  }
  return Promise.resolve({ nodes: count, newMs, keptMs: medianMs() });
}
