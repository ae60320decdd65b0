/** Limits on the calls of engines. A day is the last 24 hours, a minute the last 60 seconds. */
export interface GenerationLimits {
  /** Calls of each member, with pictures and analyses counted apart. */
  perMinute: number;
  concurrent: number;
  perDay: number;
  /** Calls of the whole installation, pictures and analyses together; null: as many as its members may. */
  perDayAll: number | null;
  /** Cost of all of them in a day, in millionths of a US dollar; null: no limit. */
  budgetMicros: number | null;
  /** Cost that is assumed for a call whose own is unknown, or not known yet. */
  estimateMicros: number;
}

/** Kinds of calls of an engine, each with a count of its own for the member. */
export type CallKind = 'picture' | 'analysis';

/** A call that is about to be made. */
export interface WantedCall {
  kind: CallKind;
  memberId: string;
  /** It costs nothing, as what this server does by itself. */
  isFree: boolean;
  /** How many pictures it is to make. */
  count: number;
}
