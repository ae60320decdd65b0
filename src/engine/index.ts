/** The headless door of the engine: runs in plain Node, without a DOM, a canvas, React or MobX. */
export { Editor } from './Editor';
export type { EditorEvent, LayerName, Origin } from './EditorEvent';
export type { EditorOptions } from './EditorOptions';
export { SHORTCUTS, type Chord, type Shortcut } from './shortcuts';

export { convertToCategory } from './edits/convertToCategory';
export { rowSize } from './edits/placeRow';
export type { TextField } from './edits/editText';

export { intersects, type Box } from './geometry/box';
export { DEFAULT_ZOOM, MAX_ZOOM, MIN_ZOOM, type Camera, type Size } from './geometry/camera';
export { snap, SNAP_GRID, type Vector } from './geometry/vector';
export type { Viewport } from './geometry/Viewport';

export { type CardAction, type CardField, type CardLayout, type CardRow } from './nodes/cardLayout';
export { categoryItems, isEmptyCategory, itemParts, itemText } from './nodes/categoryItems';
export type { Change } from './document/Change';
export type { Effect } from './document/Effect';
export { cutOut, fragmentBox, type Fragment } from './document/fragment';
export { edgeId, type Flow, type FlowEdge } from './document/FlowEdge';
export type { CategoryItem, FlowNode, NodeData } from './document/FlowNode';
export { GraphDocument } from './document/GraphDocument';
export { FLOW_NAMES, FLOWS, type FlowRow } from './nodes/flows';
export { HANDLE_SIZE, input, output, type Handle, type KindHandle } from './nodes/handles';
export type { IdSet } from './collections/IdSet';
export type { DropRule, NodeKind, PaletteEntry, RunRule } from './nodes/NodeKind';
export { NodeKinds } from './nodes/NodeKinds';
export { NODE_KINDS } from './nodes/registry';
export { cardLayout, handlesOf, nodeKind, nodeSize, type NodeType } from './nodes/shorthands';
export { ListChanges, type Touched } from './collections/ListChanges';
export { PendingChanges } from './document/PendingChanges';
export { TEXT_PLACEHOLDER_URL } from './document/placeholderUrl';
export { hasOwnIds, isFlowEdge, isFlowNode, readShape, readSnapshot } from './document/readSnapshot';
export type { OpenableSnapshot, Snapshot } from './document/Snapshot';

export { FULL_DETAIL_FROM_ZOOM } from './render/card/levelOfDetail';
export type {
  NodeRun,
  NodeTakes,
  PaintEnvironment,
  PaintWords,
  Picture,
  PictureSource,
} from './render/card/PaintEnvironment';
export type { Painter2D } from './render/shapes/Painter2D';
export type { PaintTheme } from './render/card/PaintTheme';
export { PAINT_THEMES } from './render/card/paintThemes';
export { PAINT_WORDS } from './render/card/paintWords';
export { paintEdge, type EdgeEnvironment } from './render/pane/paintEdge';
export { cameraOver, paintFlow, type FlowPainting } from './render/frame/paintFlow';
export { paintOverlay, paintWorld, type FrameCounts, type FrameOptions } from './render/frame/paintLayers';

export { nodeMode, type NodeMode } from './runs/nodeMode';
export { planRun } from './runs/planRun';
export { requestItems, type RequestDocument } from './runs/requestItems';
export type { RequestItem } from './runs/RequestItem';
export {
  stepOfPicture,
  type KnownTake,
  type PlannedRequest,
  type PlannedStep,
  type RunFacts,
  type RunScope,
} from './runs/RunPlan';

export { besideCovered, rowBesideCovered } from './scene/besideCovered';
export { canRun } from './scene/canRun';
export { judgeConnection, type ConnectionVerdict, type HandleRef } from './scene/connectionRule';
export type { RefusalReason } from './scene/fittingHandle';
export { deleteButtonOfEdge, deleteButtonOfNode } from './scene/deleteButton';
export type { EdgeEnd } from './scene/edgeEnds';
export type { Hit } from './scene/hitTest';
export type { AddMenu } from './scene/addMenu';
export { dropTargetAt } from './scene/dropTarget';
export { promptOf } from './scene/promptOf';
export { freeSpot } from './scene/freeSpot';
export { rowSlotAt, type RowSlot } from './scene/rowSlot';
export type { Scene } from './scene/Scene';
export type { Selection } from './scene/selection';
export { SELECTED_RUNS_MAX, selectedRuns } from './scene/selectedRuns';

export type { EditorInput, KeyInput, Modifiers, PointerInput, WheelInput } from './tools/input';
export type { ConnectionPreview, Preview } from './tools/ToolState';
