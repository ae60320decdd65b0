import { ApiFailure } from '../../../api';
import { isProjectGone } from '../../../api/ApiFailure';
import type { OpenedHead } from '../../../api/contract';
import type { PatchText, ProjectsApi } from '../../../api/projects';
import type { GraphDocument, Snapshot } from '../../../engine';
import type { SaveStart } from '../AutosaveOptions';
import { chooseCopy, openAt } from './chooseCopy';
import type { EarlierWork } from '../PendingSave';
import { EMPTY_PATCH } from '../patch/Patch';
import { EMPTY_SNAPSHOT } from './readSnapshot';
import type { LocalCopies } from '../device/LocalCopies';
import type { Recovered } from '../device/records';
import { ownSlot, type TabSlot } from '../device/TabSlot';
import { conflictCopyOf, conflictStateOf } from '../device/WaitingCopies';
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
export interface ServerCopy extends OpenedSnapshot {
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
  const { slot, copies } = options;
  const { pid, memberId, tabId } = slot;
  const reader = tabId === null ? 'holder' : 'onlooker';
  const [first, work, journal] = await Promise.all([
    readServer(options),
    copies.recovery.recoverWork(pid, memberId, reader),
    copies.store.readJournal(ownSlot(slot)),
  ]);
  // It may have been read ahead of a save that another tab has made since.
  const isOld = first.kind === 'copy' && first.head.revision < (journal?.revision ?? 0);
  const server = isOld ? await readServer(options) : first;
  const known = server.kind === 'copy' ? work : (work ?? (await copies.recovery.recover(pid, memberId, reader)));
  if (server.kind === 'unknown') return openUnknown(options, known, server.message);
  // Another open tab sends its unsent work itself.
  const local = tabId === null ? known : null;
  if (server.kind !== 'copy') return startEmpty(options, local, server.kind === 'empty' ? server.name : null);
  try {
    const chosen = await chooseCopy(options, local, server);
    return chosen ?? (await openUnknown(options, local, 'this device has no room for what a merge would lose'));
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
  const { name, timestamp, revision, base, snapshot, operations, sending } = local;
  // A slot beside the project's own has no base for a journal yet.
  if (slot.tabId !== null) {
    const patches: PatchText = base ? JSON.stringify(operations) : EMPTY_PATCH;
    const canvas = JSON.stringify(base ?? snapshot);
    await copies.inherited.note(slot, local);
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
  const { slot, copy, api, copies, clock } = options;
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
      // The project was deleted elsewhere while there was unsent work here: the next start makes a project of it.
      const isElsewhere =
        !local?.hasUnsent || (await copies.waiting.put(conflictCopyOf(slot, name, conflictStateOf(slot, local))));
      if (isElsewhere) await copy.remove();
      return { status: 'notFound' };
    }
    if (!local) await copy.clear();
    // The project was given a canvas meanwhile, which is the server's copy now.
    if (error instanceof ApiFailure && error.status === 412) return loadProject(options);
    return openUnknown(options, local, error instanceof Error ? error.message : String(error));
  }
}
