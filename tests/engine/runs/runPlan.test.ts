import { describe, expect, it } from 'vitest';
import {
  edgeId,
  GraphDocument,
  planRun,
  requestItems,
  type FlowNode,
  type PlannedStep,
  type RunFacts,
} from '../../../src/engine';

const node = (id: string, type: string, data: FlowNode['data'] = {}): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
});

function flow(nodes: FlowNode[], pipes: string[]): GraphDocument {
  const edges = pipes.map((pipe) => {
    const [source = '', target = ''] = pipe.split('>');
    return { id: edgeId(source, target), source, target };
  });
  return new GraphDocument({ nodes, edges });
}

const facts: RunFacts = {
  key: (request) => JSON.stringify(request.items),
  madeBy: () => [],
  finished: () => null,
  isMade: () => false,
  refusal: () => null,
};
const states = (steps: readonly PlannedStep[]): string[] =>
  steps.map(({ nodeId, state, reason }) => `${nodeId} ${state}${reason === undefined ? '' : ` ${reason}`}`);

const prompt = node('words', 'textPrompt', { value: '강' });

describe('what a plan says of nodes that cannot run', () => {
  it('is why, and what depends on them cannot either [RUN-4]', () => {
    const document = flow(
      [prompt, node('alone', 'image'), node('hollow', 'textPrompt'), node('empty', 'image'), node('right', 'image')],
      ['hollow>empty', 'empty>right', 'words>right'],
    );
    const nodes = ['alone', 'empty', 'right', 'words', 'gone'];
    expect(states(planRun(document, { nodes }, facts))).toEqual([
      'alone blocked notConnected',
      'empty blocked nothing',
      'words blocked notAnImage',
      'gone blocked missing',
      'right blocked upstream',
    ]);
    const refused = planRun(
      flow([prompt, node('a', 'image')], ['words>a']),
      { nodes: ['a'] },
      {
        ...facts,
        refusal: () => 'tooManyWords',
      },
    );
    expect(states(refused)).toEqual(['a blocked tooManyWords']);
  });
});

const chain = (mode: string, value?: string) =>
  flow(
    [
      prompt,
      node('left', 'imageUpload', { value: '/files/left.png' }),
      node('mid', 'image', { mode, ...(value !== undefined && { value }) }),
      node('right', 'image'),
    ],
    ['left>mid', 'words>mid', 'mid>right', 'words>right'],
  );
const plan = (document: GraphDocument) => planRun(document, { nodes: ['mid', 'right'] }, facts);
const items = (document: GraphDocument) => plan(document).find(({ nodeId }) => nodeId === 'right')?.request.items;

describe('the mode of a node', () => {
  it('mutes: it gives nothing and does not run [MODE-1]', () => {
    const document = chain('mute', '/files/mid.png');
    expect(states(plan(document))).toEqual(['mid blocked mute', 'right run']);
    expect(items(document)).toEqual([{ type: 'text_prompt', content: '강' }]);
  });

  it('bypasses: the pictures at its left go on in its place, its words do not [MODE-2]', () => {
    const document = chain('bypass', '/files/mid.png');
    expect(states(plan(document))).toEqual(['mid blocked bypass', 'right run']);
    expect(items(document)).toEqual([
      { type: 'image_prompt', content: '/files/left.png' },
      { type: 'text_prompt', content: '강' },
    ]);
    expect(requestItems(document, 'right')).toEqual(items(document));
  });

  it('freezes: it keeps its picture, which it passes on, and never runs with others [MODE-3]', () => {
    const document = chain('freeze', '/files/mid.png');
    expect(states(planRun(document, { nodes: ['mid', 'right'], isFresh: true }, facts))).toEqual([
      'mid kept freeze',
      'right run',
    ]);
    expect(items(document)?.[0]).toEqual({ type: 'image_prompt', content: '/files/mid.png' });
    expect(states(plan(chain('freeze')))).toEqual(['mid blocked freeze', 'right run']);
  });

  it('lets two bypassed nodes in a loop be', () => {
    const document = flow(
      [prompt, node('a', 'image', { mode: 'bypass' }), node('b', 'image', { mode: 'bypass' }), node('c', 'image')],
      ['a>b', 'b>a', 'b>c', 'words>c'],
    );
    expect(requestItems(document, 'c')).toEqual([{ type: 'text_prompt', content: '강' }]);
  });
});
