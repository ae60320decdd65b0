/** The headless door of the engine: runs in plain Node, without a DOM, a canvas, React or MobX. */
export { Editor } from './Editor';
export type { EditorEvent, LayerName, Origin } from './EditorEvent';
export type { EditorOptions } from './EditorOptions';
export { isPressed, SHORTCUTS, type Chord, type Shortcut } from './shortcuts';

export type { Arrangement } from './edits/arrangeNodes';
export { convertToCategory } from './edits/convertToCategory';
export { gatherTidy, type TidyTask } from './edits/tidyNodes';
export { rowSize } from './edits/placeNode';
export { toggleListMode, type ListPart } from './edits/toggleListMode';
export { isInMode } from './edits/toggleMode';
export { moveInput, moveReference } from './edits/moveInput';
export { replaceText, type Replacement, type TextField } from './edits/editText';

export { encloses, intersects, type Box } from './geometry/box';
export type { EngineStats } from './scene/EngineStats';
export { DEFAULT_ZOOM, ZOOM_MAX, ZOOM_MIN, type Viewport, type Size } from './geometry/viewport';
export { nextCardAt, snap, SNAP_GRID, type Vector } from './geometry/vector';
export { reveal } from './geometry/reveal';
export type { View } from './geometry/View';

export { type CardAction, type CardField, type CardLayout, type CardRow, type ListSwitch } from './nodes/cardLayout';
export { categoryItems, goesOneByOne, isEmptyCategory, itemParts, itemText, pairOf } from './nodes/categoryItems';
export { layeredLayout } from './layout/layeredLayout';
export type { LayoutGraph, LayoutPlaces } from './layout/LayoutGraph';
export type { Change } from './document/Change';
export type { Effect } from './document/Effect';
export { fieldChanges } from './document/fieldChanges';
export { cutOut, fragmentBox, type Fragment } from './document/fragment';
export { edgeId, type FlowEdge } from './document/FlowEdge';
export type { CategoryItem, FlowNode, NodeData } from './document/FlowNode';
export type { Framed } from './document/Framed';
export { mentionOf } from './document/mentions';
export { editShown, keptText, mentionAt, showText, type ShownText } from './document/ShownText';
export { GraphDocument } from './document/GraphDocument';
export { FRAME_COLOURS, frameColour, type FrameColour } from './nodes/frame/frameColours';
export { paintSheetCaptions, paintSheetCell, type SheetPictureWords } from './nodes/sheet/paintSheetPicture';
export { sheetPicture, type SheetPicture } from './nodes/sheet/sheetPicture';
export { FLOW_NAMES, FLOWS, type Flow, type FlowRow } from './nodes/flows';
export { HANDLE_SIZE, input, output, type Handle, type KindHandle } from './nodes/handles';
export type { IdSet } from './collections/IdSet';
export type { DropRule, NodeKind, PaletteEntry, RunRule } from './nodes/NodeKind';
export { NodeKinds } from './nodes/NodeKinds';
export { nodeMode, type NodeMode } from './nodes/nodeMode';
export { NODE_KINDS } from './nodes/registry';
export { TEXT_PLACEHOLDER_URL } from './nodes/requestParts';
export type { CellTable, FoldedWork, NodeCells, NodeRun, NodeTakes, TableCell } from './nodes/viewState';
export { cardLayout, handlesOf, nodeKind, nodeSize, type NodeType } from './nodes/shorthands';
export { ListChanges, type Touched } from './collections/ListChanges';
export { PendingChanges } from './document/PendingChanges';
export {
  edgeProblem,
  hasOwnIds,
  isFlowEdge,
  isFlowNode,
  nodeProblem,
  readShape,
  readSnapshot,
} from './document/readSnapshot';
export type { OpenableSnapshot, Snapshot } from './document/Snapshot';
export type { StepKind, StepName } from './document/stepName';

export { detailAt, FULL_DETAIL_FROM_ZOOM } from './render/card/levelOfDetail';
export type { CellSource, PaintEnvironment, PaintWords, Picture, PictureSource } from './render/card/PaintEnvironment';
export type { Painter2D } from './render/shapes/Painter2D';
export type { PaintTheme } from './render/card/PaintTheme';
export { PAINT_THEMES } from './render/card/paintThemes';
export { PAINT_WORDS } from './render/card/paintWords';
export { paintEdge, type EdgeEnvironment } from './render/pane/paintEdge';
export { paintFlow, type FlowPainting } from './render/frame/paintFlow';
export { paintOverlay, paintWorld, type FrameCounts, type FrameOptions } from './render/frame/paintLayers';
export { pictureArea, pictureOver, type FlowPicture } from './render/frame/pictureOver';

export { cellOfSheet, indexOn, sheetLayout, valueWords, type SheetChoice, type SheetLayout } from './runs/sheetLayout';
export {
  ASPECT_RATIO,
  axesOf,
  cellKey,
  cellsOf,
  ALL_CELLS,
  countCells,
  isWithin,
  MODEL,
  projectCell,
  type Axis,
  type Sample,
} from './runs/cells';
export type { Cell, WordList } from './runs/WordList';
export { NO_AXES, NodeAxes, ownAxes } from './runs/NodeAxes';
export { modelAndSettings } from './runs/modelAndSettings';
export { planRun } from './runs/planRun';
export { sharedCalls } from './runs/sharedCalls';
export { referencesOf, requestItems, sourcesOf, type Reference, type RequestDocument } from './runs/requestItems';
export type { RequestItem } from './runs/RequestItem';
export {
  stepOfPicture,
  type KnownTake,
  type PlannedRequest,
  type PlannedStep,
  type RunFacts,
  type RunScope,
  type TakePlace,
} from './runs/RunPlan';

export { uncoveredPlace, uncoveredRowPlace } from './scene/uncoveredPlace';
export { canRun, hasModel, SELECTED_RUNS_MAX, selectedRuns } from './scene/canRun';
export { judgeConnection, type ConnectionVerdict, type HandleRef, type RefusalReason } from './scene/connectionRule';
export { deleteButtonOfEdge, deleteButtonOfNode, type Hit } from './scene/hitTest';
export type { EdgeEnd } from './scene/edgeAt';
export type { AddMenu } from './scene/addMenu';
export { dropTargetAt, rowSlotAt, type RowSlot } from './scene/dropTarget';
export {
  mentionable,
  mentionsOf,
  numberWords,
  promptOf,
  withItsMentions,
  worded,
  type MentionedNode,
} from './scene/mentioned';
export { FlowOrder } from './scene/FlowOrder';
export { foldedWork } from './scene/foldedContent';
export { freeSpot } from './scene/freeSpot';
export { reachedFrom, walkFrom } from './scene/reachedFrom';
export { readingOrder, readingRow } from './scene/readingOrder';
export { Scene } from './scene/Scene';
export { silentMentions } from './scene/silentMentions';
export type { Selection } from './scene/selection';
export { hasTextField } from './scene/textField';

export { BOOKMARK_NUMBERS, type Bookmark } from './tools/Bookmarks';
export { enterOn } from './tools/openCard';
export type { EditorInput, KeyInput, Modifiers, PointerInput, WheelInput } from './tools/input';
export type { ConnectionPreview, Preview } from './tools/ToolState';
