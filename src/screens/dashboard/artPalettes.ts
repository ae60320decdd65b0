import type { PanelType } from '../../stores/PanelStore';

/** Fixed colours, light or dark page alike: it is a picture. */
export interface ArtPalette {
  readonly ground: string;
  readonly field: string;
  readonly deep: string;
  readonly accent: string;
  readonly pipe: string;
  readonly core: string;
  readonly second: string;
  readonly secondCore: string;
}

const palette = (
  ground: string,
  field: string,
  deep: string,
  accent: string,
  [pipe, core]: readonly [string, string],
  [second, secondCore]: readonly [string, string],
): ArtPalette => ({ ground, field, deep, accent, pipe, core, second, secondCore });

const BLUE = ['#2f6bff', '#8fb2ff'] as const;
const SKY = ['#5b8cff', '#cddcff'] as const;
const YELLOW = ['#f5b301', '#ffe08a'] as const;
const GOLD = ['#ffc933', '#fff1c4'] as const;
const CORAL = ['#f0563f', '#ffb3a1'] as const;
const GREEN = ['#12a47a', '#8fe3c6'] as const;
const VIOLET = ['#7a5af5', '#c6b8ff'] as const;
const NIGHT = ['#1d2440', '#5a6aa8'] as const;
const PAPER = ['#fffdf6', '#e6dfca'] as const;

/** One for each place in a gallery row, so that neighbours never look alike. */
export const ART_PALETTES: Readonly<Record<PanelType, readonly ArtPalette[]>> = {
  text: [
    palette('#dbe6ff', '#b9cfff', '#1d2440', '#fffdf6', BLUE, YELLOW),
    palette('#152042', '#233672', '#0d1530', '#e3ebff', SKY, GOLD),
    palette('#f4ead9', '#e9d3b4', '#7b4a2b', '#fffdf6', CORAL, BLUE),
    palette('#d5f0e6', '#a9dfcb', '#0c5c47', '#fffdf6', GREEN, BLUE),
    palette('#ffe6c7', '#ffc98a', '#a34412', '#fffdf6', BLUE, CORAL),
  ],
  image: [
    palette('#fff0c2', '#ffdd7a', '#f28c28', '#fffdf6', YELLOW, BLUE),
    palette('#ffdcd2', '#ffb7a3', '#c43d4b', '#fff1e6', CORAL, GOLD),
    palette('#1b1e3a', '#31376b', '#0f1126', '#ffc933', GOLD, VIOLET),
    palette('#d9d2ff', '#b7a8ff', '#4a35b8', '#fffdf6', VIOLET, YELLOW),
    palette('#cdeaf5', '#9bd2ea', '#136a94', '#ffe08a', YELLOW, CORAL),
  ],
  video: [
    palette('#21182e', '#3b2a55', '#130d1c', '#f0563f', VIOLET, GOLD),
    palette('#d8f1ef', '#a6dfdb', '#0f6d70', '#fffdf6', GREEN, YELLOW),
    palette('#cfe0ff', '#9dbdff', '#1f3f9e', '#ffe08a', SKY, CORAL),
    palette('#f6dff0', '#ebb6dc', '#8f2f77', '#fffdf6', VIOLET, BLUE),
    palette('#2b1a14', '#54301f', '#170c08', '#ffc933', CORAL, GOLD),
  ],
  audio: [
    palette('#ececf2', '#d3d3e0', '#1d2440', '#fffdf6', NIGHT, YELLOW),
    palette('#d3f3d9', '#a3e0b1', '#14663a', '#fffdf6', GREEN, GOLD),
    palette('#0f2a33', '#17434f', '#081a20', '#8fe3c6', GREEN, CORAL),
    palette('#ffe1e6', '#ffb9c5', '#a3284a', '#fffdf6', CORAL, VIOLET),
    palette('#e4ddff', '#c6b8ff', '#3f2d9c', '#fffdf6', VIOLET, GOLD),
    palette('#24324a', '#3a5076', '#142036', '#fffdf6', PAPER, SKY),
  ],
};
