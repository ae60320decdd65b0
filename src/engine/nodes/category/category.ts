import type { Change } from '../../document/Change';
import type { CategoryItem, FlowNode } from '../../document/FlowNode';
import type { FreshIds } from '../../document/FreshIds';
import { paintMediumRows } from '../../render/card/mediumBodies';
import { rowAt, ROW_HEIGHT, switchAt, switchWidth } from '../cardLayout';
import {
  asText,
  categoryItems,
  goesOneByOne,
  isEmptyCategory,
  itemParts,
  itemText,
  valueInCell,
  wordLists,
  categoryRows,
} from '../categoryItems';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { categoryPart } from '../requestParts';
import { RowIds } from '../RowIds';
import { paintCategoryBody } from './paintCategoryBody';

/** Dropped nodes become the category's last rows; the nodes and their edges go. */
function takeIn(category: FlowNode, nodes: readonly FlowNode[], fresh: FreshIds): readonly Change[] {
  const ids = new RowIds('categoryItem', categoryRows(category), fresh);
  const rows = nodes.map(({ id, data: { name, value, each, pair } }): CategoryItem => ({
    id: ids.take(id),
    name: asText(name),
    value: Array.isArray(value) ? (value as readonly string[]) : asText(value),
    parentId: category.id,
    ...(each === true && { each }),
    ...(typeof pair === 'string' && { pair }),
  }));
  return [
    ...nodes.map(({ id }): Change => ({ type: 'removeNode', id })),
    ...rows.map((row): Change => ({ type: 'addRow', id: category.id, row })),
  ];
}

const WIDTH = 245;
const BASE_HEIGHT = 80;
const ROWS_TOP = 52;

/** Rows of a name and values each, made of a text prompt. */
export const category: NodeKind = {
  type: 'category',
  flow: 'text',
  handles: [output('text')],
  size: (node) => ({ width: WIDTH, height: BASE_HEIGHT + ROW_HEIGHT * categoryItems(node).length }),
  layout: (node, plain) => {
    const { width } = plain.size;
    const items = categoryItems(node).map((item, index) => {
      const top = ROWS_TOP + index * ROW_HEIGHT;
      const list = { words: itemParts(item.value).length, isEach: goesOneByOne(item) };
      return { id: item.id, top, own: switchAt(item.id, { top, width }, list) };
    });
    return {
      ...plain,
      // The header shows the text that the category was converted from.
      fields: itemText(node.data.value).trim() === '' ? [] : [{ name: 'value', box: plain.title, isMultiline: true }],
      rows: items.map(({ id, top, own }) => rowAt(id, top, width, switchWidth(own))),
      switches: items.flatMap(({ own }) => own ?? []),
    };
  },
  paintBody: paintCategoryBody,
  paintMediumBody: paintMediumRows,
  calledBy: 'text',
  // The header shows the text that it was converted from; its rows tell it from others where there is none.
  labelOf: (node) =>
    itemText(node.data.value).trim() ||
    categoryItems(node)
      .map(({ name }) => itemText(name).trim())
      .filter((name) => name !== '')
      .join(', '),
  plainText: (node) =>
    categoryItems(node)
      .map(({ name, value }) => `${name}: ${itemText(value)}`)
      .join('\n'),
  rowType: 'categoryItem',
  isEmpty: isEmptyCategory,
  drop: { types: ['categoryItem', 'text'], takeIn },
  lists: (node) => categoryItems(node).flatMap((row) => wordLists(row.id, row)),
  requestPart: (node, _value, cell) => {
    const contents = categoryItems(node).flatMap(
      ({ id, name, value }) => categoryPart(name, valueInCell(id, value, cell)) ?? [],
    );
    return contents.length === 0 ? null : { type: 'group', contents };
  },
};
