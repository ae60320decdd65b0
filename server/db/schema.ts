import type { ColumnType } from 'kysely';
import type { VersionKind } from '../../src/api/contract';
import type { AnalysisTable, JobSumTable, NamelessCallTable } from './callTables';

/**
 * The tables as the server reads and writes them. Only text and integer columns, JSON kept as text and times as ISO 8601 UTC text, so that
 * SQLite and PostgreSQL have the same tables.
 */
export interface Database {
  member: MemberTable;
  session: SessionTable;
  api_token: ApiTokenTable;
  used_sign_in: UsedSignInTable;
  secret: SecretTable;
  counter: CounterTable;
  member_usage: MemberUsageTable;
  project: ProjectTable;
  snapshot: SnapshotTable;
  canvas_text: CanvasTextTable;
  canvas_text_part: CanvasTextPartTable;
  going_text: GoingTextTable;
  patch_log: PatchLogTable;
  patch_answer: PatchAnswerTable;
  version: VersionTable;
  version_text: VersionTextTable;
  file: FileTable;
  file_owner: FileOwnerTable;
  leftover_file: LeftoverFileTable;
  job: JobTable;
  job_sum: JobSumTable;
  analysis: AnalysisTable;
  nameless_call: NamelessCallTable;
  take: TakeTable;
  run: RunTable;
  run_step: RunStepTable;
  project_event: ProjectEventTable;
}

/** Number of the project's event that the row's last change is; 0 for none. A row has one number at a time: the newest. */
type EventNumber = ColumnType<number, number | undefined>;

/** A person, known by who vouches for them and how that issuer calls them: never by an e-mail address. */
export interface MemberTable {
  id: string;
  /** `local` or an OpenID Connect issuer's address. */
  issuer: string;
  subject: string;
  name: string;
  picture: string | null;
  created_at: string;
  /** Since when this member may not come in; null for one who may. */
  blocked_at: string | null;
}

export interface SessionTable {
  /** SHA-256 of the cookie's token, hex: a copy of the database opens no session. */
  token_hash: string;
  member_id: string;
  created_at: string;
  expires_at: string;
}

/** A token that a member's script sends instead of a cookie. */
export interface ApiTokenTable {
  id: string;
  member_id: string;
  /** SHA-256 of the token, hex: a copy of the database opens nothing. */
  token_hash: string;
  name: string;
  /** A JSON list of its scopes. */
  scopes: string;
  created_at: string;
  /** Null for one that lasts until it is revoked. */
  expires_at: string | null;
  /** The hour of its last use; null for one that was never used. */
  last_used_at: string | null;
}

/** A sign-in that has come back: it is taken once. One that is under way travels, sealed. */
export interface UsedSignInTable {
  /** SHA-256 of the `state` that travels, hex. */
  state_hash: string;
  expires_at: string;
}

/** A secret that only the servers of this database know. No backup has one: `passLostNumbers` tells a restored database by that. */
export interface SecretTable {
  name: string;
  value: string;
}

/**
 * The last number given out under a name. Numbers are never reused, not even after a deletion. For work that servers do in turn it is the
 * time of the last run, in milliseconds since 1970.
 */
export interface CounterTable {
  name: string;
  last: number;
}

/** The usage of a member, as a running sum. A member who never had anything has no row. */
export interface MemberUsageTable {
  member_id: string;
  /** Bytes of projects, as far as they are counted, and of files. */
  bytes: number;
  /** Number of projects without deleted ones. */
  projects: number;
  /** When it was last looked which of their files nothing names; empty for never. */
  swept_at: string;
}

export interface ProjectTable {
  id: number;
  member_id: string;
  name: string;
  /** `nameKey` of the name. */
  name_key: string;
  /** Counts the changes of the canvas; 0 while the project never had one. A restored backup goes on from a far greater one. */
  revision: number;
  updated_at: string;
  /** A /files/ address. */
  thumbnail: string | null;
  /** Empty once some of it is gone for good. */
  deleted_at: string | null;
  /** Bytes of its canvas, its patches and the texts of its versions. */
  bytes: ColumnType<number, number | undefined>;
  /** The part of `bytes` that is in its member's sum. */
  counted_bytes: ColumnType<number, number | undefined>;
  /** The Idempotency-Key of the request that created it, one of its member's. */
  creation_key: string | null;
  /** SHA-256 of that request's body, hex. */
  creation_hash: string | null;
}

/** A canvas as it was at one revision; what came later is in the patch log. */
export interface SnapshotTable {
  project_id: number;
  revision: number;
  text_id: string;
}

/**
 * The text of a canvas or of a long patch. It never changes; one that no snapshot, no version and no row of the patch log names is on
 * its way in or out.
 */
export interface CanvasTextTable {
  id: string;
  /** Length of the text; bytes of UTF-8. */
  bytes: number;
  created_at: string;
}

export interface CanvasTextPartTable {
  text_id: string;
  /** Counted from 0. */
  number: number;
  part: string;
}

/** A text whose row has gone and whose parts are going. */
export interface GoingTextTable {
  id: string;
}

/** The patch that led to a revision. */
export interface PatchLogTable {
  project_id: number;
  revision: number;
  /** Empty when the patch is stored as a text. */
  patch: string;
  created_at: string;
  /** The text of a long patch. */
  text_id: string | null;
}

/** The first answer to a patch with an Idempotency-Key. */
export interface PatchAnswerTable {
  member_id: string;
  project_id: number;
  idempotency_key: string;
  body_hash: string;
  status: number;
  body: string;
  created_at: string;
}

/** A state of a project that can be gone back to. */
export interface VersionTable {
  /** Never given twice. */
  id: number;
  project_id: number;
  revision: number;
  kind: VersionKind;
  /** Empty if nobody has named it. */
  name: string;
  created_at: string;
}

/**
 * The canvas at the revision of a version. It is written only when the patch log it can be read from is about to go:
 * until then a version costs a row.
 */
export interface VersionTextTable {
  project_id: number;
  revision: number;
  /** A text of its own, gzipped, as Base64. */
  text_id: string;
}

/** A picture's facts; its bytes are in the file store under `SHA256.EXT`. */
export interface FileTable {
  sha256: string;
  extension: string;
  content_type: string;
  bytes: number;
  width: number;
  height: number;
  created_at: string;
  /** The signer that the picture itself names; empty if it names none, null if it was not checked. */
  signed_by: ColumnType<string | null, string | null | undefined>;
}

/** The members who may see a picture: those who uploaded or generated these bytes. */
export interface FileOwnerTable {
  member_id: string;
  sha256: string;
  created_at: string;
  /** 1 for bytes that were stored as a thumbnail only. */
  only_thumbnail: number;
  /** Since when nothing of the member's is known to name it; null while something does. */
  unnamed_since: ColumnType<string | null, string | null | undefined>;
}

/** A file that the store may have while no row names it. */
export interface LeftoverFileTable {
  /** `SHA256.EXT`, as the store knows it. */
  name: string;
  /** ISO 8601. Since then the file may be unused. */
  since: string;
}

/** The making of one picture. */
export interface JobTable {
  id: string;
  member_id: string;
  /** May be deleted: started jobs count for a member's limits, whatever they delete. */
  project_id: number;
  node_id: string | null;
  /** The request's number: it tells deliberate repetitions apart. */
  number: number;
  state: 'running' | 'done' | 'failed' | 'aborted';
  started_at: string;
  /** The server that runs it renews this; a running job whose lease is over has lost its server. */
  lease_until: string;
  ended_at: string | null;
  url: string | null;
  /** The written text; null for pictures. */
  text: ColumnType<string | null, string | null | undefined>;
  message: string | null;
  /** Why it failed, in one stable word. */
  code: string | null;
  /** When a further run is worth it, where the engine has said so. */
  retry_at: string | null;
  /** The engine that was asked, such as 'gemini'; null for jobs of older versions. */
  provider: string | null;
  /** The model that its request named; null for jobs of older versions. */
  asked_model: ColumnType<string | null, string | null | undefined>;
  /** The model that really made it, or that took something for a failure. */
  model: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Millionths of a US dollar; null if unknown. */
  cost_micros: number | null;
  /** The cost that was assumed as it was admitted; null for jobs of older versions. */
  estimate_micros: ColumnType<number | null, number | null | undefined>;
  idempotency_key: string | null;
  body_hash: string | null;
  /** The run that it is a step of. */
  run_id: ColumnType<string | null, string | null | undefined>;
  /** `requestKey` of a step's request. */
  request_key: ColumnType<string | null, string | null | undefined>;
  /** JSON: the cell of a sheet that its picture is for. */
  cell: ColumnType<string | null, string | null | undefined>;
  /** The number of requested pictures and of missing ones; `code` and `message` say why. */
  asked_count: ColumnType<number, number | undefined>;
  missing: ColumnType<number, number | undefined>;
  /** JSON: the addresses of its pictures after the first; null where there are none. */
  further: ColumnType<string | null, string | null | undefined>;
  event: EventNumber;
}

/** A finished picture of an image node. */
export interface TakeTable {
  /** Never given twice. */
  id: number;
  member_id: string;
  project_id: number;
  node_id: string;
  /** Null for one that was taken from what was there; its job may be gone. */
  job_id: string | null;
  /** A /files/ address; the `wordsUrl` of a text. */
  url: string;
  /** The written text; null for a picture. */
  text: ColumnType<string | null, string | null | undefined>;
  /** Null where an older version made it. */
  take_key: string | null;
  number: number;
  /** JSON. */
  cell: string | null;
  /** The model that really made it. */
  model: string | null;
  /** Millionths of a US dollar; null if unknown. */
  cost_micros: number | null;
  created_at: string;
  /** 1 to 5, -1 for a rejected one. */
  rating: number | null;
  deleted_at: string | null;
  /** Words that searches find it by: `searchWords` of its recipe. They never change. */
  words: string;
  /** JSON; null where an older version made it. */
  recipe: string | null;
  event: EventNumber;
}

/** One execution over many nodes. */
export interface RunTable {
  id: string;
  member_id: string;
  project_id: number;
  /** The revision of the canvas that was planned. */
  revision: number;
  /** 1 where nothing that was there before is used. */
  is_fresh: number;
  state: 'running' | 'done' | 'aborted';
  created_at: string;
  ended_at: string | null;
  idempotency_key: string | null;
  body_hash: string | null;
  /** Results of each node. */
  takes: number;
  steps: number;
  /** How many of them have ended. */
  steps_over: number;
  event: EventNumber;
}

/** The step of a run for one node. */
export interface RunStepTable {
  run_id: string;
  /** Place in the plan, from 0; the steps it waits for come before it. */
  place: number;
  node_id: string;
  number: number;
  /** JSON; null for the one picture of a node without lists. */
  cell: string | null;
  state: 'waiting' | 'running' | 'done' | 'kept' | 'failed' | 'blocked' | 'aborted';
  reason: string | null;
  take_id: number | null;
  /** Result of the step: the address of its picture, or the words that it has written. */
  url: string | null;
  job_id: string | null;
  /** JSON: settings and items, whose pictures may name other steps. */
  request: string;
  /** A JSON list of places. */
  waits_for: string;
  /** 1 once its picture is on the canvas, or will never be. */
  is_written: number;
  started_at: string | null;
  ended_at: string | null;
  event: EventNumber;
}

/** The last event of a project that has had any. */
export interface ProjectEventTable {
  project_id: number;
  last: number;
}
