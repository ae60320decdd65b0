import type { CategoryItem, FlowNode } from '../document/FlowNode';
import type { Cell, WordList } from '../runs/WordList';

export const isItem = (value: unknown): value is CategoryItem =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string';

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The rows of a category node; entries of a foreign shape are skipped, never thrown at. */
export function categoryItems(node: FlowNode): readonly CategoryItem[] {
  return categoryRows(node).filter(isItem);
}

export const hasRow = (node: FlowNode | undefined, rowId: string): boolean =>
  node !== undefined && categoryItems(node).some(({ id }) => id === rowId);

/** Every row as it came, those of a foreign shape too, so that an edit of one keeps the others. */
export function categoryRows(node: FlowNode): readonly unknown[] {
  const rows = node.data.categories;
  return Array.isArray(rows) ? rows : [];
}

/** A category node removes itself when it has no categories (CAT-3). One without a list is of a foreign shape. */
export const isEmptyCategory = ({ type, data }: FlowNode): boolean =>
  type === 'category' && Array.isArray(data.categories) && data.categories.length === 0;

/** A value as people read and edit it: a list becomes its parts joined by a comma. */
export const itemText = (value: unknown): string =>
  Array.isArray(value) ? value.map(asText).join(', ') : asText(value);

/** That text with a field's line ends, so that opening one is not an edit. */
export const fieldText = (value: unknown): string => itemText(value).replaceAll(/\r\n?/g, '\n');

/** A value in a request: comma-separated parts, trimmed, without empty ones. */
export const itemParts = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(asText) : asText(value).split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The data of a list or a free item that say how its words go. */
interface ListData {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly each?: unknown;
  readonly pair?: unknown;
}

/** Whether a word is taken for each picture; all go together otherwise. */
export const goesOneByOne = ({ each }: ListData): boolean => each === true;

/** The lists of a row or a free item whose words go one by one; none where they go together. */
export const wordLists = (id: string, data: ListData): readonly WordList[] =>
  goesOneByOne(data) ? [{ id, name: asText(data.name), words: itemParts(data.value), pair: pairOf(data) }] : [];

/** The name of the lists with which it goes in pairs; '' for none. */
export const pairOf = ({ pair }: ListData): string => asText(pair);

/** The value of a list in a cell: one word of it, or all where it is no axis. */
export const valueInCell = (id: string, value: unknown, cell: Cell | undefined): unknown => {
  const word = cell?.[id];
  return word === undefined ? value : [word];
};

/** The pairs offered for a list, by name; each is recognised by its letter too, never by its colour alone. */
const COLOURS: Readonly<Record<string, string>> = { a: '#1f7a4d', b: '#8a3ffc', c: '#b3471d', d: '#0b6e8a' };
const OTHER = '#62626c';
const NAMES = Object.keys(COLOURS);

/** Colour of a pair; grey for a pair of another version. */
export const pairColour = (pair: string): string => COLOURS[pair] ?? OTHER;

export const pairLetter = (pair: string): string => pair.slice(0, 1).toUpperCase();

/** The next one that is offered; '' for none, which is one of them. */
export const nextPair = (pair: string): string => NAMES[NAMES.indexOf(pair) + 1] ?? '';
