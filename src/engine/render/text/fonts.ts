import type { PaintTheme } from '../card/PaintTheme';

/** The voices of a card; sizes and weights are those of the theme's type scale. */
export interface PaintFonts {
  readonly title: string;
  readonly body: string;
  readonly small: string;
  readonly label: string;
  /** Fonts of a frame's title, near and far. */
  readonly heading: string;
  readonly headingFar: string;
  /** Font of a single number. */
  readonly display: string;
}

const fontsByTheme = new WeakMap<PaintTheme, PaintFonts>();

/** CSS font strings for a theme, made once per theme so that painting does not join strings. */
export function fontsOf(theme: PaintTheme): PaintFonts {
  const known = fontsByTheme.get(theme);
  if (known) return known;
  const fonts: PaintFonts = {
    title: `500 13px ${theme.fontFamily}`,
    body: `400 13px ${theme.fontFamily}`,
    small: `400 12px ${theme.fontFamily}`,
    label: `500 12px ${theme.fontFamily}`,
    heading: `700 15px ${theme.fontFamily}`,
    headingFar: `700 28px ${theme.fontFamily}`,
    display: `500 28px ${theme.fontFamily}`,
  };
  fontsByTheme.set(theme, fonts);
  return fonts;
}
