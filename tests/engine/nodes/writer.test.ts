import { describe, expect, it } from 'vitest';
import {
  canRun,
  cardLayout,
  handlesOf,
  hasModel,
  nodeKind,
  paintFlow,
  requestItems,
  type FlowNode,
  type PictureSource,
} from '../../../src/engine';
import { Recorder } from '../../support/Recorder';
import { pipe, TestEditor } from '../../support/TestEditor';

const pictures: PictureSource = { get: () => 'loading' };

const desk = (data: FlowNode['data'] = {}) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '배를 그릴 글' } },
      photo: { type: 'imageUpload', at: [0, 300], data: { value: '/files/a.png' } },
      pen: { type: 'writer', at: [450, 0], data },
      art: { type: 'image', at: [900, 0] },
    },
    [pipe('idea', 'pen'), pipe('photo', 'pen', 'image'), pipe('pen', 'art')],
  ).engine;

const sees = (engine: ReturnType<typeof desk>): string => {
  const pen = new Recorder();
  for (const step of paintFlow(pen, engine, { size: { width: 1600, height: 900 }, pictures }))
    expect(step).toBe(undefined);
  return pen.texts.join('\n');
};

describe('a writer', () => {
  it('takes words and pictures, gives words, and runs once something feeds it [WRITER-11]', () => {
    const { document } = desk({ value: '노을 아래 작은 배' });
    const pen = document.node('pen');
    if (!pen) throw new Error('there is no writer');
    expect(handlesOf(pen).map(({ id, offset }) => [id, offset.y])).toEqual([
      ['text-left', 97.5],
      ['image-left', 127.5],
      ['text-right', 97.5],
    ]);
    expect(canRun(document, pen)).toBe(true);
    expect(canRun(document, { ...pen, id: 'alone' })).toBe(false);
    expect(requestItems(document, 'pen')).toEqual([
      { type: 'text_prompt', content: '배를 그릴 글' },
      { type: 'image_prompt', content: '/files/a.png' },
    ]);
    expect(requestItems(document, 'art')).toEqual([{ type: 'text_prompt', content: '노을 아래 작은 배' }]);
    expect(nodeKind('writer')?.plainText?.(pen)).toBe('노을 아래 작은 배');
  });

  it('has words that are read in their place, and written over in none [WRITER-11]', () => {
    const engine = desk({ value: '노을 아래 작은 배' });
    const pen = engine.document.node('pen');
    if (!pen) throw new Error('there is no writer');
    expect(cardLayout(pen).fields).toMatchObject([{ name: 'value', isReadOnly: true }]);
    engine.editText({ nodeId: 'pen', name: 'value' }, '다른 글');
    expect(engine.document.node('pen')?.data.value).toBe('노을 아래 작은 배');
    expect(cardLayout({ ...pen, data: {} }).fields).toEqual([]);
  });

  it('shows its words, those that come while it runs, and that there is no text model [WRITER-11] [WRITER-4]', () => {
    const engine = desk({ value: '노을 아래' });
    expect(sees(engine)).toContain('노을 아래');
    engine.setRuns(new Map([['pen', { state: 'running', phase: 0.5, text: '새벽 항구' }]]), null);
    engine.models = { names: new Set(), canWrite: false };
    const pen = engine.document.node('pen');
    expect(pen && hasModel(engine, pen)).toBe(false);
    engine.models = { names: new Set(), canWrite: true };
    expect(pen && hasModel(engine, pen)).toBe(true);
    expect(engine.runs.get('pen')).toMatchObject({ text: '새벽 항구' });
  });
});
