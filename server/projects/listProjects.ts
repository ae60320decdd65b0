import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ProjectListQuery, ProjectSummary } from '../../src/api/contract';
import type { Database } from '../db';
import { ApiError } from '../errors';
import { isLiveProject } from './project';
import { nameKey } from '../names';
import { parseJson } from '../parseJson';

export interface ProjectPage {
  projects: ProjectSummary[];
  /** The cursor of the next page; null at the end of the list. */
  next: string | null;
}

/** The last row of a page: what it is ordered by, then its id. The order is named, since another has other places. */
const cursorShape = z.tuple([z.enum(['updated_at', 'name_key']), z.string(), z.int()]);

/**
 * A member's projects in the requested order, from the cursor on.
 *
 * @throws ApiError 400 for a cursor of another order.
 */
export async function listProjects(
  db: Kysely<Database>,
  memberId: string,
  { q = '', sort = 'updatedAt', limit, before }: ProjectListQuery,
): Promise<ProjectPage> {
  const key = sort === 'name' ? 'name_key' : 'updated_at';
  const direction = sort === 'name' ? 'asc' : 'desc';
  const wanted = nameKey(q.replaceAll('\0', '').toWellFormed().trim());
  let query = db
    .selectFrom('project')
    .select(['id', 'name', 'name_key', 'updated_at', 'thumbnail'])
    .where(isLiveProject({ memberId }))
    .orderBy(key, direction)
    .orderBy('id', direction);
  if (wanted !== '') query = query.where(sql<boolean>`name_key like ${`%${escapeLike(wanted)}%`} escape '\\'`);
  if (before !== undefined) {
    const [, value, id] = readCursor(before, key);
    const beyond = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(sql<boolean>`(${sql.ref(key)}, id) ${beyond} (${value}, ${id})`);
  }
  // One more tells whether there is a next page.
  const rows = await (limit === undefined ? query : query.limit(limit + 1)).execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    projects: page.map((row) => ({
      projectId: row.id,
      name: row.name,
      updatedAt: row.updated_at,
      thumbnail: row.thumbnail,
    })),
    next: last === undefined || page.length === rows.length ? null : writeCursor([key, last[key], last.id]),
  };
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

const writeCursor = (cursor: z.infer<typeof cursorShape>): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

function readCursor(text: string, key: string): z.infer<typeof cursorShape> {
  const read = cursorShape.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!read.success || read.data[0] !== key) {
    throw new ApiError(400, 'invalidCursor', 'This list cannot be read on from here. Begin it again.');
  }
  return read.data;
}
