/** The parts that a process needs to start the painter's threads: none of them paints or loads a font. */
export type { ThreadAnswer } from './answerThread';
export type { InputPicture, PreviewRequest } from './paintPreview';
export { PREVIEW_RATIOS } from './ratios';
