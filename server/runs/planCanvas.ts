import type { Kysely } from 'kysely';
import type { GenerateItem } from '../../src/api/contract';
import { GraphDocument, planRun, Scene, stepOfPicture } from '../../src/engine';
import type {
  Cell,
  FlowEdge,
  FlowNode,
  Framed,
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
import { recipeOf, urlOfValue } from '../generation/recipeOf';
import { makerOf, type Makers } from '../generation/makers';
import { modelNamed, refuseUnoffered } from '../generation/ImageModels';
import { ApiError } from '../errors';
import { sha256 } from '../sha256';
import { KnownTakes } from './KnownTakes';
import { MadeRequests } from './MadeRequests';
import { isOverAtFirst, RequestBytes } from './storedRequest';

export type { PlannedStep } from '../../src/engine';

/** A run that is to be planned, in any thread. */
export interface PlanInput {
  memberId: string;
  projectId: number;
  revision: number;
  nodes: string[];
  isFresh: boolean;
  takes: number;
  /** Number of the first result. */
  number: number;
  cells: { nodeId: string; cell: Cell }[];
  sample: Sample;
  most: number;
  /** Models that can be asked. */
  makers: Makers;
}

/** Plans a run over the canvas at a revision; null when the rows are at another one by now. Throws ApiError 413 for too long requests. */
export async function planCanvas(db: Kysely<Database>, input: PlanInput): Promise<PlannedStep[] | null> {
  const text = await readCanvasAt(db, input.projectId, input.revision);
  // One that never had a canvas has no rows.
  if (text === null && input.revision > 0) return null;
  const document = documentOf(text ?? Buffer.alloc(0));
  const known = new KnownTakes(db, input.memberId, input.projectId);
  if (!input.isFresh) await known.readPictures(valuesOf(document, input.nodes));
  const made = new MadeRequests(db, input.memberId, input.projectId);
  const facts = factsOf(input, known, made);
  for (;;) {
    const bytes = new RequestBytes();
    const steps = planRun(document, { ...input, admits: (step) => bytes.admits(step) }, facts);
    // A finding changes the keys of dependent steps, which are looked up next, and lets requests go.
    const hasFound = [await known.readAsked(), await made.readAsked()];
    if (hasFound.includes(true)) continue;
    bytes.check();
    return steps.map(asStored);
  }
}

/** Each of many steps that cannot run may have the same long words: handed over by a thread, each would have its copy of them. */
function asStored(step: PlannedStep): PlannedStep {
  return isOverAtFirst(step) ? { ...step, request: { settings: {}, items: [], number: step.request.number } } : step;
}

function factsOf({ makers }: PlanInput, known: KnownTakes, made: MadeRequests): RunFacts {
  return {
    key: keyWith(makers),
    madeBy: (value) => known.madeBy(urlOfValue(value)),
    finished: (...wanted) => known.finished(...wanted),
    isMade: (key, nodeId) => made.has(key, nodeId),
    refusal: (request) => refusalOf(request, makers),
  };
}

/** Key by which a request is recognised; null too for a model that is not offered. */
export const keyWith =
  (makers: Makers): RunFacts['key'] =>
  (request) => {
    const maker = makerOf(makers, request);
    if (maker === null || !request.items.every(isKnown)) return null;
    const { aspectRatio, count, makes } = request.settings;
    // Each by its name: spreading a recipe takes as long as hashing it.
    const { model, settings, items } = recipeOf({ model: request.model, aspectRatio, count, makes }, request.items);
    return requestKey({ engine: maker.engine, model, settings, items, number: request.number }, sha256);
  };

/** Returns the reason why an engine would refuse the request, whatever the results of other steps; null when none would. */
export function refusalOf({ model, settings, items }: PlannedRequest, { models, writer }: Makers): string | null {
  const plain = items.every(isThere) ? items : items.map(standIn);
  try {
    planPrompt(plain);
    if (settings.makes === 'words') return writer === null ? 'noTextModel' : null;
    refuseUnoffered({ ...settings, nodes: plain }, modelNamed(models, model));
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

type PlannedItem = PlannedRequest['items'][number];

const isKnown = (item: PlannedItem): item is GenerateItem => item.type !== 'step_words';

/** Whether no other step is still to make it. */
const isThere = (item: PlannedItem): item is GenerateItem =>
  item.type !== 'step_words' && (item.type !== 'image_prompt' || stepOfPicture(item.content) === null);

/** An item of the kind that a step will give. */
function standIn(item: PlannedItem): GenerateItem {
  if (isThere(item)) return item;
  return item.type === 'step_words'
    ? { type: 'text_prompt', content: 'step' }
    : { type: 'image_prompt', content: '/files/step' };
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
  let framed: Framed | undefined;
  return {
    nodes: byId,
    node: (id) => byId.get(id),
    edgesInto: (id) => into.get(id) ?? none,
    framed: { picturesIn: (frameId) => (framed ??= framedIn(nodes, edges)).picturesIn(frameId) },
  };
}

/** Only a canvas with an edge out of a frame asks; it is answered as the app is. */
const framedIn = (nodes: readonly FlowNode[], edges: readonly FlowEdge[]): Framed =>
  new Scene(new GraphDocument({ nodes, edges })).framed;

function valuesOf({ node }: CanvasDocument, ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const value = node(id)?.data['value'];
    return typeof value === 'string' && value !== '' ? urlOfValue(value) : [];
  });
}
