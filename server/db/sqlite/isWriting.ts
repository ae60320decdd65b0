import { DeleteQueryNode, InsertQueryNode, UpdateQueryNode } from 'kysely';
import type { RootOperationNode } from 'kysely';

/** Whether a statement changes rows. */
export const isWriting = (node: RootOperationNode): boolean =>
  InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node);
