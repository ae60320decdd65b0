/** The engine's second door: the stage, the minimap and what is captured from them. */
export { CanvasStage, type CanvasStageProps } from './CanvasStage';
export { captureThumbnail, type ThumbnailOptions } from './captureThumbnail';
export { drawVector } from './drawVector';
export { MinimapCanvas, type MinimapCanvasProps } from './MinimapCanvas';
export { PictureCache, type PictureCacheOptions } from './PictureCache';
export { drawCountsOf, type DrawCounts } from './startDrawLoop';
