import { rowsIcon } from '../../render/shapes/icons';
import { paintLabelButton } from '../../render/card/paintButtons';
import type { BodyPainter } from '../../render/card/BodyPainter';
import { paintTextBody } from '../../render/card/paintTextBody';

/** The person's words or the placeholder, and 'Convert to category', quiet while there is nothing to convert. */
export const paintTextPromptBody: BodyPainter = (ctx, node, layout, state, environment) => {
  paintTextBody(ctx, node, layout, state, environment);
  const { convert } = layout.actions;
  if (!convert) return;
  const { theme, words } = environment;
  const isConverting = state.run?.state === 'running';
  const isQuiet = isConverting || environment.kinds.textOf(node).trim() === '';
  paintLabelButton(ctx, convert, rowsIcon, isConverting ? words.converting : words.convert, isQuiet, theme);
};
