import { describe, expect, it } from 'vitest';
import type { FlowNode, NodeCells } from '../../src/engine';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING } from '../../src/engine/render/card/PaintEnvironment';
import { EN, environmentAt, KO, nodeOf, type WorldOptions } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

function texts(node: FlowNode, cells: NodeCells | null, options: WorldOptions = {}): readonly unknown[] {
  const recorder = new Recorder();
  paintCard(recorder, node, RESTING, { ...environmentAt(options), cells: { get: () => cells, tableOf: () => null } });
  expect([recorder.depth, recorder.globalAlpha]).toEqual([0, 1]);
  return recorder.texts;
}

describe('what a card says of lists', () => {
  const row = { id: 'r', name: '무엇', value: '고양이, 강아지, 새', parentId: 'c' };
  const category = (more: object) => nodeOf('category', { categories: [{ ...row, ...more }] });

  it('is on the switch how their words go, and in which pair by a letter [LISTS-4]', () => {
    expect(texts(category({}), null)).toContain('Together');
    expect(texts(category({ each: true }), null)).toContain('Each 3');
    expect(texts(category({ each: true, pair: 'b' }), null, { words: KO })).toEqual(
      expect.arrayContaining(['하나씩 3', 'B']),
    );
    expect(texts(nodeOf('categoryItem', { name: '화풍', value: '유화, 판화' }), null)).toContain(EN.together);
    expect(texts(category({ value: '새' }), null)).not.toContain(EN.together);
    expect(texts(category({ each: true }), null, { zoom: 0.3 })).not.toContain('Each 3');
  });

  it('is on the image node how many pictures they make [LISTS-4]', () => {
    const image = nodeOf('image');
    expect(texts(image, { counts: [3, 4, 2], total: 24 })).toContain('3 × 4 × 2 = 24 pictures');
    expect(texts(image, { counts: [3], total: 3 }, { words: KO })).toContain('3장');
    expect(texts(image, null).some((text) => String(text).includes('pictures'))).toBe(false);
  });
});
