import type { Clock } from '../../server/ports';
import { Collector } from '../../server/collector/Collector';
import { COLLECT_STEPS } from '../../server/collector/steps';
import { sweepLeftovers } from '../../server/files/leftoverFiles';
import type { Installation } from '../installation/openInstallation';
import { tableRow, type CommandAnswer } from '../installation/printAnswer';
import { amount } from './amount';

interface CollectOptions {
  /** Checks everybody's files and changes nothing. */
  isDry: boolean;
  clock: Clock;
}

/**
 * Collects files as housekeeping does, or shows those that nothing names: a line for each member who has such files. It is a failure where
 * somebody's files could not be checked.
 */
export async function collectFiles(
  { name, db, store }: Installation,
  { isDry, clock }: CollectOptions,
): Promise<CommandAnswer> {
  const collector = new Collector({ ask: (name, input) => COLLECT_STEPS[name](db, input), clock });
  const lines: string[] = [];
  const all = { files: 0, bytes: 0, collectable: 0, collectableBytes: 0, collected: 0 };
  const failed: string[] = [];
  for await (const { memberId, unreferenced, collectable, collected, failure } of collector.sweep({ isDry })) {
    if (failure !== undefined) {
      const why = failure instanceof Error ? failure.message : 'unknown';
      failed.push(`The files of ${memberId} could not be checked: ${why}`);
    }
    all.files += unreferenced.files;
    all.bytes += unreferenced.bytes;
    all.collectable += collectable.files;
    all.collectableBytes += collectable.bytes;
    all.collected += collected;
    if (unreferenced.files === 0) continue;
    lines.push(
      tableRow([
        memberId,
        String(unreferenced.files),
        amount(unreferenced.bytes),
        String(collectable.files),
        amount(collectable.bytes),
      ]),
    );
  }
  if (!isDry && store !== null) await sweepLeftovers({ db, store, clock }, new AbortController().signal);
  const head = tableRow(['id', 'named by nothing', '', 'for 30 days', '']);
  const end = isDry
    ? `${all.collectable} files (${amount(all.collectableBytes)}) would be collected; ${all.files} (${amount(all.bytes)}) are named by nothing now. Nothing was changed.`
    : `${all.collected} files were collected; housekeeping takes their bytes out of the store within two hours`;
  const table = lines.length === 0 ? [] : [head, ...lines];
  return {
    code: failed.length === 0 ? 0 : 1,
    lines: [...(isDry ? [] : [`On ${name}:`]), ...table, ...failed, end],
  };
}
