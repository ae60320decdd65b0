import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeDrop } from '../../../../src/screens/editor/palette/useDropZone';
import { NODE_KINDS } from '../../../../src/engine';
import { modelItems } from '../../../../src/screens/editor/palette/paletteItems';
import { modelsOf } from '../../../../src/stores/catalogue';
import type { TestEditor } from '../../../support/TestEditor';
import { dismissToasts, drag, entry, idsIn, openPanel, renderCorner } from '../../support/editorCorner';

/** The toast's clock, which runs as long as its variant stays: an info stays 2 s. */
const expectInfoToast = (): void => {
  expect(screen.getByRole('progressbar', { hidden: true })).toHaveStyle({ animationDuration: '2000ms' });
};

let editor: TestEditor;

const nodes = () => editor.engine.document.allNodes().map(({ type, position, data }) => ({ type, position, data }));

beforeEach(() => {
  editor = renderCorner();
});

afterEach(dismissToasts);

describe('dragging from the panel', () => {
  it('is cancelled by Escape, which leaves the panel open', async () => {
    const panel = await openPanel('Text');
    const from = entry(panel, 'textPrompt');
    from.focus();
    fireEvent.pointerDown(from, { pointerId: 1, button: 0, clientX: 100, clientY: 200 });
    fireEvent.pointerMove(from, { pointerId: 1, buttons: 1, clientX: 500, clientY: 300 });
    await userEvent.keyboard('{Escape}');
    fireEvent.pointerUp(from, { pointerId: 1, clientX: 500, clientY: 300 });
    expect(nodes()).toEqual([]);
    expect(panel).toBeInTheDocument();
  });

  it('puts the top left corner of the node at the drop point, on the grid [DROP-1] [DROP-3]', async () => {
    const panel = await openPanel('Text');
    drag(entry(panel, 'textPrompt'), 70 + 404, 56 + 101);
    expect(nodes()).toEqual([{ type: 'textPrompt', position: { x: 405, y: 105 }, data: { model: null, data: null } }]);
  });

  it('works by touch, and at any zoom [DROP-1] [DROP-3]', async () => {
    editor.engine.view.setViewport({ x: 100, y: 50, zoom: 0.5 });
    const panel = await openPanel('Image');
    drag(entry(panel, 'Gemini-2.5-flash'), 70 + 400, 56 + 350, 'touch');
    expect(nodes()).toEqual([
      { type: 'image', position: { x: 600, y: 600 }, data: { model: 'Gemini-2.5-flash', data: null } },
    ]);
  });

  it('shows the card on its way', async () => {
    const panel = await openPanel('Image');
    const from = entry(panel, 'imageUpload');
    fireEvent.pointerDown(from, { pointerId: 1, button: 0, clientX: 100, clientY: 200 });
    fireEvent.pointerMove(from, { pointerId: 1, buttons: 1, clientX: 500, clientY: 300 });
    expect(screen.getAllByText('Image input node')).toHaveLength(3);
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.getAllByText('Image input node')).toHaveLength(2);
    fireEvent.pointerUp(from, { pointerId: 1, clientX: 500, clientY: 300 });
    expect(nodes()).toEqual([]);
  });

  it.each([
    ['the top bar', 500, 20],
    ['the rail', 30, 300],
    ['the panel itself', 200, 500],
  ])('ignores a drop on %s [DROP-4]', async (_place, x, y) => {
    const panel = await openPanel('Text');
    drag(entry(panel, 'textPrompt'), x, y);
    drag(entry(panel, 'GPT-5'), x, y);
    expect(nodes()).toEqual([]);
    expect(screen.queryByText('Currently under development ✨')).not.toBeInTheDocument();
  });

  it('refuses an image model that is not there yet, by its name [DROP-5]', async () => {
    const panel = await openPanel('Image');
    drag(entry(panel, 'DALL-E 4'), 600, 300);
    expect(await screen.findByText('This model is coming soon ✨')).toBeVisible();
    expect(
      screen.getByText(
        'DALL-E 4: This node is not yet available. Only the "gemini-2.5-flash" model is currently supported.',
      ),
    ).toBeVisible();
    expectInfoToast();
    expect(nodes()).toEqual([]);
    for (const id of idsIn(panel)) drag(entry(panel, id ?? ''), 600, 300);
    expect(nodes().map(({ type, data }) => [type, data.model])).toEqual([
      ['imageUpload', null],
      ['image', 'Gemini-2.5-flash'],
    ]);
  });

  it.each([
    ['Text', 'Gemini 2.5 Flash'],
    ['Video', 'Runway ML'],
    ['Audio', 'ElevenLabs'],
  ] as const)('refuses every %s model [DROP-6]', async (type, model) => {
    const panel = await openPanel(type);
    drag(entry(panel, model), 600, 300);
    expect(await screen.findByText('Currently under development ✨')).toBeVisible();
    expect(screen.getByText('New nodes will be available soon.')).toBeVisible();
    expectInfoToast();
    for (const id of idsIn(panel)) if (id !== 'textPrompt') drag(entry(panel, id ?? ''), 600, 300);
    expect(nodes()).toEqual([]);
  });

  it.each(['text', 'image', 'video', 'audio'] as const)(
    'takes a model of %s by the one word in the catalogue [DROP-7]',
    (type) => {
      const items = modelItems(NODE_KINDS, type, null);
      expect(items.map(({ isAvailable }) => isAvailable)).toEqual(modelsOf(type).map(({ available }) => available));
      for (const item of items) {
        expect(judgeDrop({ ...item, isAvailable: true }, i18next.t)).toBeNull();
        expect(judgeDrop({ ...item, isAvailable: false }, i18next.t)).toMatchObject({ variant: 'info' });
      }
    },
  );
});

describe('a model of the server', () => {
  it('is after the catalogue, and is dropped as its own [MODEL-6]', async () => {
    cleanup();
    editor = renderCorner(new Set(['Gemini-2.5-flash', 'fine', 'Midjourney v7']));
    const panel = await openPanel('Image');
    expect(idsIn(panel)).toEqual(['imageUpload', ...modelsOf('image').map(({ name }) => name), 'fine']);
    for (const model of ['fine', 'Midjourney v7']) drag(entry(panel, model), 600, 300);
    expect(nodes().map(({ data }) => data)).toEqual([
      { model: 'fine', data: null },
      { model: 'Midjourney v7', data: null },
    ]);
    drag(entry(panel, 'DALL-E 4'), 600, 300);
    expect(nodes()).toHaveLength(2);
  });
});

describe('the keyboard', () => {
  it('adds at the centre of the view by Enter, and the next one beside it [DROP-2]', async () => {
    const panel = await openPanel('Text');
    entry(panel, 'textPrompt').focus();
    await userEvent.keyboard('{Enter}');
    entry(panel, 'textPrompt').focus();
    await userEvent.keyboard('{Enter}');
    expect(nodes().map(({ position }) => position)).toEqual([
      { x: 390, y: 255 },
      { x: 645, y: 255 },
    ]);
  });

  it('is refused what the mouse is refused', async () => {
    const panel = await openPanel('Video');
    entry(panel, 'Kaiber').focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Currently under development ✨')).toBeVisible();
    expect(nodes()).toEqual([]);
  });

  it('is not meant by a mere click', async () => {
    const panel = await openPanel('Text');
    await userEvent.click(entry(panel, 'textPrompt'));
    expect(nodes()).toEqual([]);
  });
});
