import type { PaintTheme } from './PaintTheme';

/** Themes to begin with, in whatever face without serifs is there; those of the application but for the face. */
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
    fontFamily: 'sans-serif',
  },
};
