import type { LocalCopies } from './device/LocalCopies';
import { ownSlot } from './device/TabSlot';
import type { StorePorts } from '../StorePorts';
import type { ThumbnailSender } from '../ThumbnailSender';
import type { ProjectNames } from './ProjectNames';

export interface LeftWorkDeps {
  readonly ports: StorePorts;
  readonly copies: LocalCopies;
  readonly names: ProjectNames;
  readonly thumbnailSender: ThumbnailSender;
}

/**
 * Sends what earlier pages of this member could not: unsent work, conflict copies, names and thumbnails. Skips projects
 * that are open or opening in any tab: the editor that opens a project takes up its unsent work. Never rejects: what
 * cannot be sent stays on this device, and each start sends it again. Resolves to true when there was anything to send.
 *
 * @param isOpen whether this page shows the project, or is about to.
 */
export async function sendLeftWork(
  deps: LeftWorkDeps,
  memberId: string,
  isOpen: (pid: number) => boolean,
): Promise<boolean> {
  const { copies, names, thumbnailSender } = deps;
  const named = await names.list(memberId);
  const pids = new Set([
    ...(await copies.store.unsent(memberId)),
    ...(await copies.waiting.projects(memberId)),
    ...named.map(({ pid }) => pid),
  ]);
  let isAny = false;
  for (const pid of pids) {
    // Its turn may come long after its neighbours' began, and a person may have opened it since.
    if (isOpen(pid)) continue;
    isAny = true;
    await sendFrom(deps, pid, memberId);
  }
  return (await thumbnailSender.sendAll(memberId)) || isAny;
}

/**
 * Sends the unsent work of the project's first tab if that tab is gone; called by a tab beside it. Never rejects. Resolves to the project
 * that was made of what could not be merged, if any.
 */
export async function sendLeftProject(deps: LeftWorkDeps, pid: number, memberId: string): Promise<number | null> {
  return (await deps.copies.store.isSent(ownSlot({ pid, memberId }))) ? null : sendFrom(deps, pid, memberId);
}

async function sendFrom({ ports, copies, names }: LeftWorkDeps, pid: number, memberId: string): Promise<number | null> {
  const turn = await copies.takeForSending(pid, memberId);
  if (!turn) return null;
  const api = ports.api.forMember(memberId).projects;
  let made: number | null = null;
  try {
    await attempt('unsent work could not be sent yet', async () => {
      if ((await copies.store.unsent(memberId, pid)).length === 0) return;
      const { sendUnsent } = await import('./sendUnsent');
      made = await sendUnsent(ports, copies, turn.slot);
    });
    for (const copy of await copies.waiting.list(memberId, pid)) {
      await attempt('the copy could not be kept yet', async () => {
        made = (await copies.waiting.create(api, copy))?.projectId ?? made;
      });
    }
    await names.sendKept(pid, memberId);
  } finally {
    turn.leave();
  }
  return made;
}

/** Logs a failure of the work; the next start tries it again. */
async function attempt(failure: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => console.warn(failure, error));
}
