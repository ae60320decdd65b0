/** The headless door of the engine: runs in plain Node, without a DOM, a canvas, React or MobX. */
export { Editor } from './Editor';
export type { EditorEvent, LayerName, Origin } from './EditorEvent';
export type { EditorOptions } from './EditorOptions';
export { SHORTCUTS, type Chord, type Shortcut } from './shortcuts';

export { convertToCategory } from './commands/convertToCategory';
export { rowSize } from './commands/placeRow';
export type { TextField } from './commands/editText';

export { intersects, type Box } from './geometry/box';
export { DEFAULT_ZOOM, MAX_ZOOM, MIN_ZOOM, type Camera, type Size } from './geometry/camera';
export { snap, SNAP_GRID, type Vector } from './geometry/vector';
export type { Viewport } from './geometry/Viewport';

export { cardLayout, type CardAction, type CardField, type CardLayout, type CardRow } from './model/cardLayout';
export { categoryItems, isEmptyCategory, itemParts, itemText } from './model/categoryItems';
export type { Change } from './model/Change';
export { cutOut, fragmentBox, type Fragment } from './model/fragment';
export { edgeId, type Flow, type FlowEdge, type HandleFlow } from './model/FlowEdge';
export type { CategoryItem, FlowNode, NodeData } from './model/FlowNode';
export { GraphDocument } from './model/GraphDocument';
export { HANDLE_SIZE, handlesOf, type Handle } from './model/handles';
export type { IdSet } from './model/IdSet';
export { nodeKind, type NodeKind, type NodeType } from './model/nodeKinds';
export { nodeSize } from './model/nodeSize';
export { TEXT_PLACEHOLDER_URL } from './model/placeholderUrl';
export { hasOwnIds, isFlowEdge, isFlowNode, readShape, readSnapshot } from './model/readSnapshot';
export type { OpenableSnapshot, Snapshot } from './model/Snapshot';

export { FLAT_BELOW_ZOOM } from './paint/levelOfDetail';
export type { NodeRun, PaintEnvironment, PaintWords, Picture, PictureSource } from './paint/PaintEnvironment';
export type { Painter2D } from './paint/Painter2D';
export type { PaintTheme } from './paint/PaintTheme';
export { paintPipe } from './paint/paintPipe';
export { cameraOver, paintFlow, type FlowPainting } from './paintFlow';
export { paintOverlay, paintWorld, type FrameCounts, type FrameOptions } from './paintLayers';

export { besideCovered, rowBesideCovered } from './scene/besideCovered';
export { canRun } from './scene/canRun';
export { judgeConnection, type ConnectionVerdict, type HandleRef } from './scene/connectionRule';
export type { RefusalReason } from './scene/fittingHandle';
export { deleteButtonOfEdge, deleteButtonOfNode } from './scene/deleteButton';
export type { EdgeEnd } from './scene/edgeEnds';
export type { Hit } from './scene/hitTest';
export type { Offer } from './scene/offer';
export { canTake, dropTargetAt } from './scene/dropTarget';
export { promptOf } from './scene/promptOf';
export { freeSpot } from './scene/freeSpot';
export { rowPlaceAt, type RowPlace } from './scene/rowPlace';
export type { Scene } from './scene/Scene';
export type { Selection } from './scene/selection';
export { SELECTED_RUNS_MAX, selectedRuns } from './scene/selectedRuns';

export type { EditorInput, KeyInput, Modifiers, PointerInput, WheelInput } from './tools/input';
export type { PipePreview, Preview } from './tools/ToolState';
