import { OFFLINE_MAX_MS } from '../lastMember';
import type { Clock } from '../ports';
import type { LocalCopies } from './device/LocalCopies';

/**
 * Drops the copies of a member's projects that were neither opened nor saved here for as long as copies open without the
 * server: nothing else would remove one whose project was deleted elsewhere. Unsent work stays, and so does what any tab shows.
 *
 * @param isOpen whether this page shows the project, or is about to.
 */
export async function dropUnusedCopies(
  copies: LocalCopies,
  memberId: string,
  clock: Pick<Clock, 'now'>,
  isOpen: (pid: number) => boolean,
): Promise<void> {
  const since = clock.now() - OFFLINE_MAX_MS;
  for (const pid of new Set((await copies.store.slots(memberId)).map((slot) => slot.pid))) {
    const isDropped = !isOpen(pid) && (await copies.work.isUnused(pid, memberId, since));
    const taken = isDropped ? await copies.takeForSending(pid, memberId) : null;
    if (!taken) continue;
    try {
      // Another tab may have opened and left it meanwhile.
      if (await copies.work.isUnused(pid, memberId, since)) await copies.store.remove(taken.slot);
    } finally {
      taken.leave();
    }
  }
}
