import type { FastifyBaseLogger } from 'fastify';
import { transact } from '../../db';
import type { GenerationDeps } from '../GenerationDeps';
import { ProviderError } from '../ports';
import type { ReadText } from '../ports';
import { UNBILLED } from './CallCounts';
import { holdMember, refuseOverLimit } from './refuseOverLimit';

/** No analysis takes longer: one that has not ended by then has lost its server. */
const OPEN_MS = 15_000;

type MeterDeps = Pick<GenerationDeps, 'db' | 'config' | 'clock' | 'ids' | 'analyser'>;

/** Reads a text once the meter lets it, and writes what it has cost. Throws ApiError 429, and what reading throws. */
export async function meterAnalysis(
  { db, config, clock, ids, analyser }: MeterDeps,
  memberId: string,
  read: () => Promise<ReadText>,
  log: FastifyBaseLogger,
): Promise<ReadText> {
  const id = ids.id();
  const isFree = analyser.name === 'offline';
  const now = clock.now();
  await transact(db, async (change) => {
    await holdMember(change, memberId);
    await refuseOverLimit(change, { kind: 'analysis', memberId, isFree }, config.generation, now);
    const row = {
      id,
      member_id: memberId,
      started_at: now.toISOString(),
      open_until: new Date(now.getTime() + OPEN_MS).toISOString(),
      ended_at: null,
      cost_micros: isFree ? 0 : null,
    };
    await change.insertInto('analysis').values(row).execute();
  });
  const end = async (costMicros: number | null | undefined): Promise<void> => {
    const cost = isFree ? 0 : (costMicros ?? null);
    const ended = { ended_at: clock.now().toISOString(), cost_micros: cost };
    try {
      await db.updateTable('analysis').set(ended).where('id', '=', id).execute();
    } catch (error) {
      // It counts for what an unknown call counts, and its place is free when its time is over.
      log.warn({ err: error }, 'the end of an analysis could not be written');
    }
  };
  try {
    const text = await read();
    await end(text.usage?.costMicros);
    return text;
  } catch (error) {
    await end(costOf(error));
    throw error;
  }
}

/** What a failed call has cost; null where nobody knows. */
function costOf(error: unknown): number | null {
  if (!(error instanceof ProviderError)) return null;
  return UNBILLED.includes(error.code) ? 0 : (error.usage?.costMicros ?? null);
}
