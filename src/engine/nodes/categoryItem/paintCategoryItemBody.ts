import { rowAt, switchWidth } from '../cardLayout';
import { itemText } from '../categoryItems';
import { paintListSwitch } from '../../render/card/paintListSwitch';
import { paintRow } from '../../render/card/paintRow';
import type { BodyPainter } from '../../render/card/BodyPainter';

/** A row on its own: the whole card is the row. */
export const paintCategoryItemBody: BodyPainter = (ctx, node, { size, switches }, state, environment) => {
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
