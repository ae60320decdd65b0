/** What may be asked of engines. A day is the last 24 hours, a minute the last 60 seconds. */
export interface GenerationLimits {
  /** For each member, and for pictures and analyses each. */
  perMinute: number;
  concurrent: number;
  perDay: number;
  /** For the whole installation, pictures and analyses together; null: as many as its members may. */
  perDayAll: number | null;
  /** What all of them may cost in a day, in millionths of a US dollar; null: whatever they cost. */
  budgetMicros: number | null;
  /** What a call counts for whose cost nobody knows, or not yet. */
  estimateMicros: number;
}

/** What is asked of an engine, each with a count of its own for the member. */
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
