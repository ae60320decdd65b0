import type { NodeKinds } from '../../nodes/NodeKinds';
import type { LevelOfDetail } from './levelOfDetail';
import type { PaintTheme } from './PaintTheme';

/** A decoded picture, ready to draw. `bitmap` is what the context's drawImage takes. */
export interface Picture {
  readonly bitmap: unknown;
  readonly width: number;
  readonly height: number;
}

/** Hands out decoded pictures without ever waiting; a picture that arrives later asks for a redraw by itself. */
export interface PictureSource {
  /**
   * `wantedWidth`: how many device pixels wide it will be drawn, so that a small version may do. `isHurried`: in the middle of a
   * zoom, when what is there will do; at its end it is asked again.
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
  /** 'Made with AI' */
  readonly madeWithAi: string;
  /** 'Offline preview' */
  readonly offlinePreview: string;
}

/** What waits its turn, is running, going up or has failed on a node, or a word about what it shows; view state, never saved. */
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
}

/** What is known of the finished pictures of a node; view state, never saved. */
export interface NodeTakes {
  readonly count: number;
  /** Of the chosen one: 1 to 5, -1 where it is rejected, null where nobody has judged it. */
  readonly rating: number | null;
  /** Who made the chosen one: an engine, or our own preview painter; null where that is not known. */
  readonly origin: 'engine' | 'preview' | null;
}

/** What painters need beside the thing they paint. */
export interface PaintEnvironment {
  /** Of the editor whose nodes are painted. */
  readonly kinds: NodeKinds;
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  readonly pictures: PictureSource;
  /** In the middle of a zoom: where cards are many they are painted flat, and no picture is waited for, until it rests. */
  readonly isHurried?: boolean;
  readonly detail: LevelOfDetail;
  /** Device pixels per world pixel, to choose a picture's version. */
  readonly scale: number;
  /** Where the light of a picture on its way stands, from 0 to 1; in its middle where nothing moves. */
  readonly shimmer?: number;
  /** Takes the ids of the cards whose stored picture is still on its way. */
  readonly awaited?: Set<string>;
}

/** How a handle looks while an edge is being drawn: it may take the edge, or it may not. */
export type HandleEmphasis = 'rest' | 'grown' | 'faded' | 'snapped';

/** View state of one card; everything else follows from the node. */
export interface CardState {
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  /** A dragged category item hovers over this category. */
  readonly isDropTarget: boolean;
  /** Whether the run button may be pressed; drawn faint otherwise. */
  readonly canRun: boolean;
  readonly run: NodeRun | null;
  /** A quiet word about the picture that it shows. */
  readonly note: string | null;
  /** Null where it has none. */
  readonly takes: NodeTakes | null;
  /** The first words of what feeds an image node, its title; '' where nothing does. */
  readonly prompt: string;
  /** The field an overlay is editing; painters leave it empty so that text is not drawn twice: 'name', 'value', or a row's `rowField`. */
  readonly editing: string | null;
  readonly emphasis: (handleId: string) => HandleEmphasis;
}

export const RESTING: CardState = {
  isSelected: false,
  isHovered: false,
  isDropTarget: false,
  canRun: false,
  run: null,
  note: null,
  takes: null,
  prompt: '',
  editing: null,
  emphasis: () => 'rest',
};
