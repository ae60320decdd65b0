/** Starting a thread is slow on a busy machine. */
export const TIMEOUT_MS = 120_000;
