/** A generation that waits in the queue or is being followed. */
export interface FollowedJob {
  readonly controller: AbortController;
  jobId: string | null;
  /** The number of its request; null until it has one. */
  number: number | null;
  /** True when the server may have begun it. */
  isAsked: boolean;
  isAborted: boolean;
}
