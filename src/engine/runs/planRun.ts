import type { FlowNode } from '../document/FlowNode';
import { nodeMode } from './nodeMode';
import { requestItems, sourcesOf, valueOf, type RequestDocument } from './requestItems';
import { runOrder } from './runOrder';
import { stepPicture, type PlannedRequest, type PlannedStep, type RunFacts, type RunScope } from './RunPlan';

/**
 * What a run of these nodes would do, step by step, each after those it depends on. Names every node of the scope once for each
 * result. Pure: the same document, scope and facts give the same plan.
 */
export function planRun(document: RequestDocument, scope: RunScope, facts: RunFacts): PlannedStep[] {
  const order = runOrder(document, scope.nodes);
  const steps: PlannedStep[] = [];
  for (let number = 0; number < (scope.takes ?? 1); number += 1) {
    /** Where each node's step is; a node is in it once its step is planned. */
    const places = new Map<string, number>();
    for (const nodeId of order) {
      const step = planStep({ document, facts, steps, places, isFresh: scope.isFresh ?? false }, nodeId, number);
      places.set(nodeId, steps.length);
      steps.push(step);
    }
  }
  return steps;
}

interface Planning {
  readonly document: RequestDocument;
  readonly facts: RunFacts;
  readonly steps: readonly PlannedStep[];
  readonly places: ReadonlyMap<string, number>;
  readonly isFresh: boolean;
}

function planStep(planning: Planning, nodeId: string, number: number): PlannedStep {
  const { document, facts, steps, places } = planning;
  const node = document.node(nodeId);
  const empty = { settings: {}, items: [], number };
  const blocked = (reason: string, request: PlannedRequest = empty): PlannedStep => ({
    nodeId,
    request,
    state: 'blocked',
    reason,
    after: [],
  });
  if (node === undefined) return blocked('missing');
  if (node.type !== 'image') return blocked('notAnImage');
  const mode = nodeMode(node);
  if (mode === 'freeze' && valueOf(node) !== null) return { ...keptAsItIs(planning, node, empty), reason: 'freeze' };
  if (mode !== null) return blocked(mode);
  const sources = sourcesOf(document, nodeId);
  if (sources.length === 0) return blocked(document.edgesInto(nodeId).length === 0 ? 'notConnected' : 'nothing');

  const stepOf = (source: FlowNode): PlannedStep | undefined => steps[places.get(source.id) ?? -1];
  const pictureOf = (source: FlowNode): string | null => {
    const step = stepOf(source);
    if (step?.state === 'run') return stepPicture(places.get(source.id) ?? 0);
    return step?.take?.url ?? valueOf(source);
  };
  const request = { settings: settingsOf(node), items: requestItems(document, nodeId, pictureOf), number };
  const upstream = sources.filter(({ type }) => type === 'image').map(stepOf);
  if (upstream.some((step) => step?.state === 'blocked' && step.reason !== 'freeze'))
    return blocked('upstream', request);
  if (request.items.length === 0) return blocked('nothing');
  const refusal = facts.refusal(request);
  if (refusal !== null) return blocked(refusal, request);

  const waits = sources.filter((source) => stepOf(source)?.state === 'run').map(({ id }) => places.get(id) ?? 0);
  const after = [...new Set(waits)];
  if (after.length > 0) return { nodeId, request, state: 'run', after };
  return keptOr(planning, node, request);
}

/** All that the request is made of is known: it may be there already. */
function keptOr({ facts, isFresh }: Planning, node: FlowNode, request: PlannedRequest): PlannedStep {
  const key = facts.key(request);
  const step = { nodeId: node.id, request, after: [], ...(key !== null && { key }) };
  if (isFresh || key === null) return { ...step, state: 'run' };
  const url = valueOf(node);
  // Of several numbers the chosen take is kept for the first result: whoever asks for more wants others.
  const chosen = url === null || request.number > 0 ? [] : facts.madeBy(url);
  const same = chosen.find((made) => made.key === facts.key({ ...request, number: made.number }));
  if (same !== undefined && url !== null) return { ...step, state: 'kept', take: { id: same.id, url }, isChosen: true };
  const finished = facts.finished(key);
  return finished === null ? { ...step, state: 'run' } : { ...step, state: 'kept', take: finished };
}

function keptAsItIs({ facts }: Planning, node: FlowNode, request: PlannedRequest): PlannedStep {
  const url = valueOf(node) ?? '';
  const [made] = facts.madeBy(url);
  return {
    nodeId: node.id,
    request,
    state: 'kept',
    isChosen: true,
    after: [],
    ...(made && { take: { id: made.id, url } }),
  };
}

function settingsOf({ data }: FlowNode): PlannedRequest['settings'] {
  const { settings } = data;
  if (typeof settings !== 'object' || settings === null || !('aspectRatio' in settings)) return {};
  const { aspectRatio } = settings;
  return typeof aspectRatio === 'string' && aspectRatio !== '' ? { aspectRatio } : {};
}
