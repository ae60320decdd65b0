import { fireEvent } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { Vector } from '../../../../src/engine';
import { bindStageInput } from '../../../../src/engine/konva/input/stageInput';
import { pipe, TestEditor } from '../../../support/TestEditor';

/** Presses the mouse at these points of the world, quickly one after another. Returns the buttons of cards that were pressed. */
function press(editor: TestEditor, ...points: readonly Vector[]): string[] {
  const stage = document.createElement('div');
  stage.setPointerCapture = () => undefined;
  document.body.append(stage);
  onTestFinished(() => stage.remove());
  onTestFinished(bindStageInput(stage, stage, editor.engine));
  for (const [index, point] of points.entries()) {
    const { x, y } = editor.engine.view.toScreen(point);
    for (const type of ['pointerdown', 'pointerup']) {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0 });
      const mouse = { pointerId: 1, pointerType: 'mouse', isPrimary: true, timeStamp: 1000 + 200 * index };
      for (const [name, value] of Object.entries(mouse)) Object.defineProperty(event, name, { value });
      fireEvent(stage, event);
    }
  }
  return editor.takeEvents().flatMap((event) => (event.type === 'action' ? event.action : []));
}

const desk = () =>
  TestEditor.with(
    {
      art: { type: 'image', at: [0, 0], data: { value: '/files/a.png' } },
      idea: { type: 'textPrompt', at: [400, 0], data: { value: 'sea' } },
    },
    [pipe('idea', 'art')],
  );

it('a painted Run that is pressed three times quickly runs once: the others would stop it, and run again', () => {
  const editor = desk();
  const run = editor.part('art', 'run');
  expect(press(editor, run, run, run)).toEqual(['run']);
});

it('a painted Run hears a press that follows one beside it, however quickly', () => {
  const editor = desk();
  const run = editor.part('art', 'run');
  expect(press(editor, { x: run.x - 20, y: run.y }, run)).toEqual(['run']);
});

it('two painted buttons that lie close together on a small card hear a quick press each', () => {
  const editor = desk();
  editor.engine.view.setViewport({ x: 0, y: 0, zoom: 0.5 });
  expect(press(editor, editor.part('art', 'settings'), editor.part('art', 'enlarge'))).toEqual(['settings', 'enlarge']);
});
