import type { Change } from '../document/Change';
import type { CategoryItem, FlowNode } from '../document/FlowNode';
import { mentionOf, textParts, type TextPart } from '../document/mentions';
import { categoryItems } from '../nodes/categoryItems';
import type { NodeKinds } from '../nodes/NodeKinds';

/** The changes of a replacement, and the number of places they replace. */
export interface Replacement {
  readonly changes: readonly Change[];
  readonly places: number;
}

/** Says where the words stand, in either case; composed, since the same syllable may come in parts. */
const patternOf = (words: string): RegExp =>
  new RegExp(words.normalize('NFC').replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');

/**
 * Puts `by` where the words stand in the texts of a node that a person can edit: its own, and those of its rows. What they mention is called
 * by words of others and stays as it is. Empty for no words, and where they stand nowhere.
 */
export function replaceText(kinds: NodeKinds, node: FlowNode, words: string, by: string): Replacement {
  if (words === '') return { changes: [], places: 0 };
  const pattern = patternOf(words);
  const partsOf = kinds.of(node.type)?.mentions ? textParts : (text: string): TextPart[] => [{ words: text }];
  let places = 0;
  const inText = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inText);
    if (typeof value !== 'string') return value;
    const before = places;
    const next = partsOf(value).map((part) => {
      if ('mentioned' in part) return mentionOf(part.mentioned) ?? '';
      return part.words.normalize('NFC').replace(pattern, () => {
        places += 1;
        return by;
      });
    });
    return places === before ? value : next.join('');
  };
  /** The members that contain the words, as they are afterwards. */
  const inMembers = (data: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> => {
    const changed: Record<string, unknown> = {};
    for (const name of names) {
      const before = places;
      const next = inText(data[name]);
      if (places > before) changed[name] = next;
    }
    return changed;
  };

  const changes: Change[] = [];
  const own = inMembers(
    node.data,
    kinds.layoutOf(node).fields.flatMap(({ name, isReadOnly }) => (isReadOnly ? [] : name)),
  );
  if (Object.keys(own).length > 0) changes.push({ type: 'setData', id: node.id, data: own });
  const rows: readonly CategoryItem[] = kinds.of(node.type)?.rowType === undefined ? [] : categoryItems(node);
  for (const row of rows) {
    const data = inMembers({ ...row }, ['name', 'value']);
    if (Object.keys(data).length > 0) changes.push({ type: 'setRow', id: node.id, rowId: row.id, data });
  }
  return { changes, places };
}
