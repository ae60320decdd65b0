import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import { TEXT_PLACEHOLDER_URL } from '../document/placeholderUrl';
import { categoryItems, itemParts } from '../nodes/categoryItems';
import { nodeMode } from './nodeMode';
import type { CategoryPrompt, RequestItem } from './RequestItem';

/** The part of a document that a request is made from. */
export interface RequestDocument {
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
  return sourcesOf(document, nodeId).flatMap((source) => requestItem(source, pictureOf) ?? []);
}

function isPicture(document: RequestDocument, { source }: FlowEdge): boolean {
  const type = document.node(source)?.type;
  return type === 'image' || type === 'imageUpload';
}

function requestItem(node: FlowNode, pictureOf: (node: FlowNode) => string | null): RequestItem | null {
  switch (node.type) {
    case 'textPrompt':
    case 'text':
    case 'model': {
      const content = valueOf(node);
      return content === null ? null : { type: 'text_prompt', content };
    }
    case 'category': {
      const contents = categoryItems(node).flatMap(({ name, value }) => categoryPrompt(name, value) ?? []);
      return contents.length === 0 ? null : { type: 'group', contents };
    }
    case 'categoryItem':
      return categoryPrompt(node.data.name, node.data.value);
    case 'imageUpload':
    case 'image': {
      const content = node.type === 'image' ? pictureOf(node) : valueOf(node);
      return content === null ? null : { type: 'image_prompt', content };
    }
    default:
      return null;
  }
}

/** What a node holds; null for nothing and for the placeholder of a simulated run. */
export function valueOf({ data: { value } }: FlowNode): string | null {
  const isGiven = typeof value === 'string' && value.trim() !== '' && value !== TEXT_PLACEHOLDER_URL;
  return isGiven ? value : null;
}

function categoryPrompt(name: unknown, value: unknown): CategoryPrompt | null {
  const parts = itemParts(value);
  return parts.length === 0
    ? null
    : { type: 'category_prompt', key: typeof name === 'string' ? name : '', value: parts };
}
