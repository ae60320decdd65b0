import { categoryItems } from '../../../../src/engine/nodes/categoryItems';
import { nodeSize } from '../../../../src/engine/nodes/shorthands';
import type { Snapshot } from '../../../../src/engine/document/Snapshot';
import { GridIndex } from './GridIndex';
import { routeBox } from './route';

export const TEXT_PROMPT = 0;
export const CATEGORY = 1;
export const IMAGE_UPLOAD = 2;
export const IMAGE = 3;
const KINDS = ['textPrompt', 'category', 'imageUpload', 'image'];

/** Distance from an image node's top at which edges enter it. */
export const TEXT_IN_Y = 67.5;
export const IMAGE_IN_Y = 97.5;
const TITLE_CHARACTERS = 120;
/** Room for the pipes that are made while it is measured. */
const SPARE_EDGES = 256;

/** A flow in plain arrays: a node or an edge is a number. */
export class FlowArrays {
  readonly count: number;
  readonly ids: string[];
  readonly indexOf: Map<string, number>;
  readonly kind: Uint8Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: Float64Array;
  readonly height: Float64Array;
  readonly texts: string[];
  /** Words that an image node is called by: those of the first pipe into it that brings some. */
  readonly titles: string[];
  readonly rows: { readonly name: string; readonly parts: readonly string[] }[][];
  readonly hasInput: Uint8Array;
  readonly isSelected: Uint8Array;
  /** The card that is selected alone; -1 for none. */
  soleSelected = -1;
  arePipesSelected = false;
  readonly isDragged: Uint8Array;
  edgeCount: number;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly isImagePipe: Uint8Array;
  readonly edgesAt: number[][];
  readonly nodeGrid: GridIndex;
  readonly edgeGrid: GridIndex;

  constructor({ nodes, edges }: Snapshot) {
    const count = nodes.length;
    this.count = count;
    this.ids = nodes.map(({ id }) => id);
    this.indexOf = new Map(this.ids.map((id, index) => [id, index]));
    this.kind = new Uint8Array(count);
    this.x = new Float64Array(count);
    this.y = new Float64Array(count);
    this.width = new Float64Array(count);
    this.height = new Float64Array(count);
    this.texts = [];
    this.titles = Array.from({ length: count }, () => '');
    this.rows = [];
    this.hasInput = new Uint8Array(count);
    this.isSelected = new Uint8Array(count);
    this.isDragged = new Uint8Array(count);
    this.edgeCount = edges.length;
    this.source = new Uint32Array(edges.length + SPARE_EDGES);
    this.target = new Uint32Array(edges.length + SPARE_EDGES);
    this.isImagePipe = new Uint8Array(edges.length + SPARE_EDGES);
    this.edgesAt = Array.from({ length: count }, () => []);
    let right = 0;
    let bottom = 0;
    for (const [index, node] of nodes.entries()) {
      const size = nodeSize(node);
      this.kind[index] = KINDS.indexOf(node.type);
      this.x[index] = node.position.x;
      this.y[index] = node.position.y;
      this.width[index] = size.width;
      this.height[index] = size.height;
      this.texts[index] = typeof node.data.value === 'string' ? node.data.value : '';
      if (node.type === 'category') {
        this.rows[index] = categoryItems(node).map(({ name, value }) => ({
          name,
          parts: typeof value === 'string' ? [value] : value,
        }));
      }
      right = Math.max(right, node.position.x + size.width);
      bottom = Math.max(bottom, node.position.y + size.height);
    }
    this.nodeGrid = new GridIndex(right, bottom, count);
    this.edgeGrid = new GridIndex(right, bottom, edges.length + SPARE_EDGES);
    for (let index = 0; index < count; index++) this.indexNode(index);
    for (const [index, edge] of edges.entries()) {
      this.source[index] = this.indexOf.get(edge.source) ?? 0;
      this.target[index] = this.indexOf.get(edge.target) ?? 0;
      this.isImagePipe[index] = edge.type === 'image' ? 1 : 0;
      this.#link(index);
    }
  }

  /** Selects every card and pipe, or one card alone, or nothing. */
  select(what: 'all' | number | null): void {
    this.isSelected.fill(what === 'all' ? 1 : 0);
    if (typeof what === 'number') this.isSelected[what] = 1;
    this.soleSelected = typeof what === 'number' ? what : -1;
    this.arePipesSelected = what === 'all';
  }

  outX(node: number): number {
    return this.x[node]! + this.width[node]!;
  }

  outY(node: number): number {
    return this.y[node]! + this.height[node]! / 2;
  }

  inY(edge: number): number {
    return this.y[this.target[edge]!]! + (this.isImagePipe[edge] ? IMAGE_IN_Y : TEXT_IN_Y);
  }

  indexNode(node: number): void {
    this.nodeGrid.set(node, this.x[node]!, this.y[node]!, this.width[node]!, this.height[node]!);
  }

  indexEdge(edge: number): void {
    const source = this.source[edge]!;
    const [x, y, width, height] = routeBox(
      this.outX(source),
      this.outY(source),
      this.x[this.target[edge]!]!,
      this.inY(edge),
    );
    this.edgeGrid.set(edge, x, y, width, height);
  }

  addEdge(source: number, target: number, isImage: boolean): void {
    const edge = this.edgeCount++;
    this.source[edge] = source;
    this.target[edge] = target;
    this.isImagePipe[edge] = isImage ? 1 : 0;
    this.#link(edge);
  }

  #link(edge: number): void {
    this.edgesAt[this.source[edge]!]!.push(edge);
    this.edgesAt[this.target[edge]!]!.push(edge);
    this.hasInput[this.target[edge]!] = 1;
    this.titles[this.target[edge]!] ||= this.#firstWords(this.source[edge]!);
    this.indexEdge(edge);
  }

  #firstWords(node: number): string {
    const rows = this.rows[node] ?? [];
    const words = this.texts[node] || rows.map(({ name, parts }) => `${name}: ${parts.join(', ')}`).join(', ');
    return words.slice(0, TITLE_CHARACTERS).trim();
  }
}
