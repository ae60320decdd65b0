import type { CategoryPrompt, GenerateItem } from '../../api/contract';
import { categoryItems, type FlowEdge, type FlowNode, itemParts, TEXT_PLACEHOLDER_URL } from '../../engine';

/** The part of the editor's document a request is made from. */
export interface RequestDocument {
  readonly node: (id: string) => FlowNode | undefined;
  readonly edgesInto: (nodeId: string) => readonly FlowEdge[];
}

/** The left-side nodes of a run in the order of the edges (GEN-1, GEN-7); empty ones give no item. */
export const requestItems = (document: RequestDocument, nodeId: string): GenerateItem[] =>
  document.edgesInto(nodeId).flatMap(({ source }) => {
    const node = document.node(source);
    const item = node && requestItem(node);
    return item ? [item] : [];
  });

/** The items with their pictures as the server takes them. */
export const withPictures = (
  items: readonly GenerateItem[],
  pictureFor: (value: string) => Promise<string>,
): Promise<GenerateItem[]> =>
  Promise.all(
    items.map(async (item) =>
      item.type === 'image_prompt' ? { ...item, content: await pictureFor(item.content) } : item,
    ),
  );

function requestItem(node: FlowNode): GenerateItem | null {
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
      const content = valueOf(node);
      return content === null ? null : { type: 'image_prompt', content };
    }
    default:
      return null;
  }
}

function valueOf({ data: { value } }: FlowNode): string | null {
  const isGiven = typeof value === 'string' && value.trim() !== '' && value !== TEXT_PLACEHOLDER_URL;
  return isGiven ? value : null;
}

function categoryPrompt(name: unknown, value: unknown): CategoryPrompt | null {
  const parts = itemParts(value);
  return parts.length === 0
    ? null
    : { type: 'category_prompt', key: typeof name === 'string' ? name : '', value: parts };
}
