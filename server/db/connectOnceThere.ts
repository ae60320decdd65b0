import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { ApiError, DatabaseNotThere } from '../errors';
import type { Clock } from '../ports';
import { retry } from '../retry';
import { connect } from './connect';
import type { DatabaseAddress } from './connect';
import { passLostNumbers } from './passLostNumbers';
import { refuseHalfMoved, refuseOddClock } from './refuseDatabase';
import type { Database } from './schema';

/** The pauses grow to this one: machines that start together after a power cut are there one after another. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
const LAST_PAUSE_MS = 15_000;
/** About two minutes. A name that is unknown for longer is a mistake rather than a network that is not up yet. */
const UNKNOWN_NAME_MAX = 12;

/**
 * Opens a database for a server, and waits for one that is away or goes away meanwhile. Throws StartRefused for what an operator has to
 * mend.
 */
export function connectOnceThere(
  address: DatabaseAddress,
  { clock, log }: { clock: Clock; log: FastifyBaseLogger },
): Promise<Kysely<Database>> {
  let unknownNames = 0;
  return retry(
    () => connectToServe(address, clock),
    (error, failures) => {
      if (!isNotThere(error)) return undefined;
      unknownNames = isUnknownName(error) ? unknownNames + 1 : 0;
      if (unknownNames > UNKNOWN_NAME_MAX) return undefined;
      const pauseMs = PAUSES_MS[failures] ?? LAST_PAUSE_MS;
      log.warn({ err: error, pauseMs }, 'the database is not there yet; the start waits for it');
      return pauseMs;
    },
  );
}

async function connectToServe(address: DatabaseAddress, clock: Clock): Promise<Kysely<Database>> {
  const db = await connect(address);
  try {
    await refuseHalfMoved(db);
    await refuseOddClock(db, clock);
    await passLostNumbers(db, clock.now());
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** It may also go away again while its tables are being upgraded. */
const isNotThere = (error: unknown): error is Error =>
  error instanceof DatabaseNotThere || (error instanceof ApiError && error.code === 'databaseAway');

function isUnknownName({ cause }: Error): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND';
}
