import type { Selectable } from 'kysely';
import type { Cell, Recipe, Take } from '../../src/api/contractTakes';
import type { TakeTable } from '../db';

export type TakeRow = Selectable<TakeTable>;

/** Columns that a take's answer is made of; its words stay behind. */
export const TAKE_COLUMNS = [
  'take.id',
  'take.project_id',
  'take.node_id',
  'take.url',
  'take.text',
  'take.recipe',
  'take.take_key',
  'take.number',
  'take.cell',
  'take.model',
  'take.cost_micros',
  'take.created_at',
  'take.rating',
] as const;

/** A take as it travels. */
export function takeOf(row: Omit<TakeRow, 'member_id' | 'job_id' | 'words' | 'deleted_at' | 'event'>): Take {
  const { id, url, text, number, model } = row;
  return {
    id,
    projectId: row.project_id,
    nodeId: row.node_id,
    url,
    ...(text !== null && { text }),
    recipe: row.recipe === null ? null : (JSON.parse(row.recipe) as Recipe),
    key: row.take_key,
    number,
    cell: row.cell === null ? null : (JSON.parse(row.cell) as Cell),
    model,
    costMicros: row.cost_micros,
    createdAt: row.created_at,
    rating: row.rating,
  };
}
