import type { Snapshot } from '../../engine';
import type { Sending } from './records';

/** A project as this device knows it. */
export interface Recovered {
  readonly name: string;
  /** When the copy was written, by the clock that wrote it. */
  readonly timestamp: string;
  /** The server's revision that `base` is; null when it was never learnt. */
  readonly revision: number | null;
  /** The acknowledged state below the work; null when the copy has no revision. */
  readonly base: Snapshot | null;
  readonly snapshot: Snapshot;
  readonly hasUnsent: boolean;
  /** A save whose answer never came. */
  readonly sending: Sending | null;
  /** A bare `flow_latest`: whether it is work is for the timestamp rule to say. */
  readonly isBare: boolean;
}
