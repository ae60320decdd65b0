import { describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import type { Analysis } from '../../src/api/contractWords';
import { failure } from './support/FakeProjects';
import { desk, open, setUpPhoto, valueOf } from './support/setUpPhoto';

setUpPhoto();

/** The analysis comes when the returned function is called. */
function holdAnalysis(): (analysis: Analysis) => void {
  let answer: (analysis: Analysis) => void = vi.fn();
  desk.analyze = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  return (analysis) => answer(analysis);
}

describe('convert to category', () => {
  const analysis: Analysis = [
    { key: 'place', value: ['river'] },
    { key: 'mood', value: ['calm', 'quiet'] },
  ];

  it('keeps the node and its pipes, and can be undone [CAT-1] [ANALYZE-1] [ANALYZE-2]', async () => {
    const answer = holdAnalysis();
    const converted = open.conversion.convertToCategory('idea');
    expect(open.conversion.isBusy('idea')).toBe(true);
    open.editor.apply([{ type: 'moveNode', id: 'idea', position: { x: 45, y: 60 } }]);
    answer(analysis);
    expect(await converted).toBe(2);

    expect(open.editor.document.node('idea')).toEqual({
      id: 'idea',
      type: 'category',
      position: { x: 45, y: 60 },
      data: {
        categories: [
          { id: 'idea-item-0', name: 'place', value: ['river'], parentId: 'idea' },
          { id: 'idea-item-1', name: 'mood', value: ['calm', 'quiet'], parentId: 'idea' },
        ],
        value: 'a calm river at dawn',
      },
    });
    expect(open.editor.document.allEdges().map(({ id }) => id)).toEqual(['idea-art']);
    expect(open.conversion.isBusy('idea')).toBe(false);
    open.editor.undo();
    expect(valueOf('idea')).toBe('a calm river at dawn');
  });

  it('leaves a text that is changed meanwhile, and says so: its rows would be those of the old one [CAT-1]', async () => {
    const answer = holdAnalysis();
    const converted = open.conversion.convertToCategory('idea');
    open.editor.editText({ nodeId: 'idea', name: 'value' }, 'a stormy sea at noon');
    answer(analysis);
    expect(await converted).toBeNull();
    expect(open.editor.document.node('idea')?.type).toBe('textPrompt');
    expect(valueOf('idea')).toBe('a stormy sea at noon');
    expect(desk.notices).toMatchObject([{ titleKey: 'toast.failTitle', descriptionKey: 'toast.failChanged' }]);

    desk.analyze = async () => analysis;
    expect(await open.conversion.convertToCategory('idea')).toBe(2);
  });

  it('is converted though a card that it mentions is written anew meanwhile [CAT-1]', async () => {
    open.editor.apply([
      { type: 'addNode', node: { id: 'sky', type: 'textPrompt', position: { x: 0, y: 400 }, data: { value: 'grey' } } },
      { type: 'setData', id: 'idea', data: { value: 'a river under @{sky}' } },
    ]);
    const answer = holdAnalysis();
    const converted = open.conversion.convertToCategory('idea');
    open.editor.editText({ nodeId: 'sky', name: 'value' }, 'blue');
    answer(analysis);
    expect(await converted).toBe(2);
  });

  it("shows a failure in the server's words, or in ours without a response [ERR-7]", async () => {
    desk.analyze = async () => {
      throw failure(503, { message: 'm', error: 'the analyser sleeps', code: 'c' });
    };
    await open.conversion.convertToCategory('idea');
    desk.analyze = async () => {
      throw new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'no line' });
    };
    await open.conversion.convertToCategory('idea');
    const common = {
      variant: 'destructive',
      titleKey: 'toast.failTitle',
      durationMs: 3000,
    };
    expect(desk.notices).toEqual([
      { ...common, descriptionKey: 'failure.told', message: 'the analyser sleeps' },
      { ...common, descriptionKey: 'toast.failContent' },
    ]);
    expect(open.editor.document.node('idea')?.type).toBe('textPrompt');
  });

  it('shows when to try again if the server says so', async () => {
    const retryAt = '2026-11-21T14:05:00.000Z';
    desk.analyze = async () => {
      throw failure(429, { message: 'm', error: 'asked too much', code: 'quota', retryAt });
    };
    await open.conversion.convertToCategory('idea');
    expect(desk.notices).toMatchObject([{ descriptionKey: 'failure.quotaAt', message: 'asked too much', retryAt }]);
  });

  it('leaves a prompt alone that has no text or gives no items [ANALYZE-2]', async () => {
    expect(await open.conversion.convertToCategory('idea')).toBeNull();
    open.editor.apply([{ type: 'setData', id: 'idea', data: { value: ' ' } }]);
    expect(await open.conversion.convertToCategory('idea')).toBeNull();
    expect(await open.conversion.convertToCategory('art')).toBeNull();
    expect(open.editor.document.node('idea')?.type).toBe('textPrompt');
  });
});
