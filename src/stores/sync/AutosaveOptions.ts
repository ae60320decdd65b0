import type { ProjectsApi } from '../../api/projects';
import type { Editor, Snapshot } from '../../engine';
import type { StorePorts } from '../StorePorts';
import type { ConflictCopies } from './ConflictCopies';
import type { LocalCopies, LeftCopy } from './device/LocalCopies';
import type { CopiesApi } from './device/WaitingCopies';
import type { ProjectCopy } from './device/ProjectCopy';
import type { TabSlot } from './device/TabSlot';
import type { SaveJournal } from './SaveJournal';
import type { SaveRetry } from './SaveRetry';
import type { SavePosition } from './SavePosition';
import type { SaveStore } from './SaveStore';

type AutosaveApi = CopiesApi & Pick<ProjectsApi, 'patchCanvas' | 'patchCanvasLeaving' | 'askSince' | 'push' | 'read'>;

/** An open canvas: its changes are noted, and what others have saved is merged into it. */
export type SavedEditing = Pick<Editor, 'snapshot' | 'document' | 'view' | 'bookmarks' | 'merge' | 'subscribe'>;

/** The state that saving starts from. */
export interface SaveStart {
  /** The server's snapshot at `revision`; null when neither is known yet. */
  readonly base: Snapshot | null;
  readonly revision: number | null;
  readonly updatedAt: string;
  readonly hasUnsent: boolean;
  /** The server has not been asked yet, so its state may be a newer one. */
  readonly isServerUnknown: boolean;
}

export interface AutosaveOptions extends Pick<StorePorts, 'clock' | 'network' | 'newId' | 'random'> {
  readonly slot: TabSlot;
  readonly name: () => string;
  readonly api: AutosaveApi;
  readonly save: SaveStore;
  readonly editor: SavedEditing;
  readonly copies: Pick<LocalCopies, 'relatives' | 'copyOfGone' | 'waiting' | 'aside' | 'left'>;
  readonly copy: ProjectCopy;
  readonly start: SaveStart;
  /** Reads the unsent work of tabs that are gone, for this one to take over. */
  readonly leftWork?: () => Promise<readonly LeftCopy[]>;
  /** True while the change is about to become smaller, for example by a picture that is being uploaded. */
  readonly isHeld?: () => boolean;
  /** Saving waits because the server knows of no session. Called once until a save has succeeded again. */
  readonly onSignedOut?: () => void;
  /** The server has acknowledged a new revision. */
  readonly onAcknowledged?: (revision: number) => void;
}

/** The parts that save one project. */
export interface SaveParts {
  readonly position: SavePosition;
  readonly journal: SaveJournal;
  readonly retry: SaveRetry;
  readonly conflicts: ConflictCopies;
}
