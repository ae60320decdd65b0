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
