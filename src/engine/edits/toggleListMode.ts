import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import { categoryItems, goesOneByOne, pairOf, nextPair } from '../nodes/categoryItems';

/** A list, by its row's id or null for that of a free item, and the switch of it that is turned. */
export interface ListPart {
  readonly nodeId: string;
  readonly rowId: string | null;
  /** Together or one by one; or the pair, from one to the next and to none. */
  readonly part: 'each' | 'pair';
}

/** Toggles between together and one by one. Empty when the list is gone, and for the pair of words that go together. */
export function toggleListMode(document: GraphDocument, { nodeId, rowId, part }: ListPart): readonly Change[] {
  const node = document.node(nodeId);
  const list = rowId === null ? node?.data : node && categoryItems(node).find(({ id }) => id === rowId);
  if (!list || (part === 'pair' && !goesOneByOne(list))) return [];
  const isEach = part === 'each' ? !goesOneByOne(list) : true;
  const pair = part === 'pair' ? nextPair(pairOf(list)) : pairOf(list);
  // A list whose words go together has neither member, as lists had before there were switches.
  const data = { each: isEach || undefined, pair: isEach && pair !== '' ? pair : undefined };
  return [rowId === null ? { type: 'setData', id: nodeId, data } : { type: 'setRow', id: nodeId, rowId, data }];
}
