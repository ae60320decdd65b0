import { GALLERIES, modelsOf } from '../../stores/catalogue';
import type { PanelType } from '../../stores/PanelStore';
import type { Corner } from '../../ui/roundedPath';
import { ART_PALETTES, type ArtPalette } from './artPalettes';

/** A seeded random number generator: the same seed gives the same sequence. */
interface Random {
  /** Anywhere between the two. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
}

/** FNV-1a over the seed's characters, then a 32-bit xorshift; good enough to draw with. */
function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  if (state === 0) state = 1;

  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const share = (low: number, high: number): number => low + next() * (high - low);

  return {
    between: share,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}

/** A part of a drawing, on a field of 320 by 200. */
export type Shape =
  | {
      readonly kind: 'block';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
      readonly fill: string;
    }
  | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly r: number; readonly fill: string }
  | { readonly kind: 'area'; readonly d: string; readonly fill: string }
  | {
      readonly kind: 'pipe';
      readonly corners: readonly Corner[];
      readonly colour: string;
      readonly core: string;
      readonly width: number;
      readonly radius: number;
    };

export interface Art {
  readonly ground: string;
  readonly shapes: readonly Shape[];
}

/** `place` is the model's index in its row: neighbours differ by it, chance decides the rest. */
type Compose = (palette: ArtPalette, random: Random, place: number) => readonly Shape[];

const block = (x: number, y: number, width: number, height: number, fill: string, radius = 0): Shape => ({
  kind: 'block',
  x,
  y,
  width,
  height,
  radius,
  fill,
});
const disc = (x: number, y: number, r: number, fill: string): Shape => ({ kind: 'disc', x, y, r, fill });
const first = (palette: ArtPalette, corners: readonly Corner[], width = 16): Shape => ({
  kind: 'pipe',
  corners,
  colour: palette.pipe,
  core: palette.core,
  width,
  radius: width,
});
const second = (palette: ArtPalette, corners: readonly Corner[], width = 16): Shape =>
  ({
    ...first(palette, corners, width),
    colour: palette.second,
    core: palette.secondCore,
  }) as Shape;

/** Lines of a page; one of them runs on as a pipe and leaves the page. */
const composeText: Compose = (palette, random, place) => {
  const left = [40, 76, 56, 36, 68][place % 5] ?? 40;
  const lines = [44, 72, 100, 128, 156];
  const running = [3, 1, 2, 1, 3][place % 5] ?? 2;
  const isUp = running < 2 || place === 2;
  const bend = left + random.between(166, 178);
  const y = lines[running] ?? 100;
  const otherY = isUp ? 152 : 48;
  const words = lines.flatMap((line, index) => {
    if (index === running) return [];
    const length = random.between(72, 128);
    const gap = random.between(26, length - 30);
    return [
      block(left, line - 5, gap - 4, 10, palette.deep, 5),
      block(left + gap + 4, line - 5, length - gap, 10, palette.deep, 5),
    ];
  });
  return [
    place % 2 === 0 ? disc(270, isUp ? 190 : 10, 96, palette.field) : block(bend - 24, 0, 200, 200, palette.field),
    block(left - 20, 20, 160, 160, palette.accent, 12),
    ...words,
    second(palette, [
      [bend + 44, isUp ? 220 : -20],
      [bend + 44, otherY],
      [340, otherY],
    ]),
    first(
      palette,
      place % 2 === 0
        ? [
            [left + 4, y],
            [bend, y],
            [bend, isUp ? -20 : 220],
          ]
        : [
            [left + 4, y],
            [bend, y],
            [bend, isUp ? 104 : 96],
            [340, isUp ? 104 : 96],
          ],
    ),
    disc(left + 4, y, 12, palette.pipe),
    disc(left + 4, y, 5, palette.accent),
  ];
};

/** The land in the frame, by place: two peaks, dunes, one mountain, waves, a night of hills. */
const HORIZONS = [
  (x: number) => `M${x} 164V132L${x + 54} 88L${x + 92} 128L${x + 128} 104L${x + 168} 140V164Z`,
  (x: number) => `M${x} 164V112C${x + 44} 78 ${x + 88} 158 ${x + 168} 104V164Z`,
  (x: number) => `M${x} 164V146L${x + 40} 146L${x + 92} 74L${x + 144} 146L${x + 168} 146V164Z`,
  (x: number) => `M${x} 164V124Q${x + 21} 96 ${x + 42} 124T${x + 84} 124T${x + 126} 124T${x + 168} 124V164Z`,
  (x: number) => `M${x} 164V150A52 52 0 0 1 ${x + 104} 150A36 36 0 0 1 ${x + 168} 140V164Z`,
] as const;

/** A picture in its frame, fed by two pipes: sun, land, water. */
const composeImage: Compose = (palette, random, place) => {
  const x = [118, 104, 126, 96, 112][place % 5] ?? 112;
  const [high, low] = place % 2 === 0 ? ([104, 140] as const) : ([66, 106] as const);
  const horizon = HORIZONS[place % HORIZONS.length] ?? HORIZONS[0];
  const sunX = x + (place === 2 ? 134 : random.between(40, 128));
  return [
    place % 2 === 0 ? block(0, 100, 320, 100, palette.field) : disc(40, 200, 130, palette.field),
    first(palette, [
      [-20, high - 52],
      [46, high - 52],
      [46, high],
      [x, high],
    ]),
    second(palette, [
      [-20, low + 32],
      [70, low + 32],
      [70, low],
      [x, low],
    ]),
    block(x - 10, 26, 188, 148, palette.accent, 10),
    block(x, 36, 168, 128, palette.ground, 4),
    disc(sunX, random.between(64, 80), random.between(15, 22), palette.pipe),
    { kind: 'area', d: horizon(x), fill: palette.deep },
    { kind: 'area', d: `M${x} 164v-16c50-24 110 12 168-12v28Z`, fill: palette.second },
  ];
};

/** Height of the ball in each frame: climbing, falling, jumping, diving, bouncing. */
const MOTIONS = [
  [134, 100, 66],
  [104, 64, 124],
  [64, 96, 136],
  [112, 136, 66],
  [70, 128, 84],
] as const;

/** Frames in a row, a ball on its way through them, the pipe as its path. */
const composeVideo: Compose = (palette, random, place) => {
  const frames = [18, 116, 214];
  const [start, middle, end] = MOTIONS[place % MOTIONS.length] ?? MOTIONS[0];
  const entry = start + (start > 100 ? -26 : 26);
  const holes = frames.flatMap((x) =>
    [0, 1, 2, 3].flatMap((hole) => [
      block(x + 10 + hole * 19, 42, 11, 7, palette.field, 2),
      block(x + 10 + hole * 19, 151, 11, 7, palette.field, 2),
    ]),
  );
  return [
    place % 2 === 0
      ? disc(random.between(60, 260), end < start ? 210 : -10, 110, palette.field)
      : block(0, end, 320, 200, palette.field),
    ...frames.map((x) => block(x, 34, 88, 132, palette.deep, 8)),
    ...holes,
    first(
      palette,
      [
        [-20, entry],
        [40, entry],
        [40, start],
        [109, start],
        [109, middle],
        [207, middle],
        [207, end],
        [258, end],
      ],
      14,
    ),
    disc(258, end, 20, palette.second),
    disc(252, end - 6, 6, palette.secondCore),
  ];
};

/** A voice as pipes standing side by side. */
const composeAudio: Compose = (palette, random, place) => {
  const middle = random.pick([92, 100, 108]);
  const swell = 1 + place * 0.55;
  const bars = Array.from({ length: 10 }, (_, index) => {
    const envelope = Math.sin(((index + 0.6) / 10.2) * Math.PI);
    const wave = 0.55 + 0.45 * Math.abs(Math.sin(index * 0.9 * swell + swell));
    return { x: 34 + index * 28, reach: 12 + 62 * envelope * wave * random.between(0.8, 1.1) };
  });
  const bright = random.pick([3, 4, 5, 6]);
  return [
    place % 2 === 1
      ? disc(random.between(80, 240), middle, random.between(76, 96), palette.field)
      : block(0, middle, 320, 200, palette.field),
    block(0, middle - 1, 320, 2, palette.deep),
    ...bars.map(({ x, reach }, index) =>
      (index === bright || index === bright + 2 ? second : first)(
        palette,
        [
          [x, middle - reach],
          [x, middle + reach],
        ],
        14,
      ),
    ),
  ];
};

const COMPOSERS: Readonly<Record<PanelType, Compose>> = {
  text: composeText,
  image: composeImage,
  video: composeVideo,
  audio: composeAudio,
};

/** The drawing of a model, always the same for the same type and name. */
export function composeArt(type: PanelType, name: string): Art {
  const place = Math.max(
    0,
    modelsOf(type, GALLERIES).findIndex((entry) => entry.name === name),
  );
  const palettes = ART_PALETTES[type];
  const palette = palettes[place % palettes.length] as ArtPalette;
  return { ground: palette.ground, shapes: COMPOSERS[type](palette, seededRandom(`${type} ${name}`), place) };
}
