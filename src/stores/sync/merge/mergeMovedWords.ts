import { categoryItems, type Change, type FlowNode, type NodeData, type Touched } from '../../../engine';
import { isSame, type JsonObject } from '../patch/sameValue';
import { type MergePlace, mergeValues, type Sides } from './mergeValues';

/** A row, or a card that can become one. */
interface Thing {
  readonly id: string;
  readonly nodeId: string;
  readonly isRow: boolean;
  readonly words: JsonObject;
}

/** All that a thing keeps when it becomes a row or a card. */
const wordsOf = ({ name = '', value = '', each, pair }: NodeData): JsonObject => ({ name, value, each, pair });

/** The node as a card, and its rows, by their ids. */
function thingsOf(node: FlowNode | null | undefined): ReadonlyMap<string, Thing> {
  if (!node) return new Map();
  const { id: nodeId, data } = node;
  const card: Thing = { id: nodeId, nodeId, isRow: false, words: wordsOf(data) };
  const rows = categoryItems(node).map(({ id, ...row }): Thing => ({ id, nodeId, isRow: true, words: wordsOf(row) }));
  return new Map([card, ...rows].map((thing) => [thing.id, thing]));
}

interface MovedWords {
  /** The nodes that a merge looks at. */
  readonly sides: readonly Sides<FlowNode | undefined>[];
  /** All nodes that I have touched. */
  readonly mine: Iterable<Touched<FlowNode>>;
  readonly placeOf: (nodeId: string) => MergePlace;
}

/**
 * Lets words follow a row or card that I have moved into a category or out of one: merges what the server has written at
 * its old place into it at its new one. Returns the changes of my rows and cards.
 */
export function mergeMovedWords({ sides, mine, placeOf }: MovedWords): readonly Change[] {
  const written = sides.flatMap((side) => {
    const [here, there] = [thingsOf(side.mine), thingsOf(side.theirs)];
    return Array.from(thingsOf(side.base).values()).flatMap(({ id, words: base }) => {
      const theirs = there.get(id)?.words;
      return theirs && !here.has(id) && !isSame(base, theirs) ? { id, base, theirs } : [];
    });
  });
  if (written.length === 0) return [];
  const moved = Array.from(mine).flatMap(({ base, next }) => {
    const before = thingsOf(base);
    return Array.from(thingsOf(next).values()).filter(({ id }) => !before.has(id));
  });
  return moved.flatMap(({ id, nodeId, isRow, words }) => {
    const node = placeOf(nodeId).member('data');
    const place = isRow ? node.member('categories').items()(id) : node;
    return written.flatMap(({ id: from, base, theirs }): Change | [] => {
      if (from !== id) return [];
      const data = wordsOf(mergeValues({ base, mine: words, theirs }, place) as NodeData);
      return isRow ? { type: 'setRow', id: nodeId, rowId: id, data } : { type: 'setData', id, data };
    });
  });
}
