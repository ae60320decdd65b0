import { operateUsage } from '../../../scripts/usage/operateUsage';
import { readDataSettings } from '../../../server/config';
import { CLEANINGS, clean } from '../../../server/operations/clean';
import type { OpenApp } from './openApp';

/** Removes everything that has expired, as housekeeping does, in the test's own process: for tests that let weeks pass, again and again. */
export async function tidyHere({ db, env, clock }: Pick<OpenApp, 'db' | 'env' | 'clock'>): Promise<void> {
  const { trashDays } = readDataSettings(env);
  const now = clock.now().toISOString();
  for (const name of CLEANINGS) {
    let from: string | null = null;
    do ({ next: from } = await clean(db, { name, now, trashDays, from }));
    while (from !== null);
  }
  const { code, lines } = await operateUsage(['collect'], env, clock);
  if (code !== 0) throw new Error(lines.join('\n'));
}
