import type { RequestItem } from './RequestItem';

/** What a run is asked to do. */
export interface RunScope {
  /** Ids; one that comes twice counts once. */
  readonly nodes: readonly string[];
  /** Nothing that is there already is used. */
  readonly isFresh?: boolean;
  /** Results of each node, numbered from 0; one when absent. */
  readonly takes?: number;
}

/** A request as it would be sent for a node; its pictures may be those of steps that are still to run. */
export interface PlannedRequest {
  readonly settings: { readonly aspectRatio?: string };
  readonly items: readonly RequestItem[];
  readonly number: number;
}

/** A finished picture that is there already. */
export interface KnownTake {
  readonly id: number;
  readonly url: string;
}

/** What the plan has to be told of. Each is asked the same thing as often as it likes and always answers the same. */
export interface RunFacts {
  /** Equal requests have equal keys. Null where a picture of it is not known by its bytes. */
  readonly key: (request: PlannedRequest) => string | null;
  /** The takes with this picture: by which request each was made, and its number. */
  readonly madeBy: (url: string) => readonly { readonly key: string; readonly number: number; readonly id: number }[];
  /** A finished take of this key. */
  readonly finished: (key: string) => KnownTake | null;
  /** Why such a request would be refused, in one stable word; null for one that is taken. */
  readonly refusal: (request: PlannedRequest) => string | null;
}

/**
 * Why a step does not run:
 * - missing, notAnImage: there is no such node, or it makes no pictures.
 * - mute, bypass, freeze: somebody has decided so. A frozen node with a picture is kept.
 * - notConnected: nothing leads to it. nothing: what leads to it is empty.
 * - upstream: it depends on a step that cannot run.
 * - Any other word is `facts.refusal`'s.
 */
export type BlockedReason = string;

export interface PlannedStep {
  readonly nodeId: string;
  readonly request: PlannedRequest;
  readonly state: 'run' | 'kept' | 'blocked';
  readonly reason?: BlockedReason;
  /** Known whenever all inputs are. */
  readonly key?: string;
  /** What is kept; absent for a frozen node's picture that is nobody's take. */
  readonly take?: KnownTake;
  /** Whether the node shows what is kept already. */
  readonly isChosen?: boolean;
  /** Steps of this plan, by their place in it, that have to end before this one begins. */
  readonly after: readonly number[];
}

/** In its items, in the place of a picture that a step of this place in the plan is to make. */
const STEP = 'step:';
export const stepPicture = (place: number): string => `${STEP}${place}`;

/** The place of the step that is to make a picture; null for a picture that is there. */
export function stepOfPicture(content: string): number | null {
  return content.startsWith(STEP) ? Number(content.slice(STEP.length)) : null;
}
