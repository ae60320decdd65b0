import type { IdSet } from '../../collections/IdSet';
import { intersects, type Box } from '../../geometry/box';
import type { NodeKinds } from '../../nodes/NodeKinds';
import type { NodeMode } from '../../nodes/nodeMode';
import type { LevelOfDetail } from './levelOfDetail';
import type { PaintTheme } from './PaintTheme';

/** A decoded picture, ready to draw. `bitmap` is an argument for the context's drawImage. */
export interface Picture {
  readonly bitmap: unknown;
  readonly width: number;
  readonly height: number;
}

/** Hands out decoded pictures without ever waiting; a picture that arrives later asks for a redraw by itself. */
export interface PictureSource {
  /**
   * `wantedWidth`: its drawn width in device pixels, so that a small version may do. `isHurried`: during a zoom, when any loaded version
   * will do; at its end it is requested again.
   */
  get(url: string, wantedWidth: number, isHurried?: boolean): Picture | 'loading' | 'broken';
}

/** Every word that painters draw; the app gives them in the person's language. */
export interface PaintWords {
  /** The card's name by node type; `other` for types we do not know. */
  readonly kinds: Readonly<Record<string, string>>;
  /** 'Please enter your text' */
  readonly textPlaceholder: string;
  /** 'Convert to category' */
  readonly convert: string;
  /** 'Converting...' */
  readonly converting: string;
  /** 'Upload a file' */
  readonly upload: string;
  /** 'Loading...' */
  readonly loading: string;
  /** 'Uploading...' */
  readonly uploading: string;
  /** 'Waiting its turn...' */
  readonly waiting: string;
  readonly tryAgain: string;
  /** 'This node is not yet available.' */
  readonly unavailable: string;
  readonly brokenPicture: string;
  readonly untitled: string;
  /** 'Together': the words of a list go into one picture. */
  readonly together: string;
  /** 'Each': a picture takes one of them. */
  readonly oneByOne: string;
  /** 'Made with AI' */
  readonly madeWithAi: string;
  /** 'Offline preview' */
  readonly offlinePreview: string;
  /** The words on a card that is muted, bypassed or frozen. */
  readonly modes: Readonly<Record<NodeMode, string>>;
  /** The words on a sheet that nothing leads to. */
  readonly sheetEmpty: string;
  /** '{count} pictures' */
  readonly pictureCount: string;
  /** 'This model is not here any more.' */
  readonly modelGone: string;
  /** 'deleted': of a mention whose node is gone. */
  readonly mentionGone: string;
  /** 'No text model is set up on this server.' */
  readonly noTextModel: string;
}

/** The state of a node's work: waiting, running, uploading or failed, or a word about what it shows; view state, never saved. */
export interface NodeRun {
  readonly state: 'waiting' | 'running' | 'uploading' | 'failed' | 'note';
  /** Whole seconds since the start, while running. */
  readonly elapsedS?: number;
  /** 0 to 1, how much of a picture has gone up; absent while nothing is known of it. */
  readonly share?: number;
  /** 0 to 1, the phase of the loading sweep; constant under reduced motion. */
  readonly phase?: number;
  /** The reason, when failed; the words of a note. */
  readonly message?: string;
  /** Words written so far, while running. */
  readonly text?: string;
}

/** The models of a server. */
export interface OfferedModels {
  /** Those that nodes can name. */
  readonly names: ReadonlySet<string>;
  /** Whether there is one that writes. */
  readonly canWrite: boolean;
}

/** A summary of the finished pictures of a node; view state, never saved. */
export interface NodeTakes {
  readonly count: number;
  /** Rating of the chosen one: 1 to 5, -1 if it is rejected, null without a rating. */
  readonly rating: number | null;
  /** Maker of the chosen one: an engine, or our own preview painter; null where that is not known. */
  readonly origin: 'engine' | 'preview' | null;
  /** The node's rating is not the one that is searched for: its card is painted faint. */
  readonly isFaded?: boolean;
}

/** The cells of a node, made by the lists at its left whose words go one by one. */
export interface NodeCells {
  /** How many values each axis has: the pictures of an image node are their product. */
  readonly counts: readonly number[];
  readonly total: number;
}

/** Source of the cells that cards show. After a change its owner asks the editor to `repaint` those nodes. */
export interface CellSource {
  /** Null where no list goes one by one. */
  get(nodeId: string): NodeCells | null;
  /** The table that a sheet shows; null while nothing leads to it. */
  tableOf(nodeId: string): CellTable | null;
}

/** A sheet as it is painted: a question for each cell that is on screen. */
export interface CellTable {
  /** The words of its rows from top to bottom; one empty word where it has no such axis. */
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cellAt: (row: number, column: number) => TableCell;
}

export interface TableCell {
  readonly state: 'empty' | 'waiting' | 'running' | 'failed' | 'done';
  /** The picture of a cell that is done, or was before it was run again. */
  readonly url: string | null;
  /** The image node shows it. */
  readonly isChosen: boolean;
}

/** The surroundings that painters need besides the thing they paint. */
export interface PaintEnvironment {
  /** Kinds of the editor whose nodes are painted. */
  readonly kinds: NodeKinds;
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  readonly pictures: PictureSource;
  /** Nothing is known of cells when omitted. */
  readonly cells?: CellSource;
  /** A zoom is going on: until it rests, many cards are painted at low detail, and no picture is waited for. */
  readonly isHurried?: boolean;
  readonly detail: LevelOfDetail;
  /** Device pixels per world pixel, to choose a picture's version. */
  readonly scale: number;
  /** Phase of the light over a picture on its way, from 0 to 1; in its middle where nothing moves. */
  readonly shimmer?: number;
  /** The cards that a search has found; read again in every frame. */
  readonly marks?: Pick<IdSet, 'has'>;
  /** Takes the ids of the cards whose stored picture is still on its way. */
  readonly awaited?: Set<string>;
}

/** How a handle looks while an edge is being drawn: it may take the edge, or it may not. */
export type HandleEmphasis = 'rest' | 'grown' | 'faded' | 'snapped';

/** The content that a folded frame hides, as far as its card shows it. */
export interface FoldedContent {
  readonly count: number;
  /** Addresses of some of the pictures among it. */
  readonly pictures: readonly string[];
  /** Work under way and failed in it; null where there is neither. */
  readonly work: FoldedWork | null;
}

/** The runs of the nodes that a folded frame hides. */
export interface FoldedWork {
  /** Nodes that run, upload or wait. */
  readonly underWay: number;
  readonly failed: number;
  /** Phase of the spinner of one that is at work, from 0 to 1; null where all of them only wait. */
  readonly phase: number | null;
}

/** View state of one card; everything else follows from the node. */
export interface CardState {
  /** The part of the card that is painted, in its own coordinates: its texts and buttons elsewhere may be left out. Null for all of it. */
  readonly visible: Box | null;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  /** A search has found it. */
  readonly isMarked: boolean;
  /** Whether the run button may be pressed; drawn faint otherwise. */
  readonly canRun: boolean;
  readonly run: NodeRun | null;
  /** A quiet word about the picture that it shows. */
  readonly note: string | null;
  /** Null where it has none. */
  readonly takes: NodeTakes | null;
  /** `NodeTakes.isFaded`, in every level of detail. */
  readonly isFaded: boolean;
  /** The first words of the text that feeds an image node, its title; '' without one. */
  readonly prompt: string;
  /** Its text with a chip for each mention (`chip`); null where it mentions nothing. */
  readonly text: string | null;
  /** Null for all but folded frames. */
  readonly folded: FoldedContent | null;
  /** The field an overlay is editing; painters leave it empty so that text is not drawn twice: 'name', 'value', or a row's `rowField`. */
  readonly editing: string | null;
  readonly emphasis: (handleId: string) => HandleEmphasis;
}

/** Whether some of a box, in the card's coordinates, is to be painted. */
export const isSeen = ({ visible }: Pick<CardState, 'visible'>, box: Box): boolean =>
  visible === null || intersects(visible, box);

export const RESTING: CardState = {
  visible: null,
  isSelected: false,
  isHovered: false,
  isMarked: false,
  canRun: false,
  run: null,
  note: null,
  takes: null,
  isFaded: false,
  prompt: '',
  text: null,
  folded: null,
  editing: null,
  emphasis: () => 'rest',
};
