import type { IdSet } from '../../collections/IdSet';
import { intersects, type Box } from '../../geometry/box';
import type { NodeKinds } from '../../nodes/NodeKinds';
import type { NodeMode } from '../../nodes/nodeMode';
import type { CellTable, FoldedContent, NodeCells, NodeRun, NodeTakes } from '../../nodes/viewState';
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
   * `wantedSide`: the longer side of the place where it is drawn, in device pixels, so that a small version may do. `isHurried`: during a zoom, when any loaded version
   * will do; at its end it is requested again.
   */
  get(url: string, wantedSide: number, isHurried?: boolean): Picture | 'loading' | 'broken';
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

/** Source of the cells that cards show. After a change its owner asks the editor to `repaint` those nodes. */
export interface CellSource {
  /** Null where no list goes one by one. */
  get(nodeId: string): NodeCells | null;
  /** The table that a sheet shows; null while nothing leads to it. */
  tableOf(nodeId: string): CellTable | null;
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
