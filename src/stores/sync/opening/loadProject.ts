import { ApiFailure } from '../../../api';
import { isProjectGone } from '../../../api/ApiFailure';
import type { OpenedHead, ProjectHead } from '../../../api/contract';
import type { PatchText, ProjectsApi } from '../../../api/projects';
import type { GraphDocument, Snapshot } from '../../../engine';
import type { SaveStart } from '../AutosaveQueue';
import { planTakeIn } from '../merge/mergeChanges';
import { type EarlierWork, earlierWork } from '../PendingSave';
import { restOf } from '../patch/Encoding';
import { EMPTY_PATCH } from '../patch/Patch';
import { isSame } from '../patch/sameValue';
import { EMPTY_SNAPSHOT } from './readSnapshot';
import type { LocalCopies } from '../device/LocalCopies';
import type { Recovered } from '../device/records';
import { ownSlot, type TabSlot, workId } from '../device/TabSlot';
import { conflictCopyOf } from '../device/WaitingCopies';
import type { ProjectCopy } from '../device/ProjectCopy';
import { openSnapshot, type OpenedSnapshot } from './openSnapshot';
import type { Clock } from '../../ports';
import type { ReadyProject } from './ReadAhead';

/** The default project, whose pid 0 becomes the route's (DATA-6). */
const DEFAULT_PROJECT = { pid: 0, name: 'tester', snapshot: EMPTY_SNAPSHOT } as const;

/** Unsent work of this device, to be brought onto the snapshot that opens. */
export interface UnsentWork {
  /** The copy it was recovered from. */
  readonly copy: Recovered;
  /** The work where the server has moved on since; null for work on what opens. */
  readonly earlier: EarlierWork | null;
  /** Text of the server's canvas, which this device is to store below the work; null when the server was not reached. */
  readonly canvas: string | null;
}

export interface OpenedProject {
  readonly status: 'ready';
  readonly name: string;
  /** The snapshot that opens in the editor, which drops edges that are no pipes of this canvas (EDGE-3). */
  readonly snapshot: Snapshot;
  /** A document of that snapshot, if reading it has made one. */
  readonly document?: GraphDocument | undefined;
  readonly start: SaveStart;
  /** Null when the server has everything. */
  readonly unsent: UnsentWork | null;
}

export type LoadResult =
  | OpenedProject
  | { readonly status: 'notFound' }
  /** Neither the server nor this device has the project. */
  | { readonly status: 'failed'; readonly message: string };

export interface LoadOptions {
  readonly slot: TabSlot;
  /** The copy at `slot`, which saving goes on to write. */
  readonly copy: ProjectCopy;
  readonly api: Pick<ProjectsApi, 'push' | 'patchCanvas'> & { read: (pid: number) => Promise<ReadyProject> };
  readonly copies: LocalCopies;
  readonly clock: Clock;
}

/** A server copy, and how far the server's clock is ahead of this device's. */
interface ServerCopy extends OpenedSnapshot {
  readonly kind: 'copy';
  readonly head: OpenedHead;
  /** The snapshot as the server gave it. */
  readonly canvas: string;
  readonly clockOffsetMs: number;
}

/** Only the server's own word means that there is no project, or none with a canvas; everything else is 'unknown' (LOAD-7). */
type ServerAnswer =
  | ServerCopy
  | { readonly kind: 'empty'; readonly name: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly message: string };

const NOTHING_UNSENT = { patches: EMPTY_PATCH, sending: null } as const;

/**
 * Loads a project (LOAD-1 to LOAD-13). Revision and unsent work decide which copy is newer; timestamps do so only
 * without a revision. Nothing is written or sent while the server's state is unknown.
 */
export async function loadProject(options: LoadOptions): Promise<LoadResult> {
  const { slot, copy, copies } = options;
  const { pid, memberId, tabId } = slot;
  const reader = tabId === null ? 'holder' : 'onlooker';
  const [first, work, journal] = await Promise.all([
    readServer(options),
    copies.recovery.recover(pid, memberId, reader, true),
    copies.store.readJournal(ownSlot(slot)),
  ]);
  copy.goOnFrom(journal);
  // It may have been read ahead of a save that another tab has made since.
  const isOld = first.kind === 'copy' && first.head.revision < (journal?.revision ?? 0);
  const server = isOld ? await readServer(options) : first;
  const known = server.kind === 'copy' ? work : (work ?? (await copies.recovery.recover(pid, memberId, reader)));
  if (server.kind === 'unknown') return openUnknown(options, known, server.message);
  // Another open tab sends its unsent work itself.
  const local = tabId === null ? known : null;
  if (server.kind !== 'copy') return startEmpty(options, local, server.kind === 'empty' ? server.name : null);
  if (!local || !(local.isBare ? isBareNewer(local, server) : local.hasUnsent)) {
    return openStored(options, server.head, server);
  }
  if (local.isBare) return pushBare(options, local, server);
  if (local.revision === server.head.revision) return openMine(local, server);
  try {
    const earlier = await earlierWork(options, local, server.head.revision);
    const { lost } = planTakeIn(server.document, restOf(server.snapshot), earlier);
    // This device stores first the part of my work that would be lost.
    const isKept = lost.length === 0 || (await copies.waiting.put(conflictCopyOf(slot, server.head.name, local)));
    if (isKept) return openMine(local, server, earlier);
    return await openUnknown(options, local, 'this device has no room for what a merge would lose');
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return openUnknown(options, local, error.message);
  }
}

async function readServer({ slot: { pid }, api, clock }: LoadOptions): Promise<ServerAnswer> {
  try {
    const read = await api.read(pid);
    const { head, canvas, serverTime } = read;
    if (canvas === '') return { kind: 'empty', name: head.name };
    const opened = read.opened === undefined ? openSnapshot(canvas) : read.opened;
    if (!opened) return { kind: 'unknown', message: 'the canvas of the server is no snapshot' };
    const clockOffsetMs = serverTime === null ? 0 : serverTime - clock.now();
    return { kind: 'copy', head, canvas, ...opened, clockOffsetMs };
  } catch (error) {
    if (isProjectGone(error)) return { kind: 'missing' };
    return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };
  }
}

async function openUnknown(
  { slot, copy, copies }: LoadOptions,
  local: Recovered | null,
  message: string,
): Promise<LoadResult> {
  console.warn('the project could not be loaded from the server', message);
  if (!local) return { status: 'failed', message };
  const { name, baseTimestamp: timestamp, revision, base, snapshot, operations, sending } = local;
  // A slot beside the project's own has no base for a journal yet.
  if (slot.tabId !== null) {
    const patches: PatchText = base ? JSON.stringify(operations) : EMPTY_PATCH;
    const canvas = JSON.stringify(base ?? snapshot);
    await copies.beside.inherit(slot, local);
    await copy.writeWhole({ name, timestamp, canvas }, { revision, patches, sending });
  } else copy.owe(local.owed());
  return {
    status: 'ready',
    name,
    snapshot: base ? { ...base, viewport: snapshot.viewport } : snapshot,
    start: {
      base,
      revision,
      updatedAt: timestamp,
      // A copy without a revision may be work or not; it is merged with the server's as if it were.
      hasUnsent: local.hasUnsent || local.isBare,
      isServerUnknown: true,
    },
    unsent: base && local.hasUnsent ? { copy: local, earlier: null, canvas: null } : null,
  };
}

/** Pushes this device's copy, or the default project, to a project that has no canvas yet (LOAD-5, LOAD-6). */
async function startEmpty(
  options: LoadOptions,
  local: Recovered | null,
  serverName: string | null,
): Promise<LoadResult> {
  const { slot, copy, api, clock } = options;
  const { pid } = slot;
  const { name: givenName, snapshot } = local ?? { ...DEFAULT_PROJECT, pid };
  const name = serverName ?? givenName;
  const timestamp = new Date(clock.now()).toISOString();
  const canvas = JSON.stringify(snapshot);
  if (!local) await copy.writeWhole({ name, timestamp, canvas }, { revision: null, ...NOTHING_UNSENT });
  try {
    const head = await api.push({ pid, name, timestamp, snapshot }, 'onlyIfEmpty');
    const whole = { name: head.name, timestamp: head.updatedAt, canvas };
    await copy.writeWhole(whole, { revision: head.revision, ...NOTHING_UNSENT });
    return openAt(head, snapshot);
  } catch (error) {
    if (isProjectGone(error)) {
      await keepUnsentOfGone(options, local);
      return { status: 'notFound' };
    }
    if (!local) await copy.clear();
    // The project was given a canvas meanwhile, which is the server's copy now.
    if (error instanceof ApiFailure && error.status === 412) return loadProject(options);
    return openUnknown(options, local, error instanceof Error ? error.message : String(error));
  }
}

/**
 * The project was deleted elsewhere while there was unsent work here, of this slot or of tabs that are gone: the next
 * start makes a project of it, one for all of them as far as it does not conflict.
 */
async function keepUnsentOfGone({ slot, copy, copies }: LoadOptions, own: Recovered | null): Promise<void> {
  const left = await copies.left(slot.pid, slot.memberId);
  const name = (own ?? left[0]?.copy)?.name ?? '';
  const keep = async (work: Recovered, at: TabSlot): Promise<boolean> => {
    const { base, revision, snapshot, hasUnsent } = work;
    if (!hasUnsent) return true;
    const mine = base && { base, revision, now: snapshot };
    const state = mine ? await copies.beside.copyOfGone(at, mine, workId(at, work)) : work;
    return copies.waiting.put(conflictCopyOf(at, name, state));
  };
  for (const { copy: work, slot: at, remove, release } of left) {
    try {
      if (await keep(work, at)) await remove(slot);
    } finally {
      release();
    }
  }
  if (!own || (await keep(own, slot))) await copy.remove();
}

/** Opens what the server has by now. */
const openAt = ({ name, revision, updatedAt }: OpenedHead | ProjectHead, snapshot: Snapshot): OpenedProject => ({
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
  copy.keepOpened({ name, timestamp, canvas }, { revision, ...NOTHING_UNSENT });
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
