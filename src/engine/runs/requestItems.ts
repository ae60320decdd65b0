import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import { TEXT_PLACEHOLDER_URL } from '../document/placeholderUrl';
import type { NodeKinds } from '../nodes/NodeKinds';
import { NODE_KINDS } from '../nodes/registry';
import { nodeMode } from '../nodes/nodeMode';
import type { RequestItem } from './RequestItem';
import { isMentioning, withMentions } from './withMentions';
import type { Cell } from './WordList';

/** The part of a document that a request is made from. */
export interface RequestDocument {
  /** `NODE_KINDS` when absent. */
  readonly kinds?: NodeKinds;
  readonly node: (id: string) => FlowNode | undefined;
  readonly edgesInto: (nodeId: string) => readonly FlowEdge[];
}

/**
 * The nodes that give something to a node, in the order of its edges: muted ones do not, bypassed ones let their pictures through, and a dot what it passes on.
 *
 * @param through Gets, for each of them, the id of the node's own edge through which it comes.
 */
export function sourcesOf(document: RequestDocument, nodeId: string, through?: string[]): FlowNode[] {
  const sources: FlowNode[] = [];
  let passed: Set<string> | undefined;
  /** Edges that are still to be looked at, the next one last. */
  const ahead = document.edgesInto(nodeId).toReversed();
  /** Number of own edges left in `ahead`; the edges beyond it lead into a node that lets things through, and come first. */
  let ownLeft = ahead.length;
  let own = '';
  for (let edge = ahead.pop(); edge !== undefined; edge = ahead.pop()) {
    if (ahead.length < ownLeft) {
      ownLeft = ahead.length;
      own = edge.id;
    }
    const source = document.node(edge.source);
    const mode = source && nodeMode(source);
    if (source === undefined || mode === 'mute') continue;
    const passesOn = kindsOf(document).of(source.type)?.passesOn === true;
    if (mode !== 'bypass' && !passesOn) {
      sources.push(source);
      through?.push(own);
    } else if (!passed?.has(source.id)) {
      (passed ??= new Set()).add(source.id);
      ahead.push(
        ...document
          .edgesInto(source.id)
          .filter((left) => passesOn || isPicture(document, left))
          .toReversed(),
      );
    }
  }
  return sources;
}

/**
 * The left-side nodes of a run in the order of the edges (GEN-1, GEN-7); empty ones give no item. What their texts mention stands in them in
 * words (`withMentions`).
 *
 * @param pictureOf What an image node gives, when it is not what the document says.
 * @param sources Its `sourcesOf`, where they are known.
 * @param cell Which word of each list whose words go one by one; those that are not in it give all.
 */
export function requestItems(
  document: RequestDocument,
  nodeId: string,
  pictureOf: (node: FlowNode) => string | null = valueOf,
  sources: readonly FlowNode[] = sourcesOf(document, nodeId),
  cell?: Cell,
): RequestItem[] {
  return itemsOfSources(document, sources, pictureOf, cell).filter((item) => item !== null);
}

/** The item of each source, null for one that gives none; the rest as for `requestItems`. */
export function itemsOfSources(
  document: RequestDocument,
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
  return isAnyMentioning ? withMentions(items, sources, kinds) : items;
}

/** A picture that goes with a run. */
export interface Reference {
  /** The node that shows the picture. */
  readonly nodeId: string;
  /** The edge into the run's node through which it comes; a dot or a bypassed node passes on several. */
  readonly edgeId: string;
  readonly url: string;
}

/** The pictures that a run of the node would send now, in the order of its request: engines call the first one 'image 1'. */
export function referencesOf(document: RequestDocument, nodeId: string): Reference[] {
  const through: string[] = [];
  return sourcesOf(document, nodeId, through).flatMap((source, at) => {
    const [item] = requestItems(document, nodeId, undefined, [source]);
    return item?.type === 'image_prompt' ? [{ nodeId: source.id, edgeId: through[at] ?? '', url: item.content }] : [];
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
