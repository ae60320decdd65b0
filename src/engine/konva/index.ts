/** The engine's second door: the stage, the minimap, and pictures of a flow. */
export { CanvasStage, type CanvasStageProps } from './CanvasStage';
export { drawVector } from './drawVector';
export { MinimapCanvas, type MinimapCanvasProps } from './MinimapCanvas';
export { PictureCache, type PictureCacheOptions } from './PictureCache';
export { Thumbnailer, type ThumbnailOptions } from './Thumbnailer';
export { drawCountsOf, type DrawCounts } from './startDrawLoop';
