import type { PaintTheme } from '../engine/render/card/PaintTheme';
import { COLOURS, FONT_FAMILY, type ColourMode } from './tokens';

/** The tokens as the canvas painters take them. */
export function paintTheme(mode: ColourMode): PaintTheme {
  const colours = COLOURS[mode];
  return {
    pane: colours.floor,
    surface: colours.surface,
    raised: colours.raised,
    ink: colours.ink,
    muted: colours.muted,
    faint: colours.faint,
    line: colours.line,
    textEdge: colours.textPipe,
    textEdgeCore: colours.textPipeCore,
    imageEdge: colours.imagePipe,
    imageEdgeCore: colours.imagePipeCore,
    danger: colours.danger,
    focus: colours.textPipe,
    fontFamily: FONT_FAMILY,
  };
}
