import { paintMediumRows } from '../../render/card/mediumBodies';
import { rowAt, ROW_HEIGHT } from '../cardLayout';
import { categoryItems, isEmptyCategory, itemText } from '../categoryItems';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { categoryPart } from '../requestParts';
import { paintCategoryBody } from './paintCategoryBody';
import { takeIn } from './takeIn';

const WIDTH = 245;
const BASE_HEIGHT = 80;
const ROWS_TOP = 52;

/** Rows of a name and values each, made of a text prompt. */
export const category: NodeKind = {
  type: 'category',
  flow: 'text',
  handles: [output('text')],
  size: (node) => ({ width: WIDTH, height: BASE_HEIGHT + ROW_HEIGHT * categoryItems(node).length }),
  layout: (node, plain) => ({
    ...plain,
    // What it was converted from stands in its header.
    fields: itemText(node.data.value).trim() === '' ? [] : [{ name: 'value', box: plain.title, isMultiline: true }],
    rows: categoryItems(node).map((item, index) => rowAt(item.id, ROWS_TOP + index * ROW_HEIGHT, plain.size.width)),
  }),
  paintBody: paintCategoryBody,
  paintMediumBody: paintMediumRows,
  calledBy: 'text',
  labelOf: (node) =>
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
  requestPart: (node) => {
    const contents = categoryItems(node).flatMap(({ name, value }) => categoryPart(name, value) ?? []);
    return contents.length === 0 ? null : { type: 'group', contents };
  },
};
