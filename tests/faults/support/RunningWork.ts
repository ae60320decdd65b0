import type { Run } from '../../../src/api/contractRuns';
import type { Take } from '../../../src/api/contractTakes';

type Step = Run['steps'][number];

/** The nodes that a member runs, and the name that each of their pictures has in a round: in its prompt, its step and its take. */
export interface RunningWork {
  readonly canvas: { readonly nodes: readonly object[]; readonly edges: readonly object[] };
  /** Nodes to run. */
  readonly nodes: readonly string[];
  /** A JSON patch after which every request differs from those of other rounds. */
  readonly writes: (round: string) => readonly object[];
  /** The names of the pictures that each node stands for. */
  readonly names: (round: string) => ReadonlyMap<string, readonly string[]>;
  readonly nameOfStep: (step: Step, round: string) => string;
  readonly nameOfTake: (take: Take) => string;
  readonly nameOfPrompt: (prompt: string) => string;
}

const position = { x: 0, y: 0 };
const write = (node: number, value: string): object => ({ op: 'replace', path: `/nodes/${node}/data/value`, value });
const textOf = ({ recipe }: Take): string =>
  recipe?.items.flatMap((item) => (item.type === 'text_prompt' ? [item.content] : [])).join(' ') ?? '';

const nameOfNode = (node: string, round: string): string => `${node} ${round}`;

/** Image nodes, each with words of its own. */
export function manyNodes(count: number): RunningWork {
  const nodes = Array.from({ length: count }, (_, at) => `image-${at}`);
  return {
    canvas: {
      nodes: nodes.flatMap((id) => [
        { id: `words-${id}`, type: 'textPrompt', position, data: { value: '' } },
        { id, type: 'image', position, data: {} },
      ]),
      edges: nodes.map((id) => ({ id: `to-${id}`, source: `words-${id}`, target: id })),
    },
    nodes,
    writes: (round) => nodes.map((node, at) => write(at * 2, nameOfNode(node, round))),
    names: (round) => new Map(nodes.map((node) => [node, [nameOfNode(node, round)]])),
    nameOfStep: ({ nodeId }, round) => nameOfNode(nodeId, round),
    nameOfTake: textOf,
    nameOfPrompt: (prompt) => prompt,
  };
}

const LISTS = ['subject', 'style'] as const;

/** One image node that stands for a picture of every two words of its two lists. */
export function manyCells(subjects: number, styles: number): RunningWork {
  const words = ([subjects, styles] as const).map((count, list) =>
    Array.from({ length: count }, (_, at) => `${LISTS[list]}-${String(at).padStart(3, '0')}`),
  );
  const nameOf = (cell: Step['cell'], round: string): string =>
    `${LISTS.map((list) => cell?.[list] ?? '').join(' ')} ${round}`;
  return {
    canvas: {
      nodes: [
        { id: 'round', type: 'textPrompt', position, data: { value: '' } },
        ...LISTS.map((id, list) => ({
          id,
          type: 'categoryItem',
          position,
          data: { name: id, value: words[list]?.join(', ') ?? '', each: true },
        })),
        { id: 'art', type: 'image', position, data: {} },
      ],
      edges: ['round', ...LISTS].map((source) => ({ id: `to-${source}`, source, target: 'art' })),
    },
    nodes: ['art'],
    writes: (round) => [write(0, round)],
    names: (round) => {
      const [one = [], other = []] = words;
      return new Map([['art', one.flatMap((subject) => other.map((style) => nameOf({ subject, style }, round)))]]);
    },
    nameOfStep: ({ cell }, round) => nameOf(cell, round),
    nameOfTake: (take) => nameOf(take.cell ?? undefined, textOf(take)),
    nameOfPrompt: (prompt) => {
      const parts = [/subject-\d+/, /style-\d+/, /of \w+ in round \d+/].map((part) => part.exec(prompt)?.[0]);
      return parts.join(' ');
    },
  };
}
