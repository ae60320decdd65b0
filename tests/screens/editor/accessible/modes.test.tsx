import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bindStageInput } from '../../../../src/engine/konva/input/stageInput';
import { startI18n } from '../../../../src/i18n/startI18n';
import type { TestEditor } from '../../../support/TestEditor';
import { buttonOf, flow, group, openLayer, said } from '../../support/openLayer';

let canvas: TestEditor;
let unbind: () => void;

beforeEach(() => {
  canvas = openLayer(flow());
  const stage = screen.getByTestId('stage');
  unbind = bindStageInput(document.body, stage, canvas.engine);
  act(() => stage.focus());
});
afterEach(() => unbind());

const press = (key: string, more: KeyboardEventInit = {}): void =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }));

describe('a muted, bypassed or frozen node', () => {
  it('is named so, said to be so, and its Run says why it is off [MODE-5] [MODE-7]', () => {
    act(() => void canvas.select('art', 'photo'));
    press('m', { code: 'KeyM' });
    expect(said().trim()).toBe('Muted 2');
    expect(group('Image, Gemini-2.5-flash, Muted')).toBeInTheDocument();
    expect(buttonOf(/^Image, /, 'Run')).toHaveAccessibleDescription('This node is muted. Unmute it to run it.');
    press('m', { code: 'KeyM' });
    expect(said().trim()).toBe('Active again: 2');
    expect(group('Image, Gemini-2.5-flash')).toBeInTheDocument();
  });

  it('speaks Korean [MODE-7]', () => {
    act(() => void startI18n('ko'));
    act(() => void canvas.select('art'));
    press('ㄹ', { code: 'KeyF' });
    expect(said().trim()).toBe('1개를 고정했어요');
    expect(buttonOf(/^이미지, .*고정됨$/, '실행')).toHaveAccessibleDescription(
      '고정한 노드예요. 고정을 풀면 실행할 수 있어요.',
    );
    act(() => void startI18n('en'));
  });

  it('comes of no key of a composition [MODE-4]', () => {
    act(() => void canvas.select('art'));
    press('Process', { code: 'KeyM', isComposing: true });
    expect(canvas.node('art').data.mode).toBeUndefined();
  });
});
