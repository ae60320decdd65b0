import type { PaintTheme } from '../engine/render/card/PaintTheme';
import { COLOURS, FONT_FAMILY, type ColourMode } from './tokens';

/** The tokens as the canvas painters take them. */
export function paintTheme(mode: ColourMode): PaintTheme {
  const colours = COLOURS[mode];
  return {
    floor: colours.floor,
    surface: colours.surface,
    raised: colours.raised,
    ink: colours.ink,
    muted: colours.muted,
    faint: colours.faint,
    line: colours.line,
    textPipe: colours.textPipe,
    textPipeCore: colours.textPipeCore,
    imagePipe: colours.imagePipe,
    imagePipeCore: colours.imagePipeCore,
    danger: colours.danger,
    focus: colours.textPipe,
    fontFamily: FONT_FAMILY,
  };
}
