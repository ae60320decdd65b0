import type { CardPainter } from '../../render/card/BodyPainter';
import { paintMediumText } from '../../render/card/mediumBodies';
import { paintCorner } from '../../render/card/paintCorner';
import { CARD_RADIUS } from '../../render/card/paintFrame';
import { paintTextBody } from '../../render/card/paintTextBody';
import { fillTinted } from '../../render/shapes/fillTinted';

const PAPER_ALPHA = 0.22;
const LINE_ALPHA = 0.55;

/** A sheet of paper with words, in no colour that anything flows in. */
export const paintNoteCard: CardPainter = (ctx, node, layout, state, environment) => {
  const { theme, detail, kinds } = environment;
  const { width, height } = layout.size;
  const paper = theme.frames.yellow;
  if (detail === 'low') {
    fillTinted(ctx, layout.size, theme.surface, paper);
    return;
  }
  ctx.beginPath();
  ctx.roundRect(0.5, 0.5, width - 1, height - 1, CARD_RADIUS / 2);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  ctx.globalAlpha = PAPER_ALPHA;
  ctx.fillStyle = paper;
  ctx.fill();
  ctx.globalAlpha = LINE_ALPHA;
  ctx.strokeStyle = paper;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.globalAlpha = 1;
  if (detail === 'medium') {
    ctx.fillStyle = theme.faint;
    paintMediumText(ctx, { ...layout, body: { x: 0, y: 10, width, height: height - 20 } }, kinds.textOf(node));
    return;
  }
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  paintTextBody(ctx, node, layout, state, environment);
  paintCorner(ctx, layout, theme.muted);
};
