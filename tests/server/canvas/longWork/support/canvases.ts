import { emptyCanvas, textNode } from '../../../support/Person';

/** About 1 MB in 4,000 nodes. */
export const river = {
  ...emptyCanvas(),
  nodes: Array.from({ length: 4000 }, (_, index) => textNode(`n${index}`, '강물이 흐른다 '.repeat(8))),
  edges: Array.from({ length: 4000 }, (_, index) => ({ id: `e${index}`, source: `n${index}`, target: 'n0' })),
};

/** A canvas small enough to be patched in the request's own thread. */
export const pond = { ...emptyCanvas(), nodes: [textNode('pond')] };

/** The body of a push that replaces a project's canvas. */
export const push = (pid: number, snapshot: object): object => ({ pid, name: 'Flow', timestamp: '', snapshot });

/** Writes into one text of the river. */
export const write = (index: number, value: string): object[] => [
  { op: 'test', path: `/nodes/${index}/id`, value: `n${index}` },
  { op: 'replace', path: `/nodes/${index}/data/value`, value },
];
