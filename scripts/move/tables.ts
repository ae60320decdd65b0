import type { Database } from '../../server/db';

interface MovedTable<Row> {
  /** The columns that tell one row from another. */
  readonly key: readonly (keyof Row & string)[];
  /** A column that may hold megabytes. */
  readonly heavy?: keyof Row & string;
}

/** All tables, each after those it refers to. One that is missing here is a type error. */
export const TABLES: { readonly [Name in keyof Database]: MovedTable<Database[Name]> } = {
  member: { key: ['id'] },
  session: { key: ['token_hash'] },
  api_token: { key: ['id'] },
  used_sign_in: { key: ['state_hash'] },
  secret: { key: ['name'] },
  member_usage: { key: ['member_id'] },
  counter: { key: ['name'] },
  project: { key: ['id'] },
  canvas_text: { key: ['id'] },
  canvas_text_part: { key: ['text_id', 'number'], heavy: 'part' },
  going_text: { key: ['id'] },
  snapshot: { key: ['project_id'] },
  patch_log: { key: ['project_id', 'revision'], heavy: 'patch' },
  patch_answer: { key: ['project_id', 'member_id', 'idempotency_key'], heavy: 'body' },
  version: { key: ['id'] },
  version_text: { key: ['project_id', 'revision'] },
  file: { key: ['sha256'] },
  file_owner: { key: ['member_id', 'sha256'] },
  leftover_file: { key: ['name'] },
  job: { key: ['id'] },
  job_sum: { key: ['member_id', 'month', 'provider', 'model', 'state'] },
  analysis: { key: ['id'] },
  nameless_call: { key: ['started_at', 'id'] },
  take: { key: ['id'], heavy: 'recipe' },
  run: { key: ['id'] },
  run_step: { key: ['run_id', 'place'], heavy: 'request' },
  project_event: { key: ['project_id'] },
};

export type TableName = keyof Database;

/** The tables in the order in which their rows may be inserted. */
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

export type Row = Readonly<Record<string, string | number | null>>;
