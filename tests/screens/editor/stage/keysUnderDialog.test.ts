import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { bindStageKeys } from '../../../../src/engine/konva/input/bindStageKeys';
import { TestEditor } from '../../../support/TestEditor';

/** A canvas with a selected node, whose keys are bound to this area. */
function bind(area: HTMLElement): TestEditor {
  const editor = TestEditor.with({ art: { type: 'image', at: [0, 0] } });
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  bindStageKeys(area, editor.engine, controller.signal);
  return editor.select('art');
}

function element<Tag extends 'div' | 'dialog' | 'button'>(tag: Tag, parent: Element = document.body) {
  const made = document.createElement(tag);
  parent.append(made);
  onTestFinished(() => made.remove());
  return made;
}

it('a canvas behind an open dialog hears no key, even where the element in the dialog that had the focus is gone', async () => {
  const editor = bind(element('div'));
  const dialog = element('dialog');
  const again = element('button', dialog);
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

it('a canvas in a dialog hears the keys on it, and those on nothing, as long as no other dialog is open over it', async () => {
  const behind = bind(element('div'));
  const dialog = element('dialog');
  const area = element('div', dialog);
  const editor = bind(area);
  const placed = (): number | undefined => editor.engine.document.node('art')?.position.x;
  const beside = element('button', dialog);
  const stage = element('div', area);
  stage.tabIndex = 0;
  const over = element('dialog', area);
  dialog.showModal();
  beside.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(placed()).toBe(0);
  stage.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(placed()).toBeGreaterThan(0);
  over.showModal();
  const answer = element('button', over);
  answer.focus();
  await userEvent.keyboard('{Delete}');
  answer.remove();
  expect(document.body).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  expect(editor.engine.document.nodeCount).toBe(1);
  over.close();
  stage.blur();
  expect(document.body).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  expect(editor.engine.document.nodeCount).toBe(0);
  expect(behind.engine.document.nodeCount).toBe(1);
  expect(behind.engine.document.node('art')?.position.x).toBe(0);
});
