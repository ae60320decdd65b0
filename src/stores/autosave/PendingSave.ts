import { ApiFailure } from '../../api';
import type { Snapshot } from '../../engine';
import { applyPatch } from '../diff/applyPatch';
import type { Patch } from '../diff/PatchStep';
import { patchText } from '../diff/patchText';
import type { Sending } from '../localCopies/records';

/** One save on its way: its body and key never change, so that a repeat after a time-out is harmless. */
export interface PendingSave extends Sending {
  readonly patch: Patch;
  /** The state the server has once it acknowledges. */
  readonly target: Snapshot;
}

/** The save of the patch that leads to `target`; null when there is nothing to save. */
export const composeSave = (patch: Patch, target: Snapshot, key: string): PendingSave | null =>
  patch.length === 0 ? null : { key, text: patchText(patch), patch, target };

/** A save of an earlier page whose answer never came; null when it does not fit the base. */
export function reviveSave(base: Snapshot, sending: Sending): PendingSave | null {
  try {
    const patch = JSON.parse(sending.text) as Patch;
    return { ...sending, patch, target: applyPatch(base, patch) };
  } catch {
    return null;
  }
}

/**
 * Whether the server has said, unlike by a time-out, that it will never apply this very body as it is. 'stillRunning' is
 * a save repeated while its first sending is at work: its answer will come.
 */
export const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && [409, 412, 422].includes(error.status ?? 0) && error.code !== 'stillRunning';
