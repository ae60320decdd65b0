import { itemRow } from '../../../nodes/cardLayout';
import { itemText } from '../../../nodes/categoryItems';
import { paintRow } from '../paintRow';
import type { BodyPainter } from './BodyPainter';

/** A row on its own: the whole card is the row. */
export const paintCategoryItemBody: BodyPainter = (ctx, node, _layout, state, environment) => {
  const name = itemText(node.data.name);
  paintRow(
    ctx,
    itemRow(node),
    state.editing === 'name' ? null : name,
    state.editing === 'value' ? null : node.data.value,
    environment,
  );
};
