import { randomBytes } from 'node:crypto';
import { nanoid } from 'nanoid';

/** The server's clock, a port so that a test can let a month pass. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The source of new ids. */
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
