import type { Sample } from './cells';
import type { RequestItem } from './RequestItem';
import type { Cell } from './WordList';

/** The scope of a run. */
export interface RunScope {
  /** Ids; one that comes twice counts once. */
  readonly nodes: readonly string[];
  /** Pictures that are there already are not used. */
  readonly isFresh?: boolean;
  /** Results of each node; one when absent. */
  readonly takes?: number;
  /**
   * Number of the first result of each node; 0 when absent. A fresh run of one result each gives it only to what it makes again: what was
   * never made has 0, by which copies of the project and equal nodes find it.
   */
  readonly number?: number;
  /** The only cells to run of these nodes; part of a cell stands for all that have it. */
  readonly cells?: readonly { readonly nodeId: string; readonly cell: Cell }[];
  /** The cells of the other nodes that are wanted; all when absent. */
  readonly sample?: Sample;
  /** Number of steps soon behind which the plan ends. */
  readonly most?: number;
  /** False for a step behind which the plan ends. */
  readonly admits?: (step: PlannedStep) => boolean;
}

/** The words that a step of this place in the plan is to write. */
export interface StepWords {
  readonly type: 'step_words';
  readonly step: number;
}

/** A request as it would be sent for a node; its pictures and words may be those of steps that are still to run. */
export interface PlannedRequest {
  /** Model as the node names it; absent where it names none. */
  readonly model?: string;
  readonly settings: { readonly aspectRatio?: string; readonly count?: number; readonly makes?: 'words' };
  readonly items: readonly (RequestItem | StepWords)[];
  readonly number: number;
}

/** A finished picture or text that is there already. */
export interface KnownTake {
  readonly id: number;
  /** Value of its node: the address of a picture, or words. */
  readonly value: string;
}

/** The place that a take belongs to. */
export interface TakePlace {
  readonly nodeId: string;
  /** Null for the one result of a node without lists. */
  readonly cell: Cell | null;
}

/** The facts that the plan needs. Each is asked the same thing as often as the plan likes and must always answer the same. */
export interface RunFacts {
  /** Equal requests have equal keys. Null where a picture of it is not known by its bytes. */
  readonly key: (request: PlannedRequest) => string | null;
  /** The takes with this picture or these words: by which request each was made, and its number. */
  readonly madeBy: (value: string) => readonly { readonly key: string; readonly number: number; readonly id: number }[];
  /**
   * A finished take of this key, of this very place if there is one.
   *
   * @param keyAt The key of the same request with another number: a repetition of the place that has it is as good.
   */
  readonly finished: (
    key: string,
    place: TakePlace,
    keyAt?: (number: number) => string | null,
  ) => (KnownTake & { readonly isInPlace?: boolean }) | null;
  /** Whether such a request of this node was ever answered or is being answered now; a result that was deleted counts, too. */
  readonly isMade: (key: string, nodeId: string) => boolean;
  /** Why such a request would be refused, in one stable word; null for one that is taken. */
  readonly refusal: (request: PlannedRequest) => string | null;
}

/**
 * Why a step does not run:
 * - missing, notAnImage: there is no such node, or it makes nothing.
 * - mute, bypass, freeze: somebody has decided so. A frozen node with a picture is kept.
 * - notConnected: nothing leads to it. nothing: what leads to it is empty.
 * - upstream: it depends on a step that cannot run.
 * - missingWord: a list has no such word as the cell asks for.
 * - missingCell: the node at its left has nothing of this cell, and is no part of the run.
 * - Any other word is `facts.refusal`'s.
 */
export type BlockedReason = string;

export interface PlannedStep {
  readonly nodeId: string;
  /** The word of each list whose words go one by one; absent where the node has none. */
  readonly cell?: Cell;
  readonly request: PlannedRequest;
  readonly state: 'run' | 'kept' | 'blocked';
  readonly reason?: BlockedReason;
  /** Key of the request; known whenever all inputs are. */
  readonly key?: string;
  /** The kept take; absent where a frozen node holds a value that is no take. */
  readonly take?: KnownTake;
  /** Whether the node shows the kept take already, or has it for this cell. */
  readonly isChosen?: boolean;
  /** Steps of this plan, by their place in it, that have to end before this one begins. */
  readonly after: readonly number[];
}

/** Prefix of an item's content, followed by the place in the plan of the step that is to make its picture. */
const STEP = 'step:';
export const stepPicture = (place: number): string => `${STEP}${place}`;

/** The place of the step that is to make a picture; null for a picture that is there. */
export function stepOfPicture(content: string): number | null {
  return content.startsWith(STEP) ? Number(content.slice(STEP.length)) : null;
}
