import type { Kysely } from 'kysely';
import { planRun } from '../../src/engine';
import type {
  FlowEdge,
  FlowNode,
  KnownTake,
  PlannedRequest,
  PlannedStep,
  RequestDocument,
  RunFacts,
} from '../../src/engine';
import { requestKey } from '../../src/api/requestKey';
import { readCanvasAt } from '../canvas/canvasRows';
import type { Database } from '../db';
import { planPrompt } from '../generation/promptParts';
import { recipeOf } from '../generation/recipeOf';
import { refuseUnoffered } from '../generation/refuseUnoffered';
import type { ImageAbilities } from '../generation/ports';
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
  /** Who would be asked. */
  engine: string;
  abilities: ImageAbilities | null;
}

/** Plans a run over the canvas at a revision; null when the rows stand at another one by now. */
export async function planCanvas(db: Kysely<Database>, order: PlanOrder): Promise<PlannedStep[] | null> {
  const text = await readCanvasAt(db, order.projectId, order.revision);
  // One that never had a canvas has no rows.
  if (text === null && order.revision > 0) return null;
  const document = documentOf(text ?? Buffer.alloc(0));
  const known = new KnownTakes(db, order.memberId);
  if (!order.isFresh) await known.readPictures(valuesOf(document, order.nodes));
  const refusals = new Map<string, string | null>();
  for (;;) {
    const asked = new Set<string>();
    const facts = factsOf(order, known, refusals, asked);
    const steps = planRun(document, order, facts);
    // A finding changes the keys of dependent steps, which are looked up next.
    if (order.isFresh || !(await known.readKeys(asked))) return steps;
  }
}

function factsOf(
  { engine, abilities }: PlanOrder,
  known: KnownTakes,
  refusals: Map<string, string | null>,
  asked: Set<string>,
): RunFacts {
  const key = ({ settings, items, number }: PlannedRequest): string | null =>
    requestKey({ ...recipeOf(settings, [...items]), engine, number }, sha256);
  return {
    key,
    madeBy: (url) => known.madeBy(url),
    finished: (wanted): KnownTake | null => {
      if (!known.isRead(wanted)) asked.add(wanted);
      return known.finished(wanted);
    },
    refusal: (request) => refusalOf(request, abilities, refusals),
  };
}

/** What making a picture of it would be refused with, but for pictures that are still to be made. */
function refusalOf(
  { settings, items }: PlannedRequest,
  abilities: ImageAbilities | null,
  seen: Map<string, string | null>,
): string | null {
  const plain = items.map((item) => (isStep(item) ? { ...item, content: '/files/step' } : item));
  const text = JSON.stringify([settings, plain]);
  const known = seen.get(text);
  if (known !== undefined) return known;
  const refused = refuses(() => {
    refuseUnoffered(settings, abilities ?? undefined);
    planPrompt(plain);
  });
  seen.set(text, refused);
  return refused;
}

const isStep = (item: PlannedRequest['items'][number]): boolean =>
  item.type === 'image_prompt' && item.content.startsWith('step:');

function refuses(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

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
