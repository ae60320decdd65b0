import type { LocalCopies } from './device/LocalCopies';
import { ownSlot, type TabSlot } from './device/TabSlot';
import type { StorePorts } from '../StorePorts';
import type { ThumbnailSender } from '../ThumbnailSender';
import type { ProjectNames } from './ProjectNames';

/** Hears of a project that was made of what could not be merged. */
type OnKept = (projectId: number) => void;

export interface LeftWorkDeps {
  readonly ports: StorePorts;
  readonly copies: LocalCopies;
  readonly names: ProjectNames;
  readonly thumbnailSender: ThumbnailSender;
}

/**
 * Sends what earlier pages of this member could not: unsent work, conflict copies, names and thumbnails. Skips projects
 * that are open or opening in any tab: the editor that opens a project takes up its unsent work. Never rejects: what
 * cannot be sent stays on this device, and each start sends it again. Returns whether there was anything to send.
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
  const closed = [...pids].filter((pid) => !isOpen(pid));
  for (const pid of closed) await sendFrom(deps, pid, memberId, () => undefined);
  return (await thumbnailSender.sendAll(memberId)) || closed.length > 0;
}

/** Sends the unsent work of the project's first tab if that tab is gone; called by a tab beside it. Never rejects. */
export async function sendLeftProject(
  deps: LeftWorkDeps,
  pid: number,
  memberId: string,
  onKept: OnKept,
): Promise<void> {
  if (!(await deps.copies.store.isSent(ownSlot({ pid, memberId })))) await sendFrom(deps, pid, memberId, onKept);
}

async function sendFrom(deps: LeftWorkDeps, pid: number, memberId: string, onKept: OnKept): Promise<void> {
  const turn = await deps.copies.takeForSending(pid, memberId);
  if (!turn) return;
  try {
    await sendProject(deps, turn.slot, onKept);
  } finally {
    turn.leave();
  }
}

async function sendProject({ ports, copies, names }: LeftWorkDeps, slot: TabSlot, onKept: OnKept): Promise<void> {
  const { pid, memberId } = slot;
  const api = ports.api.forMember(memberId).projects;
  await attempt('unsent work could not be sent yet', async () => {
    if ((await copies.store.unsent(memberId, pid)).length === 0) return;
    const { sendUnsent } = await import('./sendUnsent');
    await sendUnsent(ports, copies, slot, onKept);
  });
  for (const copy of await copies.waiting.list(memberId, pid)) {
    await attempt('the copy could not be kept yet', async () => {
      const head = await copies.waiting.create(api, copy);
      if (head) onKept(head.projectId);
    });
  }
  await names.sendKept(pid, memberId);
}

/** Logs a failure of the work; the next start tries it again. */
async function attempt(failure: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => console.warn(failure, error));
}
