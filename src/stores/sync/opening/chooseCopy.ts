import { ApiFailure } from '../../../api';
import type { OpenedHead, ProjectHead } from '../../../api/contract';
import type { Snapshot } from '../../../engine';
import { planTakeIn } from '../merge/mergeMembers';
import { restOf } from '../patch/Encoding';
import { EMPTY_PATCH } from '../patch/Patch';
import { isSame } from '../patch/sameValue';
import type { LoadOptions, OpenedProject, ServerCopy } from './loadProject';
import type { Recovered } from '../device/records';
import { conflictCopyOf, conflictStateOf } from '../device/WaitingCopies';
import { type EarlierWork, earlierWork } from '../PendingSave';

/**
 * Chooses which of two copies opens (LOAD-3). What of my work would be lost is stored on this device first; null when
 * that cannot be done.
 */
export async function chooseCopy(
  options: LoadOptions,
  local: Recovered | null,
  server: ServerCopy,
): Promise<OpenedProject | null> {
  if (!local || !(local.isBare ? isBareNewer(local, server) : local.hasUnsent)) {
    return openStored(options, server.head, server);
  }
  if (local.isBare) return pushBare(options, local, server);
  const { revision } = server.head;
  if (local.revision === revision) return openMine(local, server);
  const earlier = await earlierWork(options, local, revision);
  const { lost } = planTakeIn(server.document, restOf(server.snapshot), earlier);
  if (lost.length === 0) return openMine(local, server, earlier);
  const { slot, copies } = options;
  const isKept = await copies.waiting.put(conflictCopyOf(slot, server.head.name, conflictStateOf(slot, local)));
  return isKept ? openMine(local, server, earlier) : null;
}

/** Opens what the server has by now. */
export const openAt = ({ name, revision, updatedAt }: OpenedHead | ProjectHead, snapshot: Snapshot): OpenedProject => ({
  status: 'ready',
  name,
  snapshot,
  start: { base: snapshot, revision, updatedAt, hasUnsent: false, isServerUnknown: false },
  unsent: null,
});

/** Opens what the server has, and stores it on this device (LOAD-2). */
function openStored(
  { copy }: LoadOptions,
  head: OpenedHead | ProjectHead,
  { snapshot, document, canvas }: Pick<OpenedProject, 'snapshot' | 'document'> & Pick<ServerCopy, 'canvas'>,
): OpenedProject {
  const { name, revision, updatedAt: timestamp } = head;
  copy.keepOpened({ name, timestamp, canvas }, { revision, patches: EMPTY_PATCH, sending: null });
  return { ...openAt(head, snapshot), document };
}

/** Opens the server's copy, onto which my work comes; the viewport is mine (MERGE-4). */
function openMine(
  copy: Recovered,
  { head, snapshot, document, canvas }: ServerCopy,
  earlier: EarlierWork | null = null,
): OpenedProject {
  const opened = openAt(head, snapshot);
  return {
    ...opened,
    snapshot: { ...snapshot, viewport: copy.snapshot.viewport },
    document,
    start: { ...opened.start, hasUnsent: true },
    unsent: { copy, earlier, canvas },
  };
}

/** Compares timestamps (LOAD-4); the Date header of the answer corrects a wrong clock here. */
function isBareNewer(local: Recovered, { head, snapshot, clockOffsetMs }: ServerCopy): boolean {
  const localTime = Date.parse(local.timestamp) + clockOffsetMs;
  return localTime > Date.parse(head.updatedAt) && !isSame(local.snapshot, snapshot);
}

/** Pushes the newer copy of this device (LOAD-4). A push that fails leaves it as unsent work. */
async function pushBare(options: LoadOptions, copy: Recovered, server: ServerCopy): Promise<OpenedProject> {
  const { slot, api } = options;
  const { name, timestamp, snapshot } = copy;
  try {
    const head = await api.push({ pid: slot.pid, name, timestamp, snapshot }, { revision: server.head.revision });
    return openStored(options, head, { snapshot, canvas: JSON.stringify(snapshot) });
  } catch (error) {
    console.warn(
      'the newer copy of this device could not be sent',
      error instanceof ApiFailure ? error.message : error,
    );
    return openMine(copy, server);
  }
}
