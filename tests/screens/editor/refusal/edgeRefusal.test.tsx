import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startI18n } from '../../../../src/i18n/startI18n';
import { EdgeRefusal } from '../../../../src/screens/editor/refusal/EdgeRefusal';
import { TestEditor } from '../../../support/TestEditor';

const desk = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0] },
    photo: { type: 'imageUpload', at: [0, 300] },
    art: { type: 'image', at: [450, 0] },
    film: { type: 'video', at: [450, 300] },
  });

let editor: TestEditor;
const lead = (from: readonly [string, string], to: readonly [number, number]): void =>
  act(() => void editor.pointerDown(editor.handle(...from)).pointerMove(to));
const sentence = (): string | null => screen.queryByRole('tooltip')?.textContent ?? null;

describe('a pipe over a card that cannot take it', () => {
  beforeEach(() => {
    editor = desk();
    render(<EdgeRefusal flow={editor.flow} />);
  });

  it('says why for as long as it is over the card, and nothing at the drop [CONN-13]', () => {
    expect(sentence()).toBeNull();
    lead(['idea', 'text-right'], [100, 400]);
    expect(sentence()).toBe('This node has no input.');
    act(() => void editor.pointerMove([600, 400]));
    expect(sentence()).toBe('This input cannot be connected yet.');
    act(() => void editor.pointerMove([600, 150]));
    expect(sentence(), 'here it fits').toBeNull();
    act(() => void editor.pointerMove([330, 560]));
    expect(sentence(), 'the pane').toBeNull();
    act(() => void editor.pointerMove([100, 400]));
    expect(sentence()).toBe('This node has no input.');
    act(() => void editor.pointerUp());
    expect(sentence()).toBeNull();
    expect(editor.eventTypes).toContain('refused');
  });

  it.each([
    [['art', 'text-left'], [100, 400], 'This input accepts text only.'],
    [['art', 'image-left'], [100, 60], 'This input accepts pictures only.'],
    [['art', 'image-left'], [600, 400], 'This node has no output.'],
    [['art', 'image-right'], [600, 150], 'A node cannot be connected to itself.'],
  ] as const)('drawn from %s to %s it says "%s"', (from, to, words) => {
    lead(from, to);
    expect(sentence()).toBe(words);
  });

  it('says it in Korean too [CONN-13]', () => {
    act(() => void startI18n('ko'));
    lead(['idea', 'text-right'], [100, 400]);
    expect(sentence()).toBe('이 노드에는 입력이 없어요.');
    act(() => void startI18n('en'));
  });

  it('is beside the pointer, and whole on the stage', () => {
    lead(['idea', 'text-right'], [100, 400]);
    const sign = screen.getByTestId('edge-refusal');
    const before = sign.style.transform;
    act(() => void editor.pointerMove([106, 409]));
    expect(sign.style.transform, 'after a small step').toBe(before);
    act(() => void editor.pointerMove([110, 415]));
    expect(sign.style.transform).toBe('translate(110px, 387px)');
    act(() => editor.engine.view.setSize({ width: 90, height: 600 }));
    expect(sign.style.transform, 'on a narrower stage').toBe('translate(82px, 387px)');
  });
});
