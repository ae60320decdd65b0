import type { ProjectsApi } from '../../api/projects';
import type { Editor, Snapshot } from '../../engine';
import type { StorePorts } from '../StorePorts';
import type { ConflictCopies } from './ConflictCopies';
import type { LocalCopies, Orphan } from './device/LocalCopies';
import type { ProjectCopy } from './device/ProjectCopy';
import type { Sending } from './device/records';
import type { TabSlot } from './device/TabSlot';
import type { SaveJournal } from './SaveJournal';
import type { SaveLine } from './SaveLine';
import type { SavePosition } from './SavePosition';
import type { SaveStore } from './SaveStore';

type AutosaveApi = Pick<ProjectsApi, 'patchCanvas' | 'patchCanvasLeaving' | 'askSince' | 'push' | 'read' | 'create'>;

/** An open canvas: its changes are noted, and what others have saved is merged into it. */
export type SavedEditing = Pick<Editor, 'snapshot' | 'document' | 'view' | 'bookmarks' | 'merge' | 'subscribe'>;

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

export interface AutosaveOptions extends Pick<StorePorts, 'clock' | 'network' | 'newId' | 'random'> {
  readonly slot: TabSlot;
  readonly name: () => string;
  readonly api: AutosaveApi;
  readonly save: SaveStore;
  readonly editor: SavedEditing;
  readonly copies: Pick<LocalCopies, 'relatives' | 'copyOfGone' | 'waiting' | 'aside'>;
  readonly copy: ProjectCopy;
  readonly start: SaveStart;
  /** What tabs that are gone have left for this one to take over. */
  readonly leftWork?: () => Promise<readonly Orphan[]>;
  /** Something is about to make the change smaller, such as a picture being uploaded. */
  readonly isHeld?: () => boolean;
  /** Saving waits because the server knows of no session. Told once until a save has worked again. */
  readonly onSignedOut?: () => void;
  /** The server has a revision it did not have before. */
  readonly onAcknowledged?: (revision: number) => void;
}

/** What saves one project. */
export interface SaveParts {
  readonly position: SavePosition;
  readonly journal: SaveJournal;
  readonly line: SaveLine;
  readonly conflicts: ConflictCopies;
}
