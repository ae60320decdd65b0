import { pick, seededRandom } from '../../preview/scene/seededRandom';
import type { FlowEdge } from '../../src/engine/document/FlowEdge';
import type { FlowNode } from '../../src/engine/document/FlowNode';
import type { Snapshot } from '../../src/engine/document/Snapshot';

/** Grid distances between the cards, in world pixels; multiples of the product's snap grid of 15. */
const COLUMN_WIDTH = 300;
const ROW_HEIGHT = 270;
/** People do not place cards to the pixel: each is up to this far off its grid place. */
const OFF_GRID = [-15, 0, 15];
const EDGES_PER_IMAGE = 4;
const TEXT_LENGTH = 60;
const WORDS = (
  '맑은 물길 옆에 앉은 고양이 노을 수채화 풍으로 그려 주세요 부드러운 빛과 긴 그림자 멀리 보이는 산 안개 낀 아침 ' +
  '종이 질감 따뜻한 색 한옥 지붕 처마 끝 풍경 소리 눈 내리는 골목 등불 아래 걷는 사람'
).split(' ');

/** Korean words up to about `length` characters. */
export function koreanText(random: () => number, length: number): string {
  const words: string[] = [];
  for (let count = 0; count < length;) {
    const word = pick(random, WORDS, '');
    words.push(word);
    count += word.length + 1;
  }
  return words.join(' ');
}

/** Type of a node by its column: words, pictures and categories to the left, the image nodes they flow into to the right. */
function typeAt(column: number, random: () => number): string {
  if (column % 4 === 0) return 'textPrompt';
  if (column % 4 === 1) return random() < 0.5 ? 'imageUpload' : 'category';
  return 'image';
}

function dataOf(type: string, id: string, random: () => number): FlowNode['data'] {
  switch (type) {
    case 'textPrompt':
      return { value: koreanText(random, TEXT_LENGTH) };
    case 'category': {
      const items = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, index) => ({
        id: `${id}-item-${index + 1}`,
        name: pick(random, WORDS, ''),
        value: [pick(random, WORDS, ''), pick(random, WORDS, '')],
        parentId: id,
      }));
      return { categories: items, isHover: false };
    }
    case 'image':
      return { model: 'Gemini-2.5-flash', data: null };
    default:
      return { data: null };
  }
}

/**
 * A flow as people lay it out: `count` cards on a square grid, about twice as many pipes between neighbours from left to right. The same
 * count gives the same flow, to the last letter. The view is over its middle.
 */
export function generateFlow(count: number, size: { width: number; height: number }): Snapshot {
  const random = seededRandom(count);
  const columns = columnsOf(count);
  const nodes = Array.from({ length: count }, (_, index): FlowNode => {
    const column = index % columns;
    const type = typeAt(column, random);
    const id = `${type}_node_${index}`;
    const { x, y } = placeOnGrid(index, count);
    const position = { x: x + pick(random, OFF_GRID, 0), y: y + pick(random, OFF_GRID, 0) };
    return { id, type, position, data: dataOf(type, id, random) };
  });
  const edges: FlowEdge[] = [];
  for (const [index, target] of nodes.entries()) {
    if (target.type === 'image') edges.push(...edgesInto(target, index, nodes, columns, random));
  }
  return { nodes, edges, viewport: viewOver(count, size, 0.75) };
}

const columnsOf = (count: number): number => Math.ceil(Math.sqrt(count));

/** The view over the middle of a grid with this many cards. */
export function viewOver(count: number, size: { width: number; height: number }, zoom: number): Snapshot['viewport'] {
  const columns = columnsOf(count);
  const middle = { x: (columns * COLUMN_WIDTH) / 2, y: (Math.ceil(count / columns) * ROW_HEIGHT) / 2 };
  return { x: size.width / 2 - middle.x * zoom, y: size.height / 2 - middle.y * zoom, zoom };
}

/** The corner of a card's place on the grid. */
export const placeOnGrid = (index: number, count: number): { x: number; y: number } => ({
  x: (index % columnsOf(count)) * COLUMN_WIDTH,
  y: Math.floor(index / columnsOf(count)) * ROW_HEIGHT,
});

function edgesInto(
  target: FlowNode,
  index: number,
  nodes: readonly FlowNode[],
  columns: number,
  random: () => number,
): FlowEdge[] {
  const column = index % columns;
  const candidates: FlowNode[] = [];
  for (let left = 1; left <= Math.min(3, column); left++) {
    for (let down = -1; down <= 1; down++) {
      const source = nodes[index - left + down * columns];
      if (source) candidates.push(source);
    }
  }
  return Array.from({ length: Math.min(EDGES_PER_IMAGE, candidates.length) }, () => {
    const source = candidates.splice(Math.floor(random() * candidates.length), 1)[0] ?? target;
    const flow = source.type === 'textPrompt' || source.type === 'category' ? 'text' : 'image';
    return {
      id: `${source.id}-${target.id}`,
      source: source.id,
      target: target.id,
      sourceHandle: `${flow}-right`,
      targetHandle: `${flow}-left`,
      type: flow,
    };
  });
}
