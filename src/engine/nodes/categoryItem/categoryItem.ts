import { paintMediumRow } from '../../render/card/mediumBodies';
import { rowAt, ROW_HEIGHT } from '../cardLayout';
import { itemText } from '../categoryItems';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { categoryPart } from '../requestParts';
import { paintCategoryItemBody } from './paintCategoryItemBody';

/** A row of a category that is a card of its own. */
export const categoryItem: NodeKind = {
  type: 'categoryItem',
  flow: 'text',
  handles: [output('text')],
  size: { width: 245, height: ROW_HEIGHT },
  layout: (node, plain) => {
    const row = rowAt(node.id, 0, plain.size.width);
    return {
      ...plain,
      body: row.box,
      fields: [
        { name: 'name', box: row.name, isMultiline: false },
        { name: 'value', box: row.value, isMultiline: false },
      ],
    };
  },
  paintBody: paintCategoryItemBody,
  paintMediumBody: paintMediumRow,
  isHeaderless: true,
  nameOf: ({ data }) => itemText(data.name),
  plainText: ({ data }) => `${itemText(data.name)}: ${itemText(data.value)}`,
  writesOn: 'key',
  requestPart: ({ data }) => categoryPart(data.name, data.value),
};
