/** The engine's second door: the stage, what lies over it, the minimap, and pictures of a flow. */
export { CanvasStage, type CanvasStageProps } from './stage/CanvasStage';
export { boxStyle, ViewportLayer, type ViewportLayerProps } from './stage/ViewportLayer';
export { ComposedField, type ComposedFieldProps, type FieldElement } from './text/ComposedField';
export { FIELD_WORDS, type FieldWords } from './text/fieldWords';
export { TextOverlay, type OpenText, type TextOverlayProps } from './text/TextOverlay';
export { AccessibleLayer, type AccessibleLayerProps } from './accessible/AccessibleLayer';
export { ActionButton, type ActionButtonProps } from './accessible/ActionButton';
export { LAYER_WORDS, type LayerWords } from './accessible/layerWords';
export { arrowDirection, nodeBeside } from './accessible/nodeBeside';
export { NodeGroup, type NodeGroupProps, type NodeHandlers } from './accessible/NodeGroup';
export { kindWord, modeWord, nodeName, nodeTitle } from './accessible/nodeName';
export { reveal, type GoTo } from './accessible/useGoTo';
export { trackPointer, type PointerDrag } from './input/trackPointer';
export { drawVector } from './stage/drawVector';
export { MinimapCanvas, type MinimapCanvasProps } from './minimap/MinimapCanvas';
export { PictureCache, type PictureCacheOptions } from './pictures/PictureCache';
export { Thumbnailer, type ThumbnailOptions } from './pictures/Thumbnailer';
export { drawCountsOf, type DrawCounts } from './stage/startDrawLoop';
