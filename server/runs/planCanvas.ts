import type { ImageModel } from '../../src/api/contractModels';
import type { Kysely } from 'kysely';
import { planRun } from '../../src/engine';
import type {
  Cell,
  FlowEdge,
  FlowNode,
  PlannedRequest,
  PlannedStep,
  RequestDocument,
  RunFacts,
  Sample,
} from '../../src/engine';
import { requestKey } from '../../src/api/requestKey';
import { readCanvasAt } from '../canvas/canvasRows';
import type { Database } from '../db';
import { planPrompt } from '../generation/promptParts';
import { recipeOf } from '../generation/recipeOf';
import { engineNamed, modelNamed, refuseUnoffered } from '../generation/refuseUnoffered';
import { ApiError } from '../errors';
import { sha256 } from '../sha256';
import { KnownTakes } from './KnownTakes';

export type { PlannedStep } from '../../src/engine';

/** A run that is to be planned, in any thread. */
export interface PlanOrder {
  memberId: string;
  projectId: number;
  revision: number;
  nodes: string[];
  isFresh: boolean;
  takes: number;
  cells: { nodeId: string; cell: Cell }[];
  sample: Sample;
  most: number;
  /** Models that can be asked. */
  models: readonly ImageModel[];
}

/** Plans a run over the canvas at a revision; null when the rows stand at another one by now. */
export async function planCanvas(db: Kysely<Database>, order: PlanOrder): Promise<PlannedStep[] | null> {
  const text = await readCanvasAt(db, order.projectId, order.revision);
  // One that never had a canvas has no rows.
  if (text === null && order.revision > 0) return null;
  const document = documentOf(text ?? Buffer.alloc(0));
  const known = new KnownTakes(db, order.memberId);
  if (!order.isFresh) await known.readPictures(valuesOf(document, order.nodes));
  for (;;) {
    const asked = new Set<string>();
    const facts = factsOf(order, known, asked);
    const steps = planRun(document, order, facts);
    // A finding changes the keys of dependent steps, which are looked up next.
    if (!(await known.readKeys(asked))) return steps;
  }
}

function factsOf({ models }: PlanOrder, known: KnownTakes, asked: Set<string>): RunFacts {
  return {
    key: keyWith(models),
    madeBy: (url) => known.madeBy(url),
    finished: (wanted, place) => {
      if (!known.isRead(wanted)) asked.add(wanted);
      return known.finished(wanted, place);
    },
    refusal: (request) => refusalOf(request, models),
  };
}

/** Key by which a request is recognised; null too for a model that is not offered. */
export const keyWith =
  (models: readonly ImageModel[]): RunFacts['key'] =>
  (request) => {
    const engine = engineNamed(models, request.model);
    if (engine === null) return null;
    const { aspectRatio, count } = request.settings;
    // Each by its name: spreading a recipe takes as long as hashing it.
    const { model, settings, items } = recipeOf({ model: request.model, aspectRatio, count }, request.items);
    return requestKey({ engine, model, settings, items, number: request.number }, sha256);
  };

/** Code of the refusal that the request would meet, with its pictures still to be made taken as there; null for none. */
export function refusalOf({ model, settings, items }: PlannedRequest, models: readonly ImageModel[]): string | null {
  const plain = items.some(isStep)
    ? items.map((item) => (isStep(item) ? { ...item, content: '/files/step' } : item))
    : items;
  try {
    planPrompt(plain);
    refuseUnoffered({ ...settings, nodes: plain }, modelNamed(models, model));
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

const isStep = (item: PlannedRequest['items'][number]): boolean =>
  item.type === 'image_prompt' && item.content.startsWith('step:');

interface CanvasDocument extends RequestDocument {
  readonly nodes: ReadonlyMap<string, FlowNode>;
}

/** A canvas has been checked when it was written. */
function documentOf(text: Buffer): CanvasDocument {
  const { nodes = [], edges = [] }: { nodes?: FlowNode[]; edges?: FlowEdge[] } =
    text.byteLength === 0 ? {} : (JSON.parse(text.toString()) as object);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const into = new Map<string, FlowEdge[]>();
  for (const edge of edges) {
    const list = into.get(edge.target);
    if (list) list.push(edge);
    else into.set(edge.target, [edge]);
  }
  const none: FlowEdge[] = [];
  return { nodes: byId, node: (id) => byId.get(id), edgesInto: (id) => into.get(id) ?? none };
}

function valuesOf({ node }: CanvasDocument, ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const value = node(id)?.data['value'];
    return typeof value === 'string' && value.startsWith('/files/') ? value : [];
  });
}
