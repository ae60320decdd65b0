import type { ParseKeys } from 'i18next';
import type { Flow } from '../../engine';

/** A key of the words of examples. */
export type ExampleWords = Extract<ParseKeys, `example.${string}`>;

/** A text prompt with these words, or an image node without; world pixels from the flow's corner, on the grid. */
interface ExampleNode {
  readonly x: number;
  readonly y: number;
  readonly words?: ExampleWords;
}

/** A flow that an empty canvas offers, as data; what it says is in the words of both languages. */
export interface ExampleFlow {
  readonly id: 'first' | 'variations' | 'steps';
  readonly title: ExampleWords;
  readonly about: ExampleWords;
  readonly nodes: Readonly<Record<string, ExampleNode>>;
  readonly edges: readonly (readonly [source: string, target: string, flow: Flow])[];
}

/** An image node 30 lower than a text has its text input where the text's output is: the pipe between them is straight. */
const STRAIGHT = 30;

export const EXAMPLE_FLOWS: readonly ExampleFlow[] = [
  {
    id: 'first',
    title: 'example.first.title',
    about: 'example.first.about',
    nodes: {
      scene: { x: 0, y: 0, words: 'example.first.scene' },
      style: { x: 0, y: 225, words: 'example.first.style' },
      picture: { x: 360, y: STRAIGHT },
    },
    edges: [
      ['scene', 'picture', 'text'],
      ['style', 'picture', 'text'],
    ],
  },
  {
    id: 'variations',
    title: 'example.variations.title',
    about: 'example.variations.about',
    nodes: {
      scene: { x: 0, y: 0, words: 'example.variations.scene' },
      spring: { x: 0, y: 240, words: 'example.variations.spring' },
      autumn: { x: 0, y: 480, words: 'example.variations.autumn' },
      winter: { x: 0, y: 720, words: 'example.variations.winter' },
      springPicture: { x: 360, y: 240 + STRAIGHT },
      autumnPicture: { x: 360, y: 480 + STRAIGHT },
      winterPicture: { x: 360, y: 720 + STRAIGHT },
    },
    edges: [
      ['scene', 'springPicture', 'text'],
      ['scene', 'autumnPicture', 'text'],
      ['scene', 'winterPicture', 'text'],
      ['spring', 'springPicture', 'text'],
      ['autumn', 'autumnPicture', 'text'],
      ['winter', 'winterPicture', 'text'],
    ],
  },
  {
    id: 'steps',
    title: 'example.steps.title',
    about: 'example.steps.about',
    nodes: {
      scene: { x: 0, y: 225, words: 'example.steps.scene' },
      rain: { x: 360, y: 0, words: 'example.steps.rain' },
      painted: { x: 720, y: 0, words: 'example.steps.painted' },
      picture: { x: 360, y: 225 + STRAIGHT },
      rainPicture: { x: 720, y: 225 + STRAIGHT },
      paintedPicture: { x: 1080, y: 225 + STRAIGHT },
    },
    edges: [
      ['scene', 'picture', 'text'],
      ['picture', 'rainPicture', 'image'],
      ['rain', 'rainPicture', 'text'],
      ['rainPicture', 'paintedPicture', 'image'],
      ['painted', 'paintedPicture', 'text'],
    ],
  },
];
