/** How long a connection may take over what it owes; whoever is slower is answered 408 and let go. */
export interface Timeouts {
  /** From the first byte of a request to the last of its headers. */
  headersMs: number;
  /** From the first byte of a request to the last of its body: 256 MiB at 1 MiB/s. */
  requestMs: number;
  /** Silence in the midst of anything; an event stream speaks every 15 s. */
  silenceMs: number;
  /** How often the first two are looked at. */
  checkMs: number;
}

export const TIMEOUTS: Timeouts = { headersMs: 20_000, requestMs: 300_000, silenceMs: 60_000, checkMs: 5_000 };
