import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { ApiError, DatabaseNotThere } from '../errors';
import { retry } from '../retry';
import { connect } from './connect';
import type { DatabaseAddress } from './connect';
import type { Database } from './schema';

/** The pauses grow to this one: machines that start together after a power cut are there one after another. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
const LAST_PAUSE_MS = 15_000;
/** About two minutes. A name that is unknown for longer is a mistake rather than a network that is not up yet. */
const UNKNOWN_NAME_MAX = 12;

/** Opens a database as `connect` does, and waits for one that is away. Throws StartRefused for what an operator has to mend. */
export function connectOnceThere(address: DatabaseAddress, log: FastifyBaseLogger): Promise<Kysely<Database>> {
  return retry(
    () => connect(address),
    (error, failures) => {
      if (!isNotThere(error)) return undefined;
      if (isUnknownName(error) && failures === UNKNOWN_NAME_MAX) return undefined;
      const pauseMs = PAUSES_MS[failures] ?? LAST_PAUSE_MS;
      log.warn({ err: error, pauseMs }, 'the database is not there yet; the start waits for it');
      return pauseMs;
    },
  );
}

/** It may also go away again while its tables are being upgraded. */
const isNotThere = (error: unknown): error is Error =>
  error instanceof DatabaseNotThere || (error instanceof ApiError && error.code === 'databaseAway');

function isUnknownName({ cause }: Error): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND';
}
