import { clampChroma, converter, formatHex } from 'culori';
import type { Scene, TimeOfDay } from './readScene';
import { between, seededRandom } from './seededRandom';

/** Colours of one scene, as hex. far and near are the ends of the landscape's depth. */
export interface Palette {
  sky: [top: string, middle: string, horizon: string];
  light: string;
  far: string;
  near: string;
  ground: string;
  water: string;
  accent: string;
}

type Colours = Record<TimeOfDay, [string, string, string, string, string, string]>;

/** top, middle, horizon, light, far, near */
const TIMES: Colours = {
  dawn: ['#5a6cab', '#dfa3b6', '#ffe3bd', '#fff1cf', '#a592b9', '#3a4a63'],
  day: ['#2f7fcb', '#7fc0ee', '#eef3e4', '#fff8dc', '#8fb5cf', '#2c5d4f'],
  sunset: ['#332f70', '#dd5f78', '#ffc46b', '#ffe7a6', '#9a567f', '#2f1d3c'],
  dusk: ['#1c2556', '#5c589c', '#e79fa9', '#fff0d8', '#5c5a93', '#191c39'],
  night: ['#050920', '#131f55', '#3a4f90', '#f5f0de', '#2a3868', '#060a1b'],
};

const GROUNDS: Readonly<Record<string, string>> = {
  spring: '#7fb45a',
  summer: '#4f9a4c',
  autumn: '#b8732f',
  winter: '#dfe8f1',
};

const NAMED: Readonly<Record<string, string>> = {
  red: '#d62f3a',
  orange: '#f0832b',
  yellow: '#f5cc2f',
  gold: '#d9a531',
  green: '#2f9e5b',
  mint: '#3fc0b0',
  blue: '#2b62d9',
  purple: '#7d47c9',
  pink: '#f27ba6',
  brown: '#855a3a',
  white: '#f4f4f2',
  black: '#17171b',
  grey: '#8d9199',
};
const RAINBOW = ['#e5484d', '#f5a623', '#3fae5a', '#2b62d9', '#8b4fd0'];

const toOklch = converter('oklch');

/** The scene's colours: those of its hour, moved by its colour words, season, weather and mood. */
export function paletteOf(scene: Scene): Palette {
  const [top, middle, horizon, light, far, near] = TIMES[scene.time];
  const random = seededRandom(scene.seed ^ 0xc0105);
  const turn = between(random, -14, 14);
  const [main, second] = namedColours(scene);
  const season = ['winter', 'autumn', 'spring', 'summer'].find((name) => scene.seasons.has(name));
  const isSnowy = scene.weather.has('snow') || season === 'winter';
  const ground = inLightOf(isSnowy ? '#dfe8f1' : (GROUNDS[season ?? 'summer'] ?? '#4f9a4c'), scene.time);

  const paint = (hex: string, wish: string | undefined, amount: number): string =>
    moodOf(scene, wish === undefined ? turned(hex, turn) : towards(hex, wish, amount));
  return {
    sky: [paint(top, second ?? main, 0.62), paint(middle, main, 0.66), paint(horizon, main, 0.3)],
    light: paint(light, main, 0.12),
    far: paint(far, main, 0.7),
    near: paint(near, main, 0.5),
    ground: paint(ground, main, isSnowy ? 0.2 : 0.45),
    water: paint(mixed(middle, '#1d6f9c', 0.45), main, 0.55),
    accent: main === undefined ? moodOf(scene, turned('#ef6b4a', between(random, -60, 120))) : (second ?? main),
  };
}

/** The hex values of the scene's colour words. */
export function namedColours(scene: Scene): string[] {
  return scene.colours.flatMap((name) => (name === 'rainbow' ? RAINBOW : [NAMED[name] ?? '#8d9199']));
}

/** The colour the words give a subject; undefined when they give it none. */
export function colourOf(scene: Scene, subject: string): string | undefined {
  const name = scene.subjectColours.get(subject);
  return name === undefined ? undefined : (NAMED[name] ?? RAINBOW[0]);
}

/** A colour between two, by eye: 0 is the first, 1 the second. */
export function mixed(from: string, to: string, amount: number): string {
  const oklab = converter('oklab');
  const a = oklab(from) ?? { mode: 'oklab' as const, l: 0, a: 0, b: 0 };
  const b = oklab(to) ?? a;
  const at = (x: number, y: number): number => x + (y - x) * amount;
  return formatHex({ mode: 'oklab', l: at(a.l, b.l), a: at(a.a, b.a), b: at(a.b, b.b) });
}

/** The same colour with its lightness, strength and hue changed. */
export function shifted(hex: string, change: { light?: number; strength?: number; hue?: number }): string {
  const colour = toOklch(hex) ?? { mode: 'oklch' as const, l: 0, c: 0 };
  return formatHex(
    clampChroma(
      {
        mode: 'oklch',
        l: Math.min(1, Math.max(0, colour.l + (change.light ?? 0))),
        c: colour.c * (change.strength ?? 1),
        h: (colour.h ?? 0) + (change.hue ?? 0),
      },
      'oklch',
    ),
  );
}

/** A colour by lightness and strength, 0 to 1 and 0 to about 0.3, and its hue in degrees. */
export function toned(l: number, c: number, h: number): string {
  return formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'));
}

/** The same colour, made as dark as white letters need it on themselves. */
export function underWhite(hex: string): string {
  const { l, c, h } = toOklch(hex) ?? { l: 0, c: 0, h: 0 };
  return toned(Math.min(l, 0.56), c, h ?? 0);
}

/** `rgba()` of a hex colour. */
export function faded(hex: string, opacity: number): string {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${opacity})`;
}

function turned(hex: string, degrees: number): string {
  return shifted(hex, { hue: degrees });
}

/** Takes on the hue and strength of a wish and a third of its lightness, so that depth and hour stay readable. */
function towards(hex: string, wish: string, amount: number): string {
  const base = toOklch(hex) ?? { mode: 'oklch' as const, l: 0, c: 0 };
  const aim = toOklch(wish) ?? base;
  const pull = Math.min(1, amount * 1.15);
  const l = base.l + (aim.l - base.l) * amount * 0.38;
  const aimed = formatHex(clampChroma({ mode: 'oklch', l, c: Math.max(aim.c * 0.85, 0.01), h: aim.h ?? 0 }, 'oklch'));
  return mixed(hex, aimed, pull);
}

const HOUR_LIGHT: Readonly<Record<TimeOfDay, { colour: string; amount: number }>> = {
  dawn: { colour: '#6b6a96', amount: 0.35 },
  day: { colour: '#ffffff', amount: 0 },
  sunset: { colour: '#7a3f63', amount: 0.45 },
  dusk: { colour: '#2d2f5e', amount: 0.6 },
  night: { colour: '#0d1533', amount: 0.72 },
};

function inLightOf(hex: string, time: TimeOfDay): string {
  const { colour, amount } = HOUR_LIGHT[time];
  return mixed(hex, colour, amount);
}

function moodOf(scene: Scene, hex: string): string {
  const { moods, styles, weather } = scene;
  let colour = hex;
  if (moods.has('dark') || moods.has('sad')) colour = shifted(colour, { light: -0.08, strength: 0.62 });
  if (moods.has('lively')) colour = shifted(colour, { light: 0.02, strength: 1.35 });
  if (moods.has('dreamy')) colour = mixed(shifted(colour, { strength: 1.1 }), '#e9c9f2', 0.22);
  if (moods.has('warm')) colour = mixed(colour, '#ffb36b', 0.18);
  if (moods.has('cold')) colour = mixed(colour, '#7fb8e8', 0.22);
  if (weather.has('rain') || weather.has('cloudy')) colour = mixed(shifted(colour, { strength: 0.7 }), '#6d7a8c', 0.22);
  if (weather.has('storm')) colour = mixed(shifted(colour, { light: -0.08, strength: 0.6 }), '#3d4658', 0.3);
  if (styles.has('neon')) colour = shifted(colour, { strength: 1.5, hue: 18 });
  if (styles.has('retro')) colour = mixed(shifted(colour, { strength: 0.72 }), '#d9a066', 0.2);
  return colour;
}
