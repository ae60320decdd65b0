import type { Kysely } from 'kysely';
import type { CollectSteps } from '../../collector/steps';
import type { Database } from '../../db';
import type { Cleaned, Cleaning } from '../../operations/clean';
import type { PlannedStep, PlanInput } from '../../runs/planCanvas';
import type { UsageFigures } from '../../usage/usageFigures';
import type { NewText } from '../canvasTexts';
import type { PackedCanvas } from '../packedCanvas';
import type { ReadPatch } from '../readPatch';

/** A new project as its maker sent it. */
export interface CreatedBody {
  name: string;
  /** The canvas's JSON; UTF-8, empty for none. */
  canvas: Uint8Array;
  /** SHA-256 of the body, hex. */
  bodyHash: string;
}

/** A whole canvas as it was pushed. */
export interface PushedBody {
  pid: number;
  name: string;
  canvas: Uint8Array;
}

/** A canvas made ready for being patched. */
export interface OpenedCanvas {
  packed: PackedCanvas;
  revision: number;
  bytes: number;
  snapshotRevision: number;
  logPatches: number;
  logBytes: number;
}

/** The project's canvas as it was at a revision. */
export interface CanvasAt {
  projectId: number;
  revision: number;
}

/** The tasks on canvases, each with its input and its answer. */
export interface TaskShapes extends CollectSteps {
  /** Parses and checks the body of a creation. Refuses with 400, 413 or 422. */
  checkCreated: [{ body: Uint8Array }, CreatedBody];
  /** Parses and checks the body of a push. Refuses with 400, 413 or 422. */
  checkPushed: [{ body: Uint8Array }, PushedBody];
  /** Parses and checks the body of a PATCH. Refuses with 400, 413 or 422. */
  checkPatch: [{ body: Uint8Array }, ReadPatch];
  /** Stores a text and returns its bytes. */
  write: [NewText, Uint8Array];
  /** Reads the canvas as UTF-8; null when the rows are at another revision by now. */
  read: [CanvasAt, Uint8Array | null];
  /** Null when the rows are at another revision by now. */
  open: [CanvasAt, OpenedCanvas | null];
  /**
   * Applies a patch to the canvas at this revision and stores a long patch as a text. Null when the rows are at another revision. Refuses
   * with 409, 413 or 422.
   */
  patch: [CanvasAt & { text: string | NewText; isWeighed: boolean }, (OpenedCanvas & { addedBytes: number }) | null];
  /** Compacts the log into a new snapshot, from the rows only. Returns the snapshot's revision, null without patches. */
  compact: [{ projectId: number; textId: string; createdAt: string }, number | null];
  /** Writes the canvases of versions before the log is cut. Returns the revisions of those that are lost. */
  settle: [{ projectId: number; textId: string; createdAt: string }, number[]];
  /** Reads the canvas of a version as UTF-8; null when it was deleted this moment. */
  unpack: [{ textId: string }, Uint8Array | null];
  /** Plans a run over a canvas; null when the rows are at another revision by now. */
  plan: [PlanInput, PlannedStep[] | null];
  /** Deletes texts that nothing names. */
  drop: [{ textIds: string[] }, null];
  /** Deletes a few expired things. */
  clean: [Cleaning, Cleaned];
  /** How much all members take together. */
  usageFigures: [null, UsageFigures];
  /** Deletes a project in the trash for good. Returns whether it was there. */
  purge: [{ projectId: number; now: string }, boolean];
  /** Takes what was written out of the write-ahead log. */
  checkpoint: [null, null];
}

export type TaskName = keyof TaskShapes;
export type TaskInput<Name extends TaskName> = TaskShapes[Name][0];
export type TaskAnswer<Name extends TaskName> = TaskShapes[Name][1];
export type CanvasTasks = {
  [Name in TaskName]: (db: Kysely<Database>, input: TaskInput<Name>) => Promise<TaskAnswer<Name>>;
};

/** Message to a worker thread. */
export type TaskMessage = { [Name in TaskName]: { name: Name; input: TaskInput<Name> } }[TaskName];

/** Message of a worker thread: an answer, an expected failure, or how it broke. */
export type TaskOutcome<Value> =
  | { answer: Value }
  | { refused: { status: number; code: string; message: string; headers: Record<string, string>; more: object } }
  | { broken: string };
