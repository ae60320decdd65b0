import type { FlowEdge } from '../document/FlowEdge';
import type { Framed } from '../document/Framed';
import type { FlowNode } from '../document/FlowNode';
import type { NodeKinds } from '../nodes/NodeKinds';
import { NODE_KINDS } from '../nodes/registry';
import { nodeMode } from '../nodes/nodeMode';
import { TEXT_PLACEHOLDER_URL } from '../nodes/requestParts';
import type { RequestItem } from './RequestItem';
import { isMentioning, withMentions } from './withMentions';
import type { Cell } from './WordList';

/** The part of a document that a request is made from. */
export interface RequestDocument {
  /** `NODE_KINDS` when absent. */
  readonly kinds?: NodeKinds;
  readonly node: (id: string) => FlowNode | undefined;
  readonly edgesInto: (nodeId: string) => readonly FlowEdge[];
  /** The pictures in its frames, which give nothing without it. */
  readonly framed?: Pick<Framed, 'picturesIn'> | null;
}

/** The way that a source comes to a node. */
export interface Passage {
  /** The node's own edge; a dot, a frame or a bypassed node passes on several sources. */
  readonly edgeId: string;
  /** The frame with that edge, or the last one on the way from it, that the source stands in; null for none. */
  readonly frameId: string | null;
}

/** A step of the walk: an edge, or a picture in a frame as if an edge led from it. */
type WalkEdge = Pick<FlowEdge, 'id' | 'source'>;

/**
 * The nodes that give something to a node, in the order of its edges: muted ones do not, bypassed ones let their pictures through, a dot what
 * it passes on, and a frame the pictures that stand in it, without the node itself.
 *
 * @param through Gets the passage of each of them.
 */
export function sourcesOf(document: RequestDocument, nodeId: string, through?: Passage[]): FlowNode[] {
  const sources: FlowNode[] = [];
  let passed: Set<string> | undefined;
  /** The next one last. */
  const ahead: WalkEdge[] = document.edgesInto(nodeId).toReversed();
  /** Number of own edges left in `ahead`; what lies beyond it leads into a node that lets things through, and comes first. */
  let ownLeft = ahead.length;
  let own = '';
  let frameId: string | null = null;
  /** Length of `ahead` without what stands in the frame. */
  let frameLeft = 0;
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (ahead.length < ownLeft) {
      ownLeft = ahead.length;
      own = next.id;
    }
    if (frameId !== null && ahead.length < frameLeft) frameId = null;
    const source = document.node(next.source);
    const mode = source && nodeMode(source);
    if (source === undefined || mode === 'mute') continue;
    const kind = kindsOf(document).of(source.type);
    const passesOn = kind?.passesOn === true;
    const isFrame = kind?.isFrame === true;
    if (mode !== 'bypass' && !passesOn && !isFrame) {
      if (frameId !== null && source.id === nodeId) continue;
      sources.push(source);
      through?.push({ edgeId: own, frameId });
    } else if (!passed?.has(source.id)) {
      (passed ??= new Set()).add(source.id);
      if (isFrame && frameId === null) {
        frameId = source.id;
        frameLeft = ahead.length;
      }
      ahead.push(...(isFrame ? framedBy(document, source.id) : passedOn(document, source.id, passesOn)).toReversed());
    }
  }
  return sources;
}

const framedBy = ({ framed }: RequestDocument, frameId: string): readonly WalkEdge[] =>
  (framed?.picturesIn(frameId) ?? []).map((source) => ({ id: '', source }));

const passedOn = (document: RequestDocument, nodeId: string, isAll: boolean): readonly WalkEdge[] =>
  document.edgesInto(nodeId).filter((edge) => isAll || isPicture(document, edge));

/**
 * The left-side nodes of a run in the order of the edges (GEN-1, GEN-7); empty ones give no item. What their texts mention stands in them in
 * words (`withMentions`).
 */
export const requestItems = (document: RequestDocument, nodeId: string): RequestItem[] =>
  itemsOfSources(document, nodeId, sourcesOf(document, nodeId), valueOf).filter((item) => item !== null);

/**
 * The item of each of a node's sources, null for one that gives none.
 *
 * @param pictureOf What an image node gives.
 * @param cell Which word of each list whose words go one by one; those that are not in it give all.
 */
export function itemsOfSources(
  document: RequestDocument,
  nodeId: string,
  sources: readonly FlowNode[],
  pictureOf: (node: FlowNode) => string | null,
  cell?: Cell,
): (RequestItem | null)[] {
  const kinds = kindsOf(document);
  const items: (RequestItem | null)[] = [];
  let isAnyMentioning = false;
  for (const source of sources) {
    const kind = kinds.of(source.type);
    const value = kind?.run?.isGeneration ? pictureOf(source) : valueOf(source);
    const item = kind?.requestPart?.(source, value, cell) ?? null;
    items.push(item);
    isAnyMentioning ||= isMentioning(item, kind);
  }
  return isAnyMentioning ? withMentions(items, sources, kinds, () => passagesOf(document, nodeId)) : items;
}

function passagesOf(document: RequestDocument, nodeId: string): readonly Passage[] {
  const through: Passage[] = [];
  sourcesOf(document, nodeId, through);
  return through;
}

/** A picture that goes with a run. Those of one frame follow one another. */
export interface Reference extends Passage {
  /** The node that shows the picture. */
  readonly nodeId: string;
  readonly url: string;
}

/** The pictures that a run of the node would send now, in the order of its request: engines call the first one 'image 1'. */
export function referencesOf(document: RequestDocument, nodeId: string): Reference[] {
  const through: Passage[] = [];
  const kinds = kindsOf(document);
  return sourcesOf(document, nodeId, through).flatMap((source, at) => {
    const item = kinds.of(source.type)?.requestPart?.(source, valueOf(source));
    return item?.type === 'image_prompt' ? [{ nodeId: source.id, url: item.content, ...through[at]! }] : [];
  });
}

export const kindsOf = ({ kinds }: RequestDocument): NodeKinds => kinds ?? NODE_KINDS;

function isPicture(document: RequestDocument, { source, sourceHandle }: FlowEdge): boolean {
  const node = document.node(source);
  const kinds = kindsOf(document);
  const handle = node && kinds.handleOf(node, sourceHandle);
  return node !== undefined && (handle?.flow ?? kinds.of(node.type)?.flow) === 'image';
}

/** The value that a node holds; null for nothing and for the placeholder of a simulated run. */
export function valueOf({ data: { value } }: FlowNode): string | null {
  const isGiven = typeof value === 'string' && value.trim() !== '' && value !== TEXT_PLACEHOLDER_URL;
  return isGiven ? value : null;
}
