import type {
  PaintEnvironment,
  PaintWords,
  Picture,
  PictureSource,
} from '../../src/engine/render/card/PaintEnvironment';
import { detailAt } from '../../src/engine/render/card/levelOfDetail';
import type { PaintTheme } from '../../src/engine/render/card/PaintTheme';
import { PAINT_WORDS } from '../../src/engine/render/card/paintWords';
import type { FlowNode } from '../../src/engine/document/FlowNode';
import { NODE_KINDS } from '../../src/engine/nodes/registry';
import { paintTheme } from '../../src/theme/paintTheme';
import type { ColourMode } from '../../src/theme/tokens';
import { TEST_FAMILY } from './nodeCanvas';

/** The product's own colours, with the family that is registered in Node. */
const themeOf = (mode: ColourMode): PaintTheme => ({ ...paintTheme(mode), fontFamily: `"${TEST_FAMILY}"` });

export const LIGHT = themeOf('light');
export const DARK = themeOf('dark');

export const { en: EN, ko: KO } = PAINT_WORDS;

/** Pictures by address; an address that was not given is broken. */
export const picturesOf = (known: Readonly<Record<string, Picture | 'loading'>> = {}): PictureSource => ({
  get: (url) => (Object.hasOwn(known, url) ? known[url] : undefined) ?? 'broken',
});

export interface WorldOptions {
  readonly theme?: PaintTheme;
  readonly words?: PaintWords;
  readonly pictures?: PictureSource;
  /** Decides the level of detail, too. */
  readonly zoom?: number;
}

export const environmentAt = ({ theme, words, pictures, zoom = 1 }: WorldOptions = {}): PaintEnvironment => ({
  kinds: NODE_KINDS,
  theme: theme ?? LIGHT,
  words: words ?? EN,
  pictures: pictures ?? picturesOf(),
  detail: detailAt(zoom),
  scale: zoom,
});

export const nodeOf = (type: string, data: Record<string, unknown> = {}): FlowNode => ({
  id: `${type}_node_1`,
  type,
  position: { x: 0, y: 0 },
  data,
});
