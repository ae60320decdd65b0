import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { bindStageKeys } from '../../../../src/engine/konva/input/bindStageKeys';
import { TestEditor } from '../../../support/TestEditor';

it('a canvas behind an open dialog hears no key, even where the element in the dialog that had the focus is gone', async () => {
  const editor = TestEditor.with({ art: { type: 'image', at: [0, 0] } });
  const area = document.createElement('div');
  const dialog = document.createElement('dialog');
  document.body.append(area, dialog);
  const controller = new AbortController();
  onTestFinished(() => {
    controller.abort();
    area.remove();
    dialog.remove();
  });
  bindStageKeys(area, editor.engine, controller.signal);
  editor.select('art');
  const again = document.createElement('button');
  dialog.append(again);
  dialog.showModal();
  again.focus();
  again.remove();
  expect(document.body).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  expect(editor.engine.document.nodeCount).toBe(1);
  dialog.close();
  await userEvent.keyboard('{Delete}');
  expect(editor.engine.document.nodeCount).toBe(0);
});
