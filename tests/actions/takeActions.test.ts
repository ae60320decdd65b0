import { describe, expect, it } from 'vitest';
import { PICTURE_ACTIONS, solePicture, TAKE_ACTIONS, type PictureTarget, type TakesTarget } from '../../src/actions';
import type { Take } from '../../src/api/contractTakes';
import { TestEditor } from '../support/TestEditor';

const take = (id: number, nodeId: string, rating: number | null = null): Take => ({
  id,
  projectId: 7,
  nodeId,
  url: `/files/${id}.png`,
  recipe: null,
  key: null,
  number: 0,
  cell: null,
  model: 'painter-1',
  costMicros: 0,
  createdAt: '2026-11-21T03:00:00.000Z',
  rating,
});

/** Two image nodes with two takes each, of which they show the older one, and one without any. */
function open() {
  const canvas = TestEditor.with({
    sea: { type: 'image', at: [0, 0], data: { value: '/files/1.png' } },
    hill: { type: 'image', at: [400, 0], data: { value: '/files/3.png' } },
    bare: { type: 'image', at: [800, 0] },
  });
  const byNode = new Map([
    ['hill', [take(4, 'hill'), take(3, 'hill')]],
    ['gone', [take(5, 'gone')]],
    ['sea', [take(2, 'sea'), take(1, 'sea')]],
  ]);
  const done: string[] = [];
  const takes = {
    byNode,
    of: (nodeId: string) => byNode.get(nodeId) ?? [],
    chosen: (nodeId: string) =>
      byNode.get(nodeId)?.find(({ url }) => url === canvas.engine.document.node(nodeId)?.data.value) ?? null,
    removed: [] as readonly Take[],
    restore: () => Promise.resolve(void done.push('restored')),
    ratingMin: null as number | null,
    lookFor: (ratingMin: number | null) => void (takes.ratingMin = ratingMin),
  };
  const target: TakesTarget = {
    flow: canvas.flow,
    takes,
    judge: (judged) => void done.push(judged.map(({ id }) => id).join(' ')),
  };
  return { canvas, target, done, takes };
}

describe('judging what is selected [JUDGE-2]', () => {
  it('is for all takes of one node, the shown ones of several, and those of the canvas where none is', () => {
    const { canvas, target, done } = open();
    const { judge } = TAKE_ACTIONS;
    canvas.select('hill');
    judge.run(target);
    canvas.select('bare', 'hill', 'sea');
    judge.run(target);
    canvas.engine.select({});
    judge.run(target);
    expect(done).toEqual(['4 3', '1 3', '1 3']);
  });

  it('says where there is nothing to judge', () => {
    const { canvas, target, done } = open();
    canvas.select('bare');
    expect(TAKE_ACTIONS.judge.whyNot(target)).toBe('takes.noneSelected');
    TAKE_ACTIONS.judge.run(target);
    expect(done).toEqual([]);
  });
});

describe('looking for a rating [JUDGE-3]', () => {
  it('begins and ends by one action', () => {
    const { target, takes } = open();
    const { lookFor } = TAKE_ACTIONS;
    expect(lookFor.isOn(target)).toBe(false);
    lookFor.run(target);
    expect(takes.ratingMin).toBe(3);
    expect(lookFor.isOn(target)).toBe(true);
    lookFor.run(target);
    expect(takes.ratingMin).toBeNull();
  });
});

describe('what made this? [STRIP-10]', () => {
  it('is about the picture of the one selected node', () => {
    const { canvas, done } = open();
    const { engine } = canvas;
    const { origin, download } = PICTURE_ACTIONS;
    const target = (): PictureTarget => ({
      picture: solePicture(engine),
      tellOrigin: (url) => void done.push(url),
      download: (url) => void done.push(`download ${url}`),
    });
    canvas.select('sea');
    origin.run(target());
    download.run(target());
    expect(done).toEqual(['/files/1.png', 'download /files/1.png']);
    for (const selected of [['bare'], ['sea', 'hill']]) {
      canvas.select(...selected);
      expect([origin, download].map(({ whyNot }) => whyNot(target()))).toEqual(Array(2).fill('madeOf.needsPicture'));
    }
  });

  it('is not about a picture of another host, which can be downloaded', () => {
    const { canvas } = open();
    canvas.engine.apply([{ type: 'setData', id: 'bare', data: { value: 'https://elsewhere.example/a.png' } }]);
    canvas.select('bare');
    const target = { picture: solePicture(canvas.engine), tellOrigin: () => undefined, download: () => undefined };
    expect(PICTURE_ACTIONS.origin.whyNot(target)).toBe('madeOf.needsPicture');
    expect(PICTURE_ACTIONS.download.whyNot(target)).toBeNull();
  });
});
