import type { PaintTheme } from './PaintTheme';

/** Ink on danger and on the colours of switches and of pairs, in the light and in the dark. */
export const ON_FILL = '#ffffff';

/** Themes to start with, in any available sans-serif font; those of the application except for the font. */
export const PAINT_THEMES: Readonly<Record<'light' | 'dark', PaintTheme>> = {
  light: {
    pane: '#ededed',
    surface: '#ffffff',
    raised: '#fafaf8',
    ink: '#1a1a1e',
    muted: '#62626c',
    faint: '#a0a0aa',
    line: '#dcdce0',
    textEdge: '#2f6bff',
    textEdgeCore: '#8fb2ff',
    imageEdge: '#f5b301',
    imageEdgeCore: '#ffe08a',
    danger: '#e5484d',
    focus: '#2f6bff',
    frames: {
      grey: '#7c7c88',
      blue: '#2f6bff',
      green: '#1f9d61',
      yellow: '#d99a00',
      red: '#e5484d',
      violet: '#8b5cf6',
    },
    fontFamily: 'sans-serif',
  },
  dark: {
    pane: '#17181b',
    surface: '#282b31',
    raised: '#30343b',
    ink: '#f2f2f4',
    muted: '#a6a6b0',
    faint: '#6e6e78',
    line: '#34373e',
    textEdge: '#5b8cff',
    textEdgeCore: '#b9ceff',
    imageEdge: '#ffc933',
    imageEdgeCore: '#ffedb8',
    danger: '#ff6369',
    focus: '#5b8cff',
    frames: {
      grey: '#9a9aa6',
      blue: '#5b8cff',
      green: '#4cc27d',
      yellow: '#ffc933',
      red: '#ff6369',
      violet: '#a78bfa',
    },
    fontFamily: 'sans-serif',
  },
};
