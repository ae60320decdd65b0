import { beforeEach, describe, expect, it } from 'vitest';
import { paintWorld } from '../../src/engine/render/frame/paintLayers';
import { chip } from '../../src/engine/render/text/chips';
import { forgetTextMeasures, wrapText } from '../../src/engine/render/text/wrapText';
import { EN, KO, LIGHT, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';

const FONT = '400 13px x';
/** The recorder's Latin letters are 6 px wide, those of chips too; a chip is 12 px wider than its words. */
const wrap = (text: string, width: number, maxLines = 10): readonly string[] =>
  wrapText(new Recorder(), text, width, maxLines, FONT);

beforeEach(forgetTextMeasures);

describe('a line with chips', () => {
  it('breaks before a chip, never in it, whatever its words, and keeps the adjoining letters with it [MENTION-8]', () => {
    const style = chip('text', 'soft light');
    expect(wrap(`draw ${style}, wide`, 90)).toEqual(['draw', `${style},`, 'wide']);
    expect(wrap(`${style}${style}`, 90)).toEqual([style, style]);
    expect(wrap(style, 20)).toEqual([style]);
    expect(wrap(`a ${style} b c d`, 96, 1)).toEqual([`a ${style}…`]);
  });
});

const canvas = TestEditor.with(
  {
    cat: { type: 'imageUpload', at: [0, 0], data: { value: '/files/cat.png' } },
    style: { type: 'text', at: [0, 250], data: { name: 'Style', value: 'soft' } },
    idea: { type: 'textPrompt', at: [300, 0], data: { value: '@{cat}, @{style} @{gone}' } },
    art: { type: 'image', at: [600, 0] },
  },
  [pipe('cat', 'art', 'image'), pipe('style', 'art'), pipe('idea', 'art')],
);

function painted(words = EN) {
  const recorder = new Recorder();
  const size = { width: 1000, height: 700 };
  const options = { theme: LIGHT, words, pictures: picturesOf({}), size, pixelRatio: 1, isInteractive: true };
  paintWorld(recorder, canvas.engine, options);
  return recorder;
}

describe('a card whose text mentions others', () => {
  it('says the number and the name of a picture, the name of a text, and that one is gone, on chips of their colours [MENTION-8]', () => {
    const { calls, texts } = painted();
    expect(texts).toEqual(expect.arrayContaining(['1 Image input', ', ', 'Style', '@deleted']));
    expect(texts.some((text) => String(text).includes('@{'))).toBe(false);
    const filled = calls.filter(({ name, alpha }) => name === 'fill' && alpha < 1).map(({ fillStyle }) => fillStyle);
    expect(filled).toEqual(expect.arrayContaining([LIGHT.imageEdge, LIGHT.textEdge, LIGHT.faint]));
    expect(painted(KO).texts).toEqual(expect.arrayContaining(['1 이미지 입력', '@삭제됨']));
  });

  it('says so at once after a rename, a new order and a deletion, and as before after its undo [MENTION-4]', () => {
    canvas.engine.editText({ nodeId: 'style', name: 'name' }, 'Mood');
    expect(painted().texts).toContain('Mood');
    canvas.engine.select({ nodes: new Set(['style']) });
    canvas.engine.removeSelected();
    expect(painted().texts.filter((text) => text === '@deleted')).toHaveLength(2);
    canvas.undo();
    expect(painted().texts).toContain('Mood');
    canvas.engine.apply([{ type: 'removeEdge', id: 'cat-art' }]);
    expect(painted().texts).toEqual(expect.arrayContaining(['@Image input', 'Mood']));
  });

  it('has bars for its words far out, as every other text [MENTION-8]', () => {
    canvas.wheel([0, 0], 0, 2000, { primary: true });
    expect(canvas.engine.drawsParts).toBe(false);
    expect(painted().texts).toEqual([]);
  });
});
