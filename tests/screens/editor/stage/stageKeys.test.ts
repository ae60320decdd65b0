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

it('a canvas leaves the keys of an editable text beside it to that', async () => {
  const editor = bind(element('div'));
  const text = element('div');
  text.setAttribute('contenteditable', 'true');
  text.tabIndex = 0;
  text.focus();
  await userEvent.keyboard('+{Control>}a{/Control}');
  expect(editor.viewport.zoom).toBe(1);
  editor.select();
  await userEvent.keyboard('{Control>}a{/Control}');
  editor.expectSelected();
});

it('a canvas leaves a key that the page has taken to the page', async () => {
  const editor = bind(element('div'));
  const page = new AbortController();
  onTestFinished(() => page.abort());
  document.body.addEventListener('keydown', (event) => event.preventDefault(), { signal: page.signal });
  await userEvent.keyboard('{Delete}');
  expect(editor.engine.document.nodeCount).toBe(1);
});

it('of two canvases on a page the one that has the focus hears a key, else the one used last', async () => {
  const areas = [element('div'), element('div')];
  const editors = areas.map(bind);
  const stages = areas.map((area) => {
    const stage = element('div', area);
    stage.tabIndex = 0;
    return stage;
  });
  const counts = (): number[] => editors.map(({ engine }) => engine.document.nodeCount);
  stages[0]?.focus();
  await userEvent.keyboard('{Delete}');
  expect(counts(), 'the focus is on the first').toEqual([0, 1]);
  stages[1]?.focus();
  await userEvent.keyboard('{Control>}z{/Control}{Delete}');
  expect(counts(), 'the first is not undone').toEqual([0, 0]);
  stages[1]?.blur();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(counts(), 'the second was used last').toEqual([0, 1]);
  await userEvent.click(areas[0]!);
  expect(document.body).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(counts(), 'a press uses the first').toEqual([1, 1]);
});

it('of two canvases on a page the one that is shown hears a key on nothing, whichever was used last', async () => {
  const dialog = element('dialog');
  const tab = element('div');
  const page = element('div');
  const [shown, inDialog, inTab] = [page, element('div', dialog), element('div', tab)].map(bind);
  const counts = (): (number | undefined)[] => [shown, inDialog, inTab].map((one) => one?.engine.document.nodeCount);
  tab.hidden = true;
  expect(document.body).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  expect(counts(), 'the others were made last, and are hidden').toEqual([0, 1, 1]);
  tab.hidden = false;
  dialog.showModal();
  await userEvent.keyboard('{Delete}');
  expect(counts(), 'the dialog is over the two of the page').toEqual([0, 0, 1]);
  dialog.close();
  await userEvent.keyboard('{Delete}');
  expect(counts(), 'the tab was used last of those that are shown').toEqual([0, 0, 0]);
});
