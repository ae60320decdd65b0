import { describe, expect, it } from 'vitest';
import { requestItems, TEXT_PLACEHOLDER_URL, type FlowNode } from '../../src/engine';
import { art, pipe, prompt } from './support/snapshots';

const node = (id: string, type: string, data: Record<string, unknown>): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
});

describe('what a run sends', () => {
  it('lists the left nodes in the order of the edges and leaves out empty ones [REQ-1] [REQ-2] [REQ-3] [REQ-4] [REQ-5] [REQ-6] [PIC-4]', () => {
    const nodes = [
      art('art'),
      art('sketch', '/files/sketch.png'),
      prompt('empty', ' '),
      prompt('idea', '강가의 집'),
      node('photo', 'imageUpload', { value: '/files/photo.png' }),
      node('offline', 'imageUpload', { value: 'data:image/png;base64,AAAA' }),
      node('blank', 'imageUpload', { value: null }),
      node('model', 'model', { value: TEXT_PLACEHOLDER_URL }),
      node('answer', 'model', { model: 'GPT-5', value: 'an answer' }),
      node('mood', 'categoryItem', { name: 'mood', value: ' calm, , warm ' }),
      node('list', 'category', {
        categories: [
          { id: '1', name: 'place', value: ['river', ' '], parentId: 'list' },
          { id: '2', name: 'none', value: '', parentId: 'list' },
        ],
      }),
      node('note', 'text', { name: 'title', value: 'a title' }),
      node('comet', 'comet', { value: 'from a newer version' }),
    ];
    const order = [
      'photo',
      'empty',
      'list',
      'model',
      'note',
      'comet',
      'mood',
      'sketch',
      'idea',
      'answer',
      'blank',
      'offline',
    ];
    const byId = new Map(nodes.map((one) => [one.id, one]));
    const edges = order.map((source) => pipe(source, 'art'));
    expect(requestItems({ node: (id) => byId.get(id), edgesInto: () => edges }, 'art')).toEqual([
      { type: 'image_prompt', content: '/files/photo.png' },
      { type: 'group', contents: [{ type: 'category_prompt', key: 'place', value: ['river'] }] },
      { type: 'text_prompt', content: 'a title' },
      { type: 'category_prompt', key: 'mood', value: ['calm', 'warm'] },
      { type: 'image_prompt', content: '/files/sketch.png' },
      { type: 'text_prompt', content: '강가의 집' },
      { type: 'text_prompt', content: 'an answer' },
      { type: 'image_prompt', content: 'data:image/png;base64,AAAA' },
    ]);
  });
});
