import { rowField } from '../cardLayout';
import { categoryItems, itemText } from '../categoryItems';
import { paintListSwitch } from '../../render/card/paintListSwitch';
import { paintRow } from '../../render/card/paintRow';
import { isSeen } from '../../render/card/PaintEnvironment';
import { fontsOf } from '../../render/text/fonts';
import type { BodyPainter } from '../../render/card/BodyPainter';

const ROW_INSET_X = 8;
const ROW_INSET_Y = 4;
const ROW_RADIUS = 6;
const COUNT_MARGIN = 16;

/** How many items there are, and a stack of rows of 80 px. */
export const paintCategoryBody: BodyPainter = (ctx, node, layout, state, environment) => {
  const { theme } = environment;
  const items = categoryItems(node);
  ctx.font = fontsOf(theme).small;
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'right';
  ctx.fillText(String(items.length), layout.size.width - COUNT_MARGIN, layout.header.height / 2 + 0.5);
  ctx.textAlign = 'left';

  for (const [index, row] of layout.rows.entries()) {
    const item = items[index];
    const { box } = row;
    if (!item || !isSeen(state, box)) continue;
    ctx.beginPath();
    ctx.roundRect(
      box.x + ROW_INSET_X + 0.5,
      box.y + ROW_INSET_Y + 0.5,
      box.width - 2 * ROW_INSET_X - 1,
      box.height - 2 * ROW_INSET_Y - 1,
      ROW_RADIUS,
    );
    ctx.fillStyle = theme.raised;
    ctx.fill();
    ctx.strokeStyle = theme.line;
    ctx.lineWidth = 1;
    ctx.stroke();
    const isNameHidden = state.editing === rowField(item.id, 'name');
    const isValueHidden = state.editing === rowField(item.id, 'value');
    paintRow(ctx, row, isNameHidden ? null : itemText(item.name), isValueHidden ? null : item.value, environment);
    const list = layout.switches.find(({ rowId }) => rowId === item.id);
    if (list) paintListSwitch(ctx, list, item, environment);
  }
};
