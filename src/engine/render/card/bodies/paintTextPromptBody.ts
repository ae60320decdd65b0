import { rowsIcon } from '../../shapes/icons';
import { shownText } from '../nodeContent';
import { paintLabelButton } from '../paintButtons';
import type { BodyPainter } from './BodyPainter';
import { paintTextBody } from './paintTextBody';

/** The person's words or the placeholder, and 'Convert to category', quiet while there is nothing to convert. */
export const paintTextPromptBody: BodyPainter = (ctx, node, layout, state, environment) => {
  paintTextBody(ctx, node, layout, state, environment);
  const { convert } = layout.actions;
  if (!convert) return;
  const { theme, words } = environment;
  const isConverting = state.run?.state === 'running';
  const isQuiet = isConverting || shownText(node).trim() === '';
  paintLabelButton(ctx, convert, rowsIcon, isConverting ? words.converting : words.convert, isQuiet, theme);
};
