import type { GenerateItem } from '../../api/contract';

/** A generation that waits in the queue or is being followed. */
export class FollowedJob {
  readonly controller = new AbortController();
  jobId: string | null = null;
  /** The number of its request; null until it has one. */
  number: number | null = null;
  /** True when the server may have begun it. */
  isAsked = false;
  isAborted = false;
  /** The items of its node's next run, which waits until this one, which was aborted, is over. */
  next: GenerateItem[] | null = null;

  /** True while its node shows that it waits or runs. */
  get isShown(): boolean {
    return !this.isAborted || this.next !== null;
  }
}
