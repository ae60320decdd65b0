import type { BodyPainter } from '../../render/card/BodyPainter';
import { paintMediumRow } from '../../render/card/mediumBodies';
import { paintListSwitch } from '../../render/card/paintListSwitch';
import { paintRow } from '../../render/card/paintRow';
import { rowAt, ROW_HEIGHT, switchAt, switchWidth } from '../cardLayout';
import { goesOneByOne, itemParts, itemText, valueInCell, wordLists } from '../categoryItems';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { categoryPart } from '../requestParts';

/** A row on its own: the whole card is the row. */
const paintCategoryItemBody: BodyPainter = (ctx, node, { size, switches }, state, environment) => {
  const [list] = switches;
  const name = itemText(node.data.name);
  paintRow(
    ctx,
    rowAt(node.id, 0, size.width, switchWidth(list ?? null)),
    state.editing === 'name' ? null : name,
    state.editing === 'value' ? null : node.data.value,
    environment,
  );
  if (list) paintListSwitch(ctx, list, node.data, environment);
};

/** A category row as a card. */
export const categoryItem: NodeKind = {
  type: 'categoryItem',
  flow: 'text',
  handles: [output('text')],
  size: { width: 245, height: ROW_HEIGHT },
  layout: (node, plain) => {
    const { width } = plain.size;
    const list = { words: itemParts(node.data.value).length, isEach: goesOneByOne(node.data) };
    const own = switchAt(null, { top: 0, width }, list);
    const row = rowAt(node.id, 0, width, switchWidth(own));
    return {
      ...plain,
      body: row.box,
      fields: [
        { name: 'name', box: row.name, isMultiline: false },
        { name: 'value', box: row.value, isMultiline: false },
      ],
      switches: own === null ? [] : [own],
    };
  },
  paintBody: paintCategoryItemBody,
  paintMediumBody: paintMediumRow,
  isHeaderless: true,
  nameOf: ({ data }) => itemText(data.name),
  plainText: ({ data }) => `${itemText(data.name)}: ${itemText(data.value)}`,
  writesOn: 'key',
  lists: ({ id, data }) => wordLists(id, data),
  requestPart: ({ id, data }, _value, cell) => categoryPart(data.name, valueInCell(id, data.value, cell)),
};
