import type { ProjectsApi } from '../../api/projects';
import type { Camera, Snapshot } from '../../engine';
import type { Relative } from '../diff/mergeValues';
import type { CopiesToMake } from '../localCopies/CopiesToMake';
import type { SharedCopy, Standing } from '../localCopies/GoneCopy';
import type { Orphan } from '../localCopies/LocalCopies';
import type { Place } from '../localCopies/Place';
import type { ProjectCopy } from '../localCopies/ProjectCopy';
import type { SetAside } from '../localCopies/SetAside';
import type { Sending } from '../localCopies/records';
import type { Clock, Network, NewId } from '../ports';
import type { SaveStore } from './SaveStore';

type AutosaveApi = Pick<ProjectsApi, 'patchCanvas' | 'patchCanvasLeaving' | 'askSince' | 'push' | 'read' | 'create'>;

/** The open canvas, as the queue reads and mends it. */
export interface SavedSource {
  readonly snapshot: () => Snapshot;
  /** Where one looks. */
  readonly view: () => Camera;
  /** Takes over what the server has beside my own work; not undoable. The queue is told what that changed. */
  readonly adopt: (next: Snapshot) => void;
}

/** Where saving starts from. */
export interface SaveStart {
  /** What the server has at `revision`; null when neither is known yet. */
  readonly base: Snapshot | null;
  readonly revision: number | null;
  readonly updatedAt: string;
  readonly hasUnsent: boolean;
  readonly sending: Sending | null;
  /** The server has not been asked yet, so its state may be another by now. */
  readonly isServerUnknown: boolean;
}

export interface AutosaveOptions {
  readonly pid: number;
  readonly memberId: string;
  readonly name: () => string;
  readonly api: AutosaveApi;
  readonly clock: Clock;
  readonly network: Network;
  readonly newId: NewId;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly save: SaveStore;
  readonly source: SavedSource;
  readonly copy: ProjectCopy;
  readonly place: Place;
  /** The tabs that share unsent work with the one at a place; as LocalCopies.relatives. */
  readonly relativesOf: (place: Place, settledAt: number | null) => Promise<readonly Relative<Snapshot>[]>;
  /** What becomes of the work when the project is gone; as LocalCopies.copyOfGone. */
  readonly copyOfGone: (place: Place, mine: Standing) => Promise<SharedCopy>;
  /** What tabs that are gone have left for this one to take over. */
  readonly leftWork?: () => Promise<readonly Orphan[]>;
  readonly copiesToMake: CopiesToMake;
  readonly aside: SetAside;
  readonly start: SaveStart;
  /** Something is about to make the change smaller, such as a picture being uploaded. */
  readonly isHeld?: () => boolean;
  /** Saving waits because the server knows of no session. Told once until a save has worked again. */
  readonly onSignedOut?: () => void;
  /** The server has a revision it did not have before. */
  readonly onAcknowledged?: (revision: number) => void;
}
