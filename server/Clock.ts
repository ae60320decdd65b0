/** Where the server reads the time, so that a test can let a month pass. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
