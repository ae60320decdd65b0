import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import { TEXT_PLACEHOLDER_URL } from '../document/placeholderUrl';
import type { NodeKinds } from '../nodes/NodeKinds';
import { NODE_KINDS } from '../nodes/registry';
import { nodeMode } from './nodeMode';
import type { RequestItem } from './RequestItem';

/** The part of a document that a request is made from. */
export interface RequestDocument {
  /** `NODE_KINDS` when absent. */
  readonly kinds?: NodeKinds;
  readonly node: (id: string) => FlowNode | undefined;
  readonly edgesInto: (nodeId: string) => readonly FlowEdge[];
}

/** The nodes that give something to a node, in the order of its edges: muted ones do not, bypassed ones let theirs through. */
export function sourcesOf(document: RequestDocument, nodeId: string): FlowNode[] {
  const sources: FlowNode[] = [];
  const passed = new Set<string>();
  /** Edges that are still to be looked at, the next one last. */
  const ahead = document.edgesInto(nodeId).toReversed();
  for (let edge = ahead.pop(); edge !== undefined; edge = ahead.pop()) {
    const source = document.node(edge.source);
    const mode = source && nodeMode(source);
    if (source === undefined || mode === 'mute') continue;
    if (mode !== 'bypass') sources.push(source);
    else if (!passed.has(source.id)) {
      passed.add(source.id);
      ahead.push(
        ...document
          .edgesInto(source.id)
          .filter((left) => isPicture(document, left))
          .toReversed(),
      );
    }
  }
  return sources;
}

/**
 * The left-side nodes of a run in the order of the edges (GEN-1, GEN-7); empty ones give no item.
 *
 * @param pictureOf What an image node gives, when it is not what the document says.
 */
export function requestItems(
  document: RequestDocument,
  nodeId: string,
  pictureOf: (node: FlowNode) => string | null = valueOf,
): RequestItem[] {
  const kinds = kindsOf(document);
  return sourcesOf(document, nodeId).flatMap((source) => {
    const kind = kinds.of(source.type);
    const value = kind?.run?.isGeneration ? pictureOf(source) : valueOf(source);
    return kind?.requestPart?.(source, value) ?? [];
  });
}

const kindsOf = ({ kinds }: RequestDocument): NodeKinds => kinds ?? NODE_KINDS;

function isPicture(document: RequestDocument, { source }: FlowEdge): boolean {
  const node = document.node(source);
  return node !== undefined && kindsOf(document).of(node.type)?.flow === 'image';
}

/** What a node holds; null for nothing and for the placeholder of a simulated run. */
export function valueOf({ data: { value } }: FlowNode): string | null {
  const isGiven = typeof value === 'string' && value.trim() !== '' && value !== TEXT_PLACEHOLDER_URL;
  return isGiven ? value : null;
}
