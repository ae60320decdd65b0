/** The tables of calls that are only counted, besides the jobs. */

/** A call of a text engine, to read or to write. It counts for the limits of the member and of the installation. */
export interface AnalysisTable {
  id: string;
  member_id: string;
  started_at: string;
  /** One that has not ended by then has lost its server. */
  open_until: string;
  ended_at: string | null;
  /** Millionths of a US dollar; null if unknown, or not yet known. */
  cost_micros: number | null;
}

/** A call of a deleted member, for as long as it counts in the installation's day. */
export interface NamelessCallTable {
  started_at: string;
  id: string;
  /** Known or assumed cost, in millionths of a US dollar; null where neither was there. */
  cost_micros: number | null;
}

/** The sums of a member's jobs of a month that are too old to be stored one by one. */
export interface JobSumTable {
  member_id: string;
  /** Such as `2025-11`. */
  month: string;
  /** Empty for jobs of older versions, as the next. */
  provider: string;
  model: string;
  state: string;
  jobs: number;
  input_tokens: number;
  output_tokens: number;
  /** A whole number, in digits. */
  cost_micros: string;
}
