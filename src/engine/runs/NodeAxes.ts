import type { FlowNode } from '../document/FlowNode';
import { ASPECT_RATIO, axesOf, MODEL, plainAxis, type Axis } from './cells';
import { nodeMode } from '../nodes/nodeMode';
import { kindsOf, type RequestDocument } from './requestItems';
import type { WordList } from './WordList';

/** The axes of image nodes: the lists whose words go one by one at their left, also through image nodes, and their own settings. */
export class NodeAxes {
  readonly #document: RequestDocument;
  readonly #sourcesAt: (nodeId: string) => readonly FlowNode[];
  readonly #lists = new Map<string, readonly WordList[]>();
  readonly #axes = new Map<string, readonly Axis[]>();

  /** `sourcesAt`: as `sourcesOf` answers. Good for as long as the document stays as it is. */
  constructor(document: RequestDocument, sourcesAt: (nodeId: string) => readonly FlowNode[]) {
    this.#document = document;
    this.#sourcesAt = sourcesAt;
  }

  /** Empty for a node that stands for one picture. */
  of(nodeId: string): readonly Axis[] {
    const known = this.#axes.get(nodeId);
    if (known) return known;
    const node = this.#document.node(nodeId);
    const axes = node && this.isMade(node) ? this.#axesOf(node) : [];
    this.#axes.set(nodeId, axes);
    return axes;
  }

  /** Whether a picture is made here for each cell of its left: one that is frozen keeps what it has. */
  isMade(node: FlowNode): boolean {
    return kindsOf(this.#document).of(node.type)?.run?.isGeneration === true && nodeMode(node) === null;
  }

  #axesOf(node: FlowNode): readonly Axis[] {
    const lists = this.#listsInto(node.id);
    const own = ownAxes(node);
    return lists.length === 0 && own.length === 0 ? NO_AXES : [...axesOf(lists), ...own];
  }

  /** Walks once for all nodes; where a loop is at the left each node has a walk of its own, so that the order of asking does not matter. */
  #listsInto(nodeId: string): readonly WordList[] {
    const shared = this.#lists.get(nodeId);
    if (shared !== undefined) return shared;
    const ahead = [nodeId];
    const open = new Set<string>();
    const found = new Map<string, readonly WordList[]>();
    for (let id = ahead.at(-1); id !== undefined; id = ahead.at(-1)) {
      if (this.#lists.has(id) || found.has(id)) {
        ahead.pop();
        continue;
      }
      const before = this.#sourcesAt(id).filter((source) => this.isMade(source));
      const waits = before.filter((source) => !this.#lists.has(source.id) && !found.has(source.id));
      if (open.has(id)) {
        found.set(
          id,
          this.#collect(id, (source) => this.#lists.get(source) ?? found.get(source) ?? []),
        );
        ahead.pop();
        continue;
      }
      if (waits.some((source) => open.has(source.id))) return this.#walk(nodeId);
      open.add(id);
      ahead.push(...waits.map((source) => source.id));
    }
    for (const [id, lists] of found) this.#lists.set(id, lists);
    return this.#lists.get(nodeId) ?? [];
  }

  #walk(nodeId: string): readonly WordList[] {
    const seen = new Set([nodeId]);
    const lists: WordList[] = [];
    const ahead = this.#sourcesAt(nodeId).toReversed();
    for (let source = ahead.pop(); source !== undefined; source = ahead.pop()) {
      if (!this.isMade(source)) lists.push(...this.#own(source));
      else if (!seen.has(source.id)) {
        seen.add(source.id);
        ahead.push(...this.#sourcesAt(source.id).toReversed());
      }
    }
    return distinct(lists);
  }

  #collect(nodeId: string, listsOf: (sourceId: string) => readonly WordList[]): readonly WordList[] {
    const sources = this.#sourcesAt(nodeId);
    return distinct(sources.flatMap((source) => (this.isMade(source) ? listsOf(source.id) : this.#own(source))));
  }

  #own(source: FlowNode): readonly WordList[] {
    return kindsOf(this.#document).of(source.type)?.lists?.(source) ?? [];
  }
}

/** The axes of a node that has none: one array, so that readers see no change. */
export const NO_AXES: readonly Axis[] = [];

/** The axes of an image node's own settings. */
export const ownAxes = (node: FlowNode): readonly Axis[] =>
  [plainAxis(MODEL, wordsIn(node.data.models)), plainAxis(ASPECT_RATIO, aspectRatiosOf(node))].filter(
    ({ values }) => values.length > 1,
  );

/** A list that reaches a node on two ways is one. */
const distinct = (lists: readonly WordList[]): readonly WordList[] =>
  lists.length < 2 ? lists : [...new Map(lists.toReversed().map((list) => [list.id, list])).values()].toReversed();

function aspectRatiosOf({ data }: FlowNode): string[] {
  const { settings } = data;
  if (typeof settings !== 'object' || settings === null || !('aspectRatios' in settings)) return [];
  return wordsIn(settings.aspectRatios);
}

const wordsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((word): word is string => typeof word === 'string') : [];
