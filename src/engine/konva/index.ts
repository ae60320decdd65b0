/** The engine's second door: the stage, the minimap, and pictures of a flow. */
export { CanvasStage, type CanvasStageProps } from './stage/CanvasStage';
export { trackPointer, type PointerDrag } from './input/trackPointer';
export { drawVector } from './stage/drawVector';
export { MinimapCanvas, type MinimapCanvasProps } from './minimap/MinimapCanvas';
export { PictureCache, type PictureCacheOptions } from './pictures/PictureCache';
export { Thumbnailer, type ThumbnailOptions } from './pictures/Thumbnailer';
export { drawCountsOf, type DrawCounts } from './stage/startDrawLoop';
