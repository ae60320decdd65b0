import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isPostgres, type Database } from '../../../server/db';

/** The rows of an installation that very many people use for very long. */
export interface ManyRows {
  readonly projects?: number;
  /** Each a second older than the one before. */
  readonly answers?: number;
  readonly files?: number;
  /** As many tokens of scripts are written, too; all have expired. */
  readonly sessions?: number;
  /** Steps of one run of the first project, and as many of its jobs that have made a picture. */
  readonly steps?: number;
  /** Texts that nothing names. */
  readonly texts?: number;
  /** This many other members own them together, `many-0` and so on, who sign in by these names. */
  readonly members?: number;
}

const OLD = '2026-01-01T00:00:00.000Z';
/** The server gives nobody a number from here on. */
export const FIRST_ID = 1_000_000_000;

const numbers = (count: number) =>
  sql`(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${sql.lit(count - 1)}) select i from n) as n`;

/** Writes this many rows straight into the tables of a server that does not run. All belong to the member, unless others have them. */
export async function writeManyRows(db: Kysely<Database>, memberId: string, many: ManyRows): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Rows that are made to fit need no foreign key check, one by one.
    if (isPostgres(trx)) await sql`set local session_replication_role = replica`.execute(trx);
    await writeRows(trx, memberId, many);
  });
}

async function writeRows(db: Kysely<Database>, memberId: string, many: ManyRows): Promise<void> {
  const { projects = 1, answers = 0, files = 0, sessions = 0, steps = 0, texts = 0, members = 0 } = many;
  if (members > 0) await writeMembers(db, members);
  const owner = members === 0 ? sql`${memberId}` : sql`'many-' || (i % ${sql.lit(members)})`;
  await sql`insert into project (id, member_id, name, name_key, revision, updated_at, thumbnail)
    select ${sql.lit(FIRST_ID)} + i, ${owner}, 'Flow ' || i, 'flow ' || i, 1, ${OLD}, '/files/' || i || '.png'
    from ${numbers(projects)}`.execute(db);
  await sql`insert into canvas_text (id, bytes, created_at)
    select 'of-' || i, 2, ${OLD} from ${numbers(projects)}`.execute(db);
  await sql`insert into snapshot (project_id, revision, text_id)
    select ${sql.lit(FIRST_ID)} + i, 1, 'of-' || i from ${numbers(projects)}`.execute(db);
  await sql`insert into patch_log (project_id, revision, patch, created_at)
    select ${sql.lit(FIRST_ID)} + i, 1, '[]', ${OLD} from ${numbers(projects)}`.execute(db);
  if (answers > 0) {
    await sql`insert into patch_answer (member_id, project_id, idempotency_key, body_hash, status, body, created_at)
      select ${owner}, ${sql.lit(FIRST_ID)} + i % ${sql.lit(projects)}, 'key ' || i, '', 200, '{}', ${OLD} || i
      from ${numbers(answers)}`.execute(db);
  }
  if (files > 0) {
    await sql`insert into file (sha256, extension, content_type, bytes, width, height, created_at)
      select cast(i as text), 'png', 'image/png', 1000, 1, 1, ${OLD} from ${numbers(files)}`.execute(db);
    await sql`insert into file_owner (member_id, sha256, created_at, only_thumbnail)
      select ${owner}, cast(i as text), ${OLD}, 0 from ${numbers(files)}`.execute(db);
  }
  if (sessions > 0) {
    await sql`insert into session (token_hash, member_id, created_at, expires_at)
      select 'old ' || i, ${memberId}, ${OLD}, ${OLD} from ${numbers(sessions)}`.execute(db);
    await sql`insert into api_token (id, member_id, token_hash, name, scopes, created_at, expires_at)
      select 'old ' || i, ${memberId}, 'old ' || i, '', '[]', ${OLD}, ${OLD} from ${numbers(sessions)}`.execute(db);
  }
  if (steps > 0) {
    await sql`insert into run (id, member_id, project_id, revision, is_fresh, state, created_at, ended_at, takes, steps, steps_over)
      values ('many', ${memberId}, ${sql.lit(FIRST_ID)}, 1, 0, 'done', ${OLD}, ${OLD}, 1, ${steps}, ${steps})`.execute(
      db,
    );
    await sql`insert into run_step (run_id, place, node_id, number, state, request, waits_for, is_written)
      select 'many', i, 'node', 0, 'done', '', '[]', 1 from ${numbers(steps)}`.execute(db);
    await sql`insert into job (id, member_id, project_id, number, state, started_at, lease_until, ended_at, url)
      select 'many ' || i, ${memberId}, ${sql.lit(FIRST_ID)}, 0, 'done', ${OLD}, ${OLD}, ${OLD}, '/files/' || i || '.png'
      from ${numbers(steps)}`.execute(db);
  }
  if (texts > 0) {
    await sql`insert into canvas_text (id, bytes, created_at)
      select 'nobody-' || i, 2, ${OLD} from ${numbers(texts)}`.execute(db);
    await sql`insert into canvas_text_part (text_id, number, part)
      select 'nobody-' || i, 0, '{}' from ${numbers(texts)}`.execute(db);
  }
}

async function writeMembers(db: Kysely<Database>, members: number): Promise<void> {
  await sql`insert into member (id, issuer, subject, name, created_at)
    select 'many-' || i, 'local', 'many-' || i, 'many-' || i, ${OLD} from ${numbers(members)}`.execute(db);
  await sql`insert into member_usage (member_id, bytes, projects, swept_at)
    select 'many-' || i, 0, 0, '' from ${numbers(members)}`.execute(db);
}

/** How many rows a table has. */
export async function countRows(db: Kysely<Database>, table: keyof Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}
