import { rowAt } from '../cardLayout';
import { itemText } from '../categoryItems';
import { paintRow } from '../../render/card/paintRow';
import type { BodyPainter } from '../../render/card/BodyPainter';

/** A row on its own: the whole card is the row. */
export const paintCategoryItemBody: BodyPainter = (ctx, node, { size }, state, environment) => {
  const name = itemText(node.data.name);
  paintRow(
    ctx,
    rowAt(node.id, 0, size.width),
    state.editing === 'name' ? null : name,
    state.editing === 'value' ? null : node.data.value,
    environment,
  );
};
