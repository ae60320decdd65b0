import { randomBytes } from 'node:crypto';
import { nanoid } from 'nanoid';

/** Where the server reads the time, so that a test can let a month pass. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Where new ids come from. */
export interface Ids {
  /** Opaque and unguessable enough for a row's name. */
  id(): string;
  /** 256 random bits for a session, as base64url. */
  token(): string;
}

export const randomIds: Ids = {
  id: () => nanoid(),
  token: () => randomBytes(32).toString('base64url'),
};
