import type { PaintTheme } from '../engine/render/card/PaintTheme';
import { COLOURS, FONT_FAMILY, type ColourMode } from './tokens';

/** The tokens as the canvas painters take them. */
export function paintTheme(mode: ColourMode): PaintTheme {
  const colours = COLOURS[mode];
  return {
    pane: colours.pane,
    surface: colours.surface,
    raised: colours.raised,
    ink: colours.ink,
    muted: colours.muted,
    faint: colours.faint,
    line: colours.line,
    textEdge: colours.textEdge,
    textEdgeCore: colours.textEdgeCore,
    imageEdge: colours.imageEdge,
    imageEdgeCore: colours.imageEdgeCore,
    danger: colours.danger,
    focus: colours.textEdge,
    frames: {
      grey: colours.frameGrey,
      blue: colours.frameBlue,
      green: colours.frameGreen,
      yellow: colours.frameYellow,
      red: colours.frameRed,
      violet: colours.frameViolet,
    },
    fontFamily: FONT_FAMILY,
  };
}
