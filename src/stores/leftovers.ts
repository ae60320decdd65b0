import type { LocalCopies } from './localCopies/LocalCopies';
import type { StorePorts } from './StorePorts';
import type { ThumbnailCourier } from './ThumbnailCourier';
import type { UnsentNames } from './UnsentNames';

interface LeftoverDeps {
  readonly ports: StorePorts;
  readonly copies: LocalCopies;
  readonly names: UnsentNames;
  readonly courier: ThumbnailCourier;
}

/**
 * Sends what earlier pages of this member could not: unsent work, copies, names and thumbnails. The project that is open saves
 * itself. Never rejects; what still cannot be sent stays for the next start.
 */
export async function sendLeftovers(deps: LeftoverDeps, memberId: string, openPid: number | null): Promise<void> {
  const { copies, names, courier, ports } = deps;
  const api = ports.api.forMember(memberId);
  for (const pid of await copies.unsent(memberId)) {
    if (pid === openPid) continue;
    try {
      const { sendUnsent } = await import('./sendUnsent');
      await sendUnsent(ports, copies, { pid, memberId });
    } catch (error) {
      console.warn('unsent work could not be sent yet', error);
    }
  }
  for (const copy of await copies.toMake.list(memberId)) {
    if (copy.pid === openPid) continue;
    try {
      await api.projects.create(copy.name, JSON.stringify(copy.snapshot), copy.id);
      await copies.toMake.remove(copy);
    } catch (error) {
      console.warn('the copy could not be kept yet', error);
    }
  }
  for (const { pid, name } of await names.list(memberId)) {
    if (pid === openPid) continue;
    try {
      await api.projects.rename(pid, name);
      await names.keep(pid, memberId, undefined);
    } catch (error) {
      console.warn('the project name could not be saved', error);
    }
  }
  await courier.sendAll();
}
