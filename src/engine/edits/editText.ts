import type { CategoryItem, FlowNode } from '../document/FlowNode';
import { rebaseText } from '../document/rebaseText';
import { mentionOf, textPieces, type TextPiece } from '../document/mentions';
import { categoryItems, fieldText } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import type { NodeKinds } from '../nodes/NodeKinds';

/** A text of a node: its name, value or title, or the name or value of a category's row. */
export interface TextField {
  readonly nodeId: string;
  readonly name: 'name' | 'value' | 'title';
  readonly rowId?: string;
}

/**
 * Sets a text as typed. Others may have changed it since it was `before`: then only what was typed is put in. Empty when nothing was typed,
 * so that leaving a list of values keeps it a list, when the node or the row is gone, and for a text that is only read.
 */
export function editText(
  document: GraphDocument,
  field: TextField,
  text: string,
  before: string | null = null,
): readonly Change[] {
  const node = document.node(field.nodeId);
  if (!node || text === before) return [];
  const isRow = field.rowId !== undefined;
  const own = isRow ? undefined : document.kinds.layoutOf(node).fields.find(({ name }) => name === field.name);
  if (own?.isReadOnly) return [];
  const typedIn = (now: unknown): string => {
    const here = fieldText(now);
    // A field of one line shows a text without its line breaks; nobody has changed it then.
    const shown = own?.isMultiline ? here : here.replaceAll('\n', '');
    return before === null || before === shown ? text : rebaseText(before, text, here).text;
  };
  if (!isRow) return [{ type: 'setData', id: node.id, data: { [field.name]: typedIn(node.data[field.name]) } }];
  const row = categoryItems(node).find(({ id }) => id === field.rowId);
  if (!row || field.name === 'title' || row[field.name] === text) return [];
  return [{ type: 'setRow', id: node.id, rowId: row.id, data: { [field.name]: typedIn(row[field.name]) } }];
}

/** The changes of a replacement, and the number of places they replace. */
export interface Replacement {
  readonly changes: readonly Change[];
  readonly places: number;
}

/** Matches the words, ignoring case; composed, since the same syllable may come in parts. */
const patternOf = (words: string): RegExp =>
  new RegExp(words.normalize('NFC').replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');

/**
 * Replaces the words by `by` in the texts of a node that a person can edit: its own, and those of its rows. Titles of mentions belong to
 * other nodes and stay. Empty for no words, and without a match.
 */
export function replaceText(kinds: NodeKinds, node: FlowNode, words: string, by: string): Replacement {
  if (words === '') return { changes: [], places: 0 };
  const pattern = patternOf(words);
  const partsOf = kinds.of(node.type)?.mentions ? textPieces : (text: string): TextPiece[] => [{ words: text }];
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
