/** Starting a thread takes its time on a busy machine. */
export const TIMEOUT_MS = 120_000;
