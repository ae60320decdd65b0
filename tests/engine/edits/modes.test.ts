import { describe, expect, it } from 'vitest';
import { canRun, isInMode, nodeMode, promptOf, requestItems, selectedRuns } from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

const flow = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '강 위의 달' } },
      mood: { type: 'textPrompt', at: [0, 300], data: { value: 'at dusk' } },
      photo: { type: 'imageUpload', at: [0, 600], data: { value: '/files/photo.png' } },
      art: { type: 'image', at: [450, 0], data: { value: '/files/art.png' } },
      last: { type: 'image', at: [900, 0] },
      film: { type: 'video', at: [900, 300] },
    },
    [pipe('idea', 'art'), pipe('mood', 'art'), pipe('photo', 'art', 'image'), pipe('art', 'last', 'image')],
  );
const modes = (canvas: TestEditor): Record<string, string | null> =>
  Object.fromEntries(canvas.engine.document.allNodes().map((node) => [node.id, nodeMode(node)]));
const isRunnable = ({ engine }: TestEditor, id: string): boolean => {
  const node = engine.document.node(id);
  return node !== undefined && canRun(engine.document, node);
};

describe('a key that mutes, bypasses or freezes', () => {
  it.each([
    ['m', 'KeyM', 'mute'],
    ['ㅡ', 'KeyM', 'mute'],
    ['b', 'KeyB', 'bypass'],
    ['ㅠ', 'KeyB', 'bypass'],
    ['f', 'KeyF', 'freeze'],
    ['Process', 'KeyF', 'freeze'],
  ] as const)('%s at %s: %s, and the same key again ends it; each is one step of undo [MODE-4]', (key, code, mode) => {
    const canvas = flow().select('art', 'last').keyDown(key, { code });
    expect(modes(canvas)).toMatchObject({ art: mode, last: mode, idea: null });
    canvas.keyDown(key, { code });
    expect(modes(canvas)).toMatchObject({ art: null, last: null });
    expect(canvas.node('art').data).toEqual({ value: '/files/art.png' });
    expect(modes(canvas.undo())).toMatchObject({ art: mode, last: mode });
    expect(modes(canvas.undo())).toMatchObject({ art: null, last: null });
    expect(canvas.engine.canUndo).toBe(false);
  });

  it('brings a mixed selection into the one mode first, and a node has only one mode [MODE-4]', () => {
    const canvas = flow().select('art').keyDown('m').select('art', 'last').keyDown('m');
    expect(modes(canvas)).toMatchObject({ art: 'mute', last: 'mute' });
    expect(modes(canvas.keyDown('f'))).toMatchObject({ art: 'freeze', last: 'freeze' });
  });

  it('changes only what it means something to: words are muted, pictures bypassed, models frozen [MODE-4]', () => {
    const all = ['idea', 'mood', 'photo', 'art', 'last', 'film'];
    const changed = (key: string): string[] => {
      const canvas = flow().select(...all);
      const seen = modes(canvas.keyDown(key));
      return all.filter((id) => seen[id] !== null);
    };
    expect(changed('m')).toEqual(['idea', 'mood', 'photo', 'art', 'last']);
    expect(changed('b')).toEqual(['art', 'last']);
    expect(changed('f')).toEqual(['art', 'last']);
    expect(isInMode(flow().engine.document, ['idea', 'photo'], 'bypass')).toBeNull();
    const canvas = flow().select('film').keyDown('m');
    expect(canvas.engine.canUndo).toBe(false);
  });

  it('leaves its letter to a text card that takes it; with Alt it mutes that, too [MODE-4]', () => {
    const canvas = flow().select('idea');
    const press = (alt: boolean): boolean =>
      canvas.engine.dispatch({ type: 'keyDown', key: 'ㅡ', code: 'KeyM', shift: false, primary: false, alt });
    expect(press(false)).toBe(false);
    expect(modes(canvas)).toMatchObject({ idea: null });
    expect(press(true)).toBe(true);
    expect(modes(canvas)).toMatchObject({ idea: 'mute' });
  });

  it('that stays down does it once [MODE-4]', () => {
    const canvas = flow().select('art').keyDown('m');
    const told = { type: 'keyDown', key: 'm', isRepeated: true, shift: false, primary: false, alt: false } as const;
    expect(canvas.engine.dispatch(told)).toBe(true);
    expect(modes(canvas)).toMatchObject({ art: 'mute' });
  });
});

describe('what is muted, bypassed or frozen', () => {
  it.each(['m', 'b', 'f'])('does not run by itself either (%s) [MODE-5]', (key) => {
    const canvas = flow().select('art');
    expect(isRunnable(canvas, 'art')).toBe(true);
    canvas.keyDown(key);
    expect(isRunnable(canvas, 'art')).toBe(false);
    expect(selectedRuns(canvas.engine)).toEqual({ images: 1, ready: [], underWay: [], inMode: 1 });
    canvas.takeEvents();
    canvas.engine.act('art', 'run');
    expect(canvas.eventTypes).not.toContain('action');
    canvas.keyDown(key);
    expect(isRunnable(canvas, 'art')).toBe(true);
  });

  it('counts for a single run: a muted text is not sent, nor what the picture is called by [MODE-1] [MODE-5]', () => {
    const canvas = flow();
    canvas.engine.apply([{ type: 'setData', id: 'idea', data: { mode: 'mute' } }]);
    const { document } = canvas.engine;
    expect(requestItems(document, 'art')).toEqual([
      { type: 'text_prompt', content: 'at dusk' },
      { type: 'image_prompt', content: '/files/photo.png' },
    ]);
    expect(promptOf(document, canvas.node('art'))).toBe('at dusk');
  });
});
