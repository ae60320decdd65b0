import type { Box } from '../../geometry/box';
import { drawBrokenPicture, drawLandscape } from '../drawings';
import { fontsOf } from '../fonts';
import { enlargeIcon, uploadIcon } from '../icons';
import { pictureUrl } from '../nodeContent';
import { paintLabelButton, paintRoundButton } from '../paintButtons';
import type { PaintEnvironment } from '../PaintEnvironment';
import type { Painter2D } from '../Painter2D';
import { paintPicture } from '../paintPicture';
import { paintFailure, paintLoading } from '../paintRun';
import { paintWell, traceCard } from '../paintWell';
import { clipText } from '../wrapText';
import type { BodyPainter } from './BodyPainter';

const TEXT_MARGIN = 16;

function paintBroken(ctx: Painter2D, body: Box, environment: PaintEnvironment): void {
  const { theme, words } = environment;
  paintWell(ctx, body, drawBrokenPicture, theme);
  const font = fontsOf(theme).small;
  const text = clipText(ctx, words.brokenPicture, body.width - 2 * TEXT_MARGIN, font);
  ctx.font = font;
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'center';
  ctx.fillText(text, body.x + body.width / 2, body.y + body.height / 2 + 22);
  ctx.textAlign = 'left';
}

/** The picture edge to edge, its loading, its failure, or the faint drawing of what will come. */
export const paintPictureBody: BodyPainter = (ctx, node, layout, state, environment) => {
  const { body, actions } = layout;
  const { theme, words } = environment;
  const url = pictureUrl(node);
  if (state.run?.state === 'failed') {
    paintWell(ctx, body, null, theme);
    paintFailure(ctx, layout, state.run, environment);
    return;
  }
  let isPainted = false;
  if (url) {
    ctx.save();
    traceCard(ctx, layout.size);
    ctx.clip();
    const outcome = paintPicture(ctx, url, body, environment);
    ctx.restore();
    isPainted = outcome === 'painted';
    if (outcome === 'broken') paintBroken(ctx, body, environment);
    if (outcome === 'loading') paintWell(ctx, body, drawLandscape, theme);
  } else {
    paintWell(ctx, body, state.run ? null : drawLandscape, theme);
  }
  if (state.run?.state === 'running') {
    paintLoading(ctx, body, state.run, isPainted, environment);
    return;
  }
  if (!url && actions.upload) paintLabelButton(ctx, actions.upload, uploadIcon, words.upload, false, theme);
  if (isPainted && actions.enlarge && (state.isHovered || state.isSelected)) {
    paintRoundButton(ctx, actions.enlarge, enlargeIcon, 'quiet', theme);
  }
};
