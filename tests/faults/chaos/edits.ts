import type { Page } from 'playwright-core';
import { edgeId, SNAP_GRID } from '../../../src/engine';
import type { Round } from './Round';
import { nodeKey, pipeKey, placeKey, rowKey, seenFields, wordsKey } from './fields';
import * as hand from './hand';
import { SEATS, type Edit, type Seat } from './steps';
import { readEdges, type SeenNode, type View } from './View';

/** The accessible layer is rebuilt within 100 ms. */
const LAID_MS = 150;

/** Waits by the page's own clock, which a busy machine slows down as it does the app's. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    (ms) =>
      new Promise<void>((done) =>
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done())), ms),
      ),
    LAID_MS,
  );

/** Directions of the arrow keys, in steps of the grid. */
const ARROWS = [
  ['ArrowRight', 1, 0],
  ['ArrowLeft', -1, 0],
  ['ArrowDown', 0, 1],
  ['ArrowUp', 0, -1],
] as const;
/** This many nodes stay, to be written into. */
const NODES_MIN = 3;

interface EditContext {
  readonly round: Round;
  readonly seat: Seat;
  readonly page: Page;
  readonly view: View;
  readonly n: number;
  readonly m: number;
}

/** Returns a description of what was done; null when there was no target. */
type Doing = (context: EditContext) => Promise<string | null>;

const isText = ({ name }: SeenNode): boolean => name.startsWith('Text input');
const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)];

const writeInto = async ({ round, seat, page }: EditContext, id: string): Promise<string | null> => {
  const words = round.newWords(seat);
  const seen = await hand.write(page, id, words);
  if (seen === null) return null;
  const { pid } = round.tabs[seat];
  round.deeds.note({ kind: 'write', key: wordsKey(id), nodes: [id], value: words, pid }, seat, round.now, seen);
  return `writes '${words}' over '${seen}' in ${id}`;
};

const write: Doing = async (context) => {
  const node = pick(context.view.nodes.filter(isText), context.n);
  return node ? writeInto(context, node.id) : null;
};

/** Two people edit the same node at the same time. */
const clash: Doing = async (context) => {
  const { round, view, n, m } = context;
  const other = pick(
    SEATS.filter((seat) => seat !== context.seat && round.tabs[seat].isOpen),
    m,
  );
  const page = other && round.tabs[other].page;
  const node = pick(view.nodes.filter(isText), n);
  if (!other || !page || !node) return null;
  const told = await Promise.all([
    writeInto(context, node.id),
    writeInto({ ...context, seat: other, page }, node.id).catch(() => null),
  ]);
  return `${told[0] ?? 'does nothing'}, while ${other} ${told[1] ?? 'does nothing'}`;
};

const add: Doing = async ({ round, seat, page }) => {
  const words = round.newWords(seat);
  const id = await hand.add(page, words);
  if (id === null) return null;
  const { pid } = round.tabs[seat];
  const { now } = round;
  // Another person's node arrived at that moment with its words undone: it looked like the new one.
  if (round.deeds.shown(nodeKey(id), '')) {
    round.deeds.note({ kind: 'write', key: wordsKey(id), nodes: [id], value: words, pid }, seat, now, '');
    return `writes '${words}' into ${id}, which another has just added`;
  }
  round.deeds.note({ kind: 'add', key: nodeKey(id), nodes: [id], value: '', pid }, seat, now, undefined);
  const key = wordsKey(id);
  round.deeds.note({ kind: 'write', key, nodes: [id], value: '', pid }, seat, now, undefined);
  round.deeds.note({ kind: 'write', key, nodes: [id], value: words, pid }, seat, now, '');
  return `adds ${id} that says '${words}'`;
};

const move: Doing = async ({ round, seat, page, view, n, m }) => {
  const node = pick(view.nodes, n);
  const arrow = pick(ARROWS, m);
  if (!node || !arrow || !(await hand.nudge(page, node.id, arrow[0]))) return null;
  await settle(page);
  const { nodes } = await round.tabs[seat].look();
  const moved = nodes.find(({ id }) => id === node.id);
  if (!moved || (moved.x === node.x && moved.y === node.y)) return null;
  const { pid } = round.tabs[seat];
  const [from, to] = [node, moved].map(({ x, y }) => `${x},${y}`) as [string, string];
  const key = placeKey(node.id);
  const meant = `${node.x + arrow[1] * SNAP_GRID},${node.y + arrow[2] * SNAP_GRID}`;
  round.deeds.note({ kind: 'move', key, nodes: [node.id], value: to, meant, pid }, seat, round.now, from);
  return `moves ${node.id} from ${from} to ${to}${meant === to ? '' : `, where ${meant} was meant`}`;
};

const connect: Doing = async ({ round, seat, page, view, n }) => {
  const from = pick(view.nodes.filter(isText), n);
  const to = view.nodes.find(({ name }) => name.startsWith('Image,'));
  if (!from || !to || !(await hand.connect(page, from.id, to.id))) return null;
  await settle(page);
  if (!(await readEdges(page)).has(edgeId(from.id, to.id))) return null;
  const { pid } = round.tabs[seat];
  const key = pipeKey(from.id, to.id);
  round.deeds.note({ kind: 'connect', key, nodes: [from.id, to.id], value: '', pid }, seat, round.now, undefined);
  return `connects ${from.id} to ${to.id}`;
};

const remove: Doing = async ({ round, seat, page, view, n }) => {
  const texts = view.nodes.filter(isText);
  const node = texts.length > NODES_MIN ? pick(texts, n) : undefined;
  if (!node || !(await hand.remove(page, node.id))) return null;
  await settle(page);
  const { nodes } = await round.tabs[seat].look();
  if (nodes.some(({ id }) => id === node.id)) return null;
  const { pid } = round.tabs[seat];
  const key = nodeKey(node.id);
  round.deeds.note(
    { kind: 'remove', key, nodes: [node.id], value: '', pid },
    seat,
    round.now,
    seenFields({ nodes: [node] }),
  );
  return `removes ${node.id}`;
};

const renameRow: Doing = async ({ round, seat, page, view, n }) => {
  const category = view.nodes.find(({ name }) => name.startsWith('Category'));
  if (!category) return null;
  const row = n % 2;
  const words = `r-${round.newWords(seat)}`;
  // Enter opens the value of the first row, which lies between the two names.
  const seen = await hand.write(page, category.id, words, [row === 0 ? 'Shift+Tab' : 'Tab']);
  if (seen === null) return null;
  const { pid } = round.tabs[seat];
  const key = rowKey(category.id, row);
  round.deeds.note({ kind: 'write', key, nodes: [category.id], value: words, pid }, seat, round.now, seen);
  return `renames row ${row} of ${category.id} from '${seen}' to '${words}'`;
};

/** Keys of the pipes: source and target of each. */
const pipeKeys = (edges: ReadonlySet<string>, { nodes }: View): Set<string> => {
  const ends = nodes.flatMap((from) => nodes.map((to) => [from.id, to.id] as const));
  return new Set(ends.filter(([from, to]) => edges.has(edgeId(from, to))).map(([from, to]) => pipeKey(from, to)));
};

/** An undo is recognised by what looks different afterwards. */
const undo: Doing = async ({ round, seat, page }) => {
  const tab = round.tabs[seat];
  const edgesBefore = await readEdges(page);
  const view = await tab.look();
  await hand.undo(page);
  await settle(page);
  const seen = await tab.look();
  // The member signed out in another tab and has left this one: no document is visible.
  if (seen.status !== 'ready') return null;
  const { nodes } = seen;
  const [before, after] = [seenFields(view), seenFields({ nodes })];
  const { deeds, now } = round;
  const { pid } = round.tabs[seat];
  const undone: string[] = [];
  for (const [key, value] of before) {
    const id = /:([^/]*)/.exec(key)?.[1] ?? '';
    const then = after.get(key);
    if (then === undefined && key.startsWith('node:')) {
      deeds.note({ kind: 'remove', key, nodes: [id], value: '', pid }, seat, now, before);
      undone.push(`${id} goes`);
    } else if (then !== undefined && then !== value && (key.startsWith('place:') || deeds.shown(key, then))) {
      // The place of an added node is not noted: it is known only from its first move on.
      if (deeds.isFromOthers(seat, key, value, then)) continue;
      const kind = key.startsWith('place:') ? 'move' : 'write';
      const deed = { kind, key, nodes: [id], value: then, pid } as const;
      if (!deeds.takeBack(deed, seat, now, value)) deeds.note(deed, seat, now, value);
      undone.push(`${key} is '${then}' again, not '${value}'`);
    }
  }
  for (const [key, value] of after) {
    if (before.has(key)) continue;
    const id = /:([^/]*)/.exec(key)?.[1] ?? '';
    // A restored node repeats earlier words: they count as deeds of their writer.
    if (!key.startsWith('node:') && !before.has(nodeKey(id))) continue;
    const kind = key.startsWith('node:') ? 'add' : key.startsWith('place:') ? 'move' : 'write';
    deeds.note({ kind, key, nodes: [id], value: kind === 'add' ? '' : value, pid }, seat, now, value);
    if (kind === 'add') undone.push(`${id} comes back`);
  }
  const pipesAfter = pipeKeys(await readEdges(page), seen);
  for (const key of pipeKeys(edgesBefore, view)) {
    if (pipesAfter.has(key)) continue;
    deeds.note({ kind: 'remove', key, nodes: [], value: '', pid }, seat, now, undefined);
    undone.push(`${key} goes`);
  }
  return `undoes: ${undone.join(', ') || 'nothing to be seen'}`;
};

export const EDITS_DONE: Readonly<Record<Edit, Doing>> = { write, clash, add, move, connect, remove, renameRow, undo };
