/** What those who start the painter's threads need: nothing of it paints or loads a font. */
export type { ThreadAnswer } from './answerThread';
export type { InputPicture, PreviewWish } from './paintPreview';
export { PREVIEW_RATIOS } from './ratios';
