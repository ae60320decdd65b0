import type { Snapshot } from '../../../src/engine';
import type { View } from './View';

/**
 * The content of a document, field by field: `node:ID` exists, `words:ID`, `row:ID/0`, `place:ID` and `pipe:FROM>TO`. Two documents with
 * equal fields are the same for people.
 */
export type Fields = ReadonlyMap<string, string>;

export const nodeKey = (id: string): string => `node:${id}`;
export const wordsKey = (id: string): string => `words:${id}`;
export const rowKey = (id: string, row: number): string => `row:${id}/${row}`;
export const placeKey = (id: string): string => `place:${id}`;
export const pipeKey = (from: string, to: string): string => `pipe:${from}>${to}`;

/** How the driver's nodes are named to a screen reader: kind, then words or the names of the rows. */
const SPOKEN = { 'Text input': 'words', Category: 'rows' } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function* rowFields(id: string, names: readonly string[]): Iterable<[string, string]> {
  for (const [row, name] of names.entries()) yield [rowKey(id, row), name];
}

export function fieldsOf({ nodes, edges }: Pick<Snapshot, 'nodes' | 'edges'>): Fields {
  const fields = new Map<string, string>();
  for (const { id, type, position, data } of nodes) {
    fields.set(nodeKey(id), type);
    fields.set(placeKey(id), `${position.x},${position.y}`);
    if (type === 'textPrompt') fields.set(wordsKey(id), textOf(data.value));
    const rows = Array.isArray(data.categories) ? (data.categories as { name?: unknown }[]) : [];
    for (const [key, name] of rowFields(
      id,
      rows.map((row) => textOf(row.name)),
    ))
      fields.set(key, name);
  }
  for (const { source, target } of edges) fields.set(pipeKey(source, target), '');
  return fields;
}

/** The visible fields: without the pipes. */
export function seenFields({ nodes }: Pick<View, 'nodes'>): Fields {
  const fields = new Map<string, string>();
  for (const { id, name, x, y } of nodes) {
    const [kind = '', ...rest] = name.split(', ');
    fields.set(nodeKey(id), '');
    fields.set(placeKey(id), `${x},${y}`);
    const spoken = SPOKEN[kind as keyof typeof SPOKEN];
    if (spoken === 'words') fields.set(wordsKey(id), rest.join(', '));
    if (spoken === 'rows') for (const [key, row] of rowFields(id, rest)) fields.set(key, row);
  }
  return fields;
}

const isSeen = (key: string): boolean => !key.startsWith('node:') && !key.startsWith('pipe:');

/** Fields that differ or that only one has, without those that are compared for whole documents alone. */
export function differences(one: Fields, other: Fields): string[] {
  const keys = new Set([...one.keys(), ...other.keys()].filter(isSeen));
  return [...keys]
    .filter((key) => one.get(key) !== other.get(key))
    .map((key) => `${key}: ${told(one.get(key))} here, ${told(other.get(key))} there`);
}

const told = (value: string | undefined): string => (value === undefined ? 'nothing' : `'${value}'`);
