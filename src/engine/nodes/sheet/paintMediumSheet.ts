import { MEDIUM_MARGIN } from '../../render/card/mediumBodies';
import type { MediumBodyPainter } from '../../render/card/BodyPainter';

const COLUMNS = 4;
const ROWS = 3;
const GAP = 12;

/** A few squares: here is a table. */
export const paintMediumSheet: MediumBodyPainter = (ctx, { body }) => {
  const width = (body.width - 2 * MEDIUM_MARGIN - (COLUMNS - 1) * GAP) / COLUMNS;
  const height = (body.height - 2 * MEDIUM_MARGIN - (ROWS - 1) * GAP) / ROWS;
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const [x, y] = [MEDIUM_MARGIN + column * (width + GAP), MEDIUM_MARGIN + row * (height + GAP)];
      ctx.fillRect(body.x + x, body.y + y, width, height);
    }
  }
};
