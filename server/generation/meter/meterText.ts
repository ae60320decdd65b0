import type { FastifyBaseLogger } from 'fastify';
import { transact } from '../../db';
import { engineErrorAnswer } from '../engineErrorAnswer';
import type { GenerationDeps } from '../GenerationDeps';
import { EngineError } from '../ports';
import type { Usage } from '../ports';
import { UNBILLED } from './CallCounts';
import { holdMember, refuseOverLimit } from './refuseOverLimit';

/** How much longer than its engine may take a call counts as running: one that has not ended by then has lost its server. */
const GRACE_MS = 10_000;

type MeterDeps = Pick<GenerationDeps, 'db' | 'config' | 'clock' | 'ids'>;

/** The asking member, the signal that ends the asking, and the log of the request. */
export interface Asking {
  memberId: string;
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

/** A call of a text engine. */
export interface TextCall {
  /** It costs nothing, as what this server does by itself. */
  isFree: boolean;
  timeoutMs: number;
}

/**
 * Calls a text engine once the meter allows it, and notes its cost; a failure of the engine becomes the answer that names it. Throws
 * ApiError.
 */
export async function meterText<Answer extends { usage?: Usage | undefined }>(
  { db, config, clock, ids }: MeterDeps,
  { isFree, timeoutMs }: TextCall,
  { memberId, signal, log }: Asking,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const id = ids.id();
  const now = clock.now();
  await transact(db, async (change) => {
    await holdMember(change, memberId);
    const { estimateMicros } = config.generation;
    await refuseOverLimit(change, { kind: 'analysis', memberId, isFree, estimateMicros }, config.generation, now);
    const row = {
      id,
      member_id: memberId,
      started_at: now.toISOString(),
      open_until: new Date(now.getTime() + timeoutMs + GRACE_MS).toISOString(),
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
      log.warn({ err: error }, 'the end of a text call could not be written');
    }
  };
  try {
    const answer = await ask(signal);
    await end(answer.usage?.costMicros);
    return answer;
  } catch (error) {
    await end(costOf(error));
    if (!(error instanceof EngineError)) throw error;
    log.warn({ code: error.code, detail: error.detail }, 'text engine failed');
    throw engineErrorAnswer(error, clock.now());
  }
}

/** Cost of a failed call; null if unknown. */
function costOf(error: unknown): number | null {
  if (!(error instanceof EngineError)) return null;
  return UNBILLED.includes(error.code) ? 0 : (error.usage?.costMicros ?? null);
}
