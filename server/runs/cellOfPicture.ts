import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { urlOfValue } from '../generation/recipeOf';

interface ShownPicture {
  readonly memberId: string;
  readonly projectId: number;
  readonly nodeId: string;
  /** Value of the node. */
  readonly shown: string;
}

/**
 * The cell that a node's picture is of, as JSON: of several with the same bytes the newest, as the sheet says. Null for none. With the member
 * it is found among the few takes of that picture, and else among all takes of the node.
 */
export async function cellOfPicture(
  db: Kysely<Database>,
  { memberId, projectId, nodeId, shown }: ShownPicture,
): Promise<string | null> {
  const take = await db
    .selectFrom('take')
    .select('cell')
    .where('member_id', '=', memberId)
    .where('url', '=', urlOfValue(shown))
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .where('cell', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return take?.cell ?? null;
}
