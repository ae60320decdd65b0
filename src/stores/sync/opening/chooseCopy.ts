import { ApiFailure } from '../../../api';
import type { OpenedHead, ProjectHead } from '../../../api/contract';
import type { Snapshot } from '../../../engine';
import { mergeSnapshots } from '../merge/mergeChanges';
import { isSame } from '../patch/sameValue';
import type { LoadOptions, OpenedProject, ServerCopy } from './loadProject';
import type { Recovered } from '../device/records';
import { conflictStateOf } from '../device/WaitingCopies';
import { settledBase } from '../PendingSave';

/** The project as it opens, and the serialized canvas that saving starts from. */
export interface Chosen extends OpenedProject {
  readonly canvas: string;
}

/** Chooses which of two copies opens (LOAD-3). */
export async function chooseCopy(options: LoadOptions, local: Recovered | null, server: ServerCopy): Promise<Chosen> {
  if (!local || !(local.isBare ? isBareNewer(local, server) : local.hasUnsent)) return openServer(server);
  if (local.isBare) return pushBare(options, local, server);
  if (local.revision === server.head.revision) return openMine(server, local.snapshot, local.sending);
  const base = await settledBase(options, local, server.head.revision);
  const relatives = await options.copies.relatives(options.slot, local.revision);
  const { merged, document, lost } = mergeSnapshots(base, local.snapshot, server.snapshot, relatives);
  const conflict = lost.length > 0 ? conflictStateOf(options.slot, local) : null;
  return { ...openMine(server, merged, null), document, conflict };
}

/** Opens what the server has by now. */
export const openAt = ({ name, revision, updatedAt }: OpenedHead | ProjectHead, snapshot: Snapshot): OpenedProject => ({
  status: 'ready',
  name,
  snapshot,
  start: { base: snapshot, revision, updatedAt, hasUnsent: false, sending: null, isServerUnknown: false },
  conflict: null,
});

const openServer = ({ head, canvas, snapshot, document }: ServerCopy): Chosen => ({
  ...openAt(head, snapshot),
  document,
  canvas,
});

/** Opens my work on top of the server's copy: saving begins with the differences. */
function openMine(server: ServerCopy, snapshot: Snapshot, sending: Recovered['sending']): Chosen {
  const opened = openServer(server);
  return { ...opened, snapshot, document: undefined, start: { ...opened.start, hasUnsent: true, sending } };
}

/** Compares timestamps (LOAD-4); the Date header of the answer corrects a wrong clock here. */
function isBareNewer(local: Recovered, { head, snapshot, clockOffsetMs }: ServerCopy): boolean {
  const localTime = Date.parse(local.timestamp) + clockOffsetMs;
  return localTime > Date.parse(head.updatedAt) && !isSame(local.snapshot, snapshot);
}

/** Pushes the newer copy of this device (LOAD-4). A push that fails leaves it as unsent work. */
async function pushBare(
  { slot: { pid }, api }: LoadOptions,
  { name, timestamp, snapshot }: Recovered,
  server: ServerCopy,
): Promise<Chosen> {
  try {
    const head = await api.push({ pid, name, timestamp, snapshot }, { revision: server.head.revision });
    return { ...openAt(head, snapshot), canvas: JSON.stringify(snapshot) };
  } catch (error) {
    console.warn(
      'the newer copy of this device could not be sent',
      error instanceof ApiFailure ? error.message : error,
    );
    return openMine(server, snapshot, null);
  }
}
