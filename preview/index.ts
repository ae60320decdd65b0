/** The parts that a process needs to start the painter's threads: none of them paints or loads a font. */
export type { ThreadAnswer } from './answerThread';
export type { InputPicture, PreviewRequest } from './paintPreview';

/** Shapes that are wide and high enough for the label. */
export const PREVIEW_RATIOS: readonly string[] = [
  '1:1',
  '2:3',
  '3:2',
  '3:4',
  '4:3',
  '4:5',
  '5:4',
  '9:16',
  '16:9',
  '21:9',
];
