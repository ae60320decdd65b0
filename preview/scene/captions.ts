import type { Noun, Scene } from './readScene';

/** Figures that stand on the ground of a scene. */
const FIGURES = ['hanok', 'car', 'portrait', 'deer', 'robot', 'dog', 'cat'] as const;
export type FigureTag = (typeof FIGURES)[number];

/** Most figures of one picture that have room side by side. */
const FIGURES_MAX = 3;

const UNDER_A_SKY: ReadonlySet<string> = new Set(
  'sea water city field desert space mountain sky indoor portrait'.split(' '),
);
/** Things that are far away or small: letters may cover them. */
const BEHIND_LETTERS: ReadonlySet<string> = new Set(['moon', 'sun', 'flower', 'blossom']);

/** The caption of a painting, and the picture below it. */
export interface Captions {
  /** The things and places of the text that the painting does not show, in their order. */
  words: string[];
  ground: 'mood' | 'scene' | 'figures';
}

/** Names everything that is asked for and not shown. A painting made of given pictures shows only these. */
export function captionsOf(scene: Scene, hasPictures: boolean): Captions {
  const isShownNoun = ({ group, tag }: Noun): boolean => !hasPictures && tag !== null && isShown(scene, group, tag);
  const isFigure = (noun: Noun): boolean =>
    noun.group === 'subject' && isShownNoun(noun) && !BEHIND_LETTERS.has(noun.tag ?? '');
  const words = scene.nouns.filter((noun) => !isShownNoun(noun)).map(({ word }) => word);
  const hasFigures = hasPictures || scene.nouns.some(isFigure);
  return { words, ground: hasFigures ? 'figures' : scene.place === 'mood' ? 'mood' : 'scene' };
}

/** The figures that are painted: those named first. */
export function figuresOf({ subjects, place }: Scene): FigureTag[] {
  const named = FIGURES.filter((tag) => subjects.has(tag) && !(tag === 'portrait' && place === 'portrait'));
  const order = [...subjects];
  return named.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)).slice(0, FIGURES_MAX);
}

/** Whether a painting shows the thing of a tag. */
function isShown(scene: Scene, group: Noun['group'], tag: string): boolean {
  return group === 'place' ? isPlaceShown(scene.place, tag) : isSubjectShown(scene, tag);
}

function isPlaceShown(place: string, tag: string): boolean {
  if (tag === place) return true;
  if (tag === 'sky' || tag === 'space') return UNDER_A_SKY.has(place) && place !== 'indoor';
  if (tag === 'mountain') return place === 'water';
  return place === 'city' && (tag === 'water' || tag === 'sea');
}

function isSubjectShown(scene: Scene, tag: string): boolean {
  const { place, subjects, time, weather } = scene;
  switch (tag) {
    case 'moon':
      return UNDER_A_SKY.has(place) && !weather.has('storm');
    case 'sun': {
      const isMoonlit = subjects.has('moon') || time === 'night' || time === 'dusk';
      const isHidden = ['rain', 'cloudy', 'storm', 'fog', 'snow'].some((word) => weather.has(word));
      return UNDER_A_SKY.has(place) && !isMoonlit && !isHidden;
    }
    case 'drink':
      return place === 'indoor';
    case 'flower':
    case 'blossom':
      return place !== 'indoor' && place !== 'underwater';
    case 'portrait':
      return place === 'portrait' || figuresOf(scene).includes('portrait');
    default:
      return !FIGURES.some((figure) => figure === tag) || figuresOf(scene).some((figure) => figure === tag);
  }
}
