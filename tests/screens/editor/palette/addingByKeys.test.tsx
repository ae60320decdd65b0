import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestEditor } from '../../../support/TestEditor';
import { dismissToasts, drag, entry, openPanel, renderCorner } from '../../support/editorCorner';

let editor: TestEditor;

beforeEach(() => {
  editor = renderCorner();
});

afterEach(dismissToasts);

const places = () => editor.nodes.map((name) => editor.at(name));
const given = (): string => screen.getByTestId('focused').textContent ?? '';

describe('adding by keys', () => {
  it('gives the focus to the new node [DROP-9]', async () => {
    const panel = await openPanel('Text');
    act(() => entry(panel, 'textPrompt').focus());
    await userEvent.keyboard('{Enter}');
    expect(editor.nodes).toHaveLength(1);
    expect(given()).toBe(editor.nodes[0]);
    expect(editor.selected).toEqual(editor.nodes);
  });

  it('leaves it where the pointer has it after a double click', async () => {
    const panel = await openPanel('Image');
    await userEvent.dblClick(entry(panel, 'imageUpload'));
    expect([editor.nodes.length, given()]).toEqual([1, '']);
  });

  it('puts what is added in a row side by side, and below where the view ends [DROP-8] [DROP-13]', async () => {
    const panel = await openPanel('Image');
    const add = async (): Promise<void> => {
      act(() => entry(panel, 'imageUpload').focus());
      await userEvent.keyboard('{Enter}');
    };
    for (let count = 0; count < 3; count++) await add();
    expect(places()).toEqual([
      [375, 255],
      [660, 255],
      [375, 480],
    ]);
  });
});

describe('entries that are coming soon', () => {
  it('are one stop for Tab, and the arrows walk them [PANEL-8]', async () => {
    const panel = await openPanel('Image');
    const stops = () =>
      Array.from(panel.querySelectorAll<HTMLElement>('[data-palette]'))
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ dataset }) => dataset.palette);
    expect(stops()).toEqual(['imageUpload', 'Gemini-2.5-flash', 'DALL-E 4']);
    act(() => entry(panel, 'Gemini-2.5-flash').focus());
    await userEvent.tab();
    expect(entry(panel, 'DALL-E 4')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(entry(panel, 'Stable Diffusion XL')).toHaveFocus();
    await userEvent.keyboard('{End}{ArrowDown}');
    expect(entry(panel, 'Adobe Firefly 2.0')).toHaveFocus();
    expect(stops()).toEqual(['imageUpload', 'Gemini-2.5-flash', 'Adobe Firefly 2.0']);
    await userEvent.tab();
    expect(panel).not.toContainElement(document.activeElement as HTMLElement);
    await userEvent.tab({ shift: true });
    expect(entry(panel, 'Adobe Firefly 2.0')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(entry(panel, 'DALL-E 4')).toHaveFocus();
  });

  it('are found by the search with their one stop [PANEL-8]', async () => {
    const panel = await openPanel('Video');
    await userEvent.type(screen.getByRole('searchbox'), 'k');
    const found = Array.from(panel.querySelectorAll<HTMLElement>('[data-palette]'));
    expect(found.map(({ tabIndex }) => tabIndex)).toEqual([0, ...found.slice(1).map(() => -1)]);
  });
});

/** Puts the corner at this place of a stage of 1000x700. */
const standCorner = (x: number, y: number, width: number, height: number): void => {
  editor.engine.view.coverBy(() => ({ x, y, width, height }));
};

describe('a drop over the minimap', () => {
  it('lands beside it, where it can be seen [DROP-10]', async () => {
    standCorner(782, 490, 202, 194);
    const panel = await openPanel('Image');
    drag(entry(panel, 'imageUpload'), 70 + 900, 56 + 600);
    const [place] = places();
    expect(place, 'its right edge is left of the corner, its lower one on the stage').toEqual([510, 480]);
    drag(entry(panel, 'imageUpload'), 70 + 700, 56 + 100);
    expect(places()[1], 'elsewhere it lies where it falls').toEqual([705, 105]);
  });

  it('lands above it on a stage that has no room beside it [DROP-10]', async () => {
    standCorner(100, 490, 202, 194);
    const panel = await openPanel('Image');
    drag(entry(panel, 'imageUpload'), 70 + 310 - 10, 56 + 600);
    const [[, y] = [0, 0]] = places();
    expect(y + 195).toBeLessThanOrEqual(490);
  });
});
