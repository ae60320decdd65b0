/** Light or dark, as the person has chosen or their system asks. */
export type ColourMode = 'light' | 'dark';

/** The colours of the product; the DOM reads them as CSS variables, the canvas painters as a PaintTheme. */
export interface Colours {
  /** The background of the dashboard and the sign-in page. */
  readonly page: string;
  /** The canvas; thumbnails always use the light one. */
  readonly pane: string;
  /** Node cards and panels. */
  readonly surface: string;
  /** Inputs and hover. */
  readonly raised: string;
  readonly ink: string;
  readonly muted: string;
  /** Decoration only, never words: its contrast is too low to read. */
  readonly faint: string;
  readonly line: string;
  readonly textEdge: string;
  readonly textEdgeCore: string;
  readonly imageEdge: string;
  readonly imageEdgeCore: string;
  readonly danger: string;
  /** Words and icons on `danger` and `action`. */
  readonly onFill: string;
  /** The fill of the main action of a place: the text edge's colour, deep enough for white words (AA). */
  readonly action: string;
  readonly actionHover: string;
  /** Words in the danger colour, and a fill for `onFill` (AA). */
  readonly dangerDeep: string;
  /** Colours of frames; notes use the yellow. */
  readonly frameGrey: string;
  readonly frameBlue: string;
  readonly frameGreen: string;
  readonly frameYellow: string;
  readonly frameRed: string;
  readonly frameViolet: string;
  readonly backdrop: string;
  /** A CSS filter for pictures that are light in both themes: in the dark one they would be the brightest thing there. */
  readonly lightPicture: string;
  readonly shadow: string;
}

export const COLOURS: Readonly<Record<ColourMode, Colours>> = {
  light: {
    page: '#ffffff',
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
    onFill: '#ffffff',
    action: '#2560f0',
    actionHover: '#1b51d6',
    dangerDeep: '#c9353a',
    frameGrey: '#7c7c88',
    frameBlue: '#2f6bff',
    frameGreen: '#1f9d61',
    frameYellow: '#d99a00',
    frameRed: '#e5484d',
    frameViolet: '#8b5cf6',
    backdrop: 'rgb(20 21 25 / 48%)',
    lightPicture: 'none',
    shadow: '0 8px 24px rgb(0 0 0 / 12%)',
  },
  dark: {
    page: '#1b1d21',
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
    onFill: '#101114',
    action: '#7ba3ff',
    actionHover: '#96b6ff',
    dangerDeep: '#ff7a80',
    frameGrey: '#9a9aa6',
    frameBlue: '#5b8cff',
    frameGreen: '#4cc27d',
    frameYellow: '#ffc933',
    frameRed: '#ff6369',
    frameViolet: '#a78bfa',
    backdrop: 'rgb(0 0 0 / 62%)',
    lightPicture: 'brightness(0.78)',
    shadow: '0 8px 24px rgb(0 0 0 / 48%)',
  },
};

/** Pretendard is shipped with the app; the other fonts show until it arrives. */
export const FONT_FAMILY =
  "'Pretendard Variable', Pretendard, -apple-system, 'Apple SD Gothic Neo', 'Noto Sans KR', 'Malgun Gothic', sans-serif";

/** Sizes of type, in CSS pixels at the browser's usual 16 px; larger text in the browser makes them all larger. */
export const TYPE = { caption: 12, small: 13, body: 15, title: 18, display: 28 } as const;

/** Lengths and times that places share; CSS pixels and milliseconds. */
export const MEASURES = {
  radiusControl: 6,
  radiusCard: 10,
  radiusPanel: 16,
  roundButton: 32,
  topBar: 56,
  rail: 70,
  panel: 300,
  hoverMs: 120,
  panelMs: 200,
} as const;
