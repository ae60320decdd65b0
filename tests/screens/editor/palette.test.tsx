import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useRef } from 'react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { judgeDrop } from '../../../src/screens/editor/palette/judgeDrop';
import { modelItems } from '../../../src/screens/editor/palette/paletteItems';
import { Rail } from '../../../src/screens/editor/palette/Rail';
import { SidePanel } from '../../../src/screens/editor/palette/SidePanel';
import { useDropZone } from '../../../src/screens/editor/palette/useDropZone';
import { SaveStore } from '../../../src/stores/autosave/SaveStore';
import { modelsOf } from '../../../src/stores/catalogue';
import { PanelStore } from '../../../src/stores/PanelStore';
import { Toasts } from '../../../src/ui/toasts/Toasts';
import { TestEditor } from '../../support/TestEditor';

/** Where the stage lies in the window: right of the rail, under the top bar. */
const STAGE = new DOMRect(70, 56, 1000, 700);
const PANEL = new DOMRect(70, 56, 300, 700);

let editor: TestEditor;

function EditorCorner({ panel }: { readonly panel: PanelStore }) {
  const area = useRef<HTMLDivElement | null>(null);
  const zone = useDropZone(editor.engine, area);
  return (
    <>
      <Rail panel={panel} />
      <SidePanel panel={panel} save={new SaveStore()} zone={zone} />
      <div
        ref={(element) => {
          area.current = element;
          if (element) element.getBoundingClientRect = () => STAGE;
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the stage is an application that takes keys */}
        <div data-testid="stage" tabIndex={0} />
      </div>
      <Toasts />
    </>
  );
}

const openPanel = async (type: 'Text' | 'Image' | 'Video' | 'Audio'): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: type }));
  const panel = screen.getByRole('complementary', { name: 'Node palette' });
  panel.getBoundingClientRect = () => PANEL;
  return panel;
};

const entry = (panel: HTMLElement, id: string): HTMLElement => {
  const found = panel.querySelector<HTMLElement>(`[data-palette="${id}"]`);
  if (!found) throw new Error(`${id} is not in the palette`);
  return found;
};

const drag = (from: HTMLElement, x: number, y: number, pointerType = 'mouse'): void => {
  const pointer = { pointerId: 1, pointerType, button: 0 };
  fireEvent.pointerDown(from, { ...pointer, clientX: 100, clientY: 200 });
  fireEvent.pointerMove(from, { ...pointer, clientX: 140, clientY: 210 });
  fireEvent.pointerMove(from, { ...pointer, clientX: x, clientY: y });
  fireEvent.pointerUp(from, { ...pointer, clientX: x, clientY: y });
};

const finger = { pointerId: 1, pointerType: 'touch', button: 0 };

/** What a finger sends in all: the browser adds the click when it went nowhere. */
const tap = (on: HTMLElement, count = 1): void => {
  fireEvent.pointerDown(on, { ...finger, clientX: 100, clientY: 200 });
  fireEvent.pointerUp(on, { ...finger, clientX: 100, clientY: 200 });
  fireEvent.click(on, { detail: count });
};

/** Whether the browser may scroll the list by this movement. */
const mayScroll = (on: HTMLElement): boolean =>
  fireEvent(on, new Event('touchmove', { bubbles: true, cancelable: true }));

/** The window of a phone: the panel covers the canvas. */
const beNarrow = (): void => {
  const wide = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(wide(query), { matches: query === '(width < 45em)' }),
  );
};

const idsIn = (panel: HTMLElement): (string | undefined)[] =>
  Array.from(panel.querySelectorAll<HTMLElement>('[data-palette]'), ({ dataset }) => dataset.palette);

/** The toast's clock, which runs as long as its variant stays: 2 s is an info. */
const expectInfoToast = (): void => {
  expect(screen.getByRole('progressbar', { hidden: true })).toHaveStyle({ animationDuration: '2000ms' });
};

const nodes = () => editor.engine.document.nodes.map(({ type, position, data }) => ({ type, position, data }));

beforeEach(() => {
  editor = TestEditor.with({});
  render(<EditorCorner panel={new PanelStore()} />);
});

afterEach(() => {
  toast.clearWaitingQueue();
  toast.dismiss();
});

describe('the side panel', () => {
  it('has a button for text, image, video and audio [PANEL-1]', () => {
    const rail = screen.getByRole('navigation', { name: 'Node types' });
    expect(
      within(rail)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Text', 'Image', 'Video', 'Audio']);
  });

  it.each([
    [
      'Text',
      ['Text input node', 'Text AI model node'],
      ['textPrompt', 'Gemini 2.5 Flash', 'GPT-5', 'Claude 3.5 Sonnet', 'Llama 3 100B', 'Mistral Large'],
    ],
    [
      'Image',
      ['Image input node', 'Image AI model node'],
      ['imageUpload', 'Gemini-2.5-flash', 'DALL-E 4', 'Midjourney v7', 'Stable Diffusion XL', 'Adobe Firefly 2.0'],
    ],
    ['Video', ['Video AI model node'], ['Runway ML', 'Synthesia', 'SkyReels', 'Descript', 'Kaiber']],
    ['Audio', ['Audio AI model node'], ['ElevenLabs', 'Murf AI', 'Resemble AI', 'Descript', 'Play.ht']],
  ] as const)(
    'lists for %s all there is, under its headings [PANEL-4] [PANEL-5] [PANEL-6]',
    async (type, titles, ids) => {
      const panel = await openPanel(type);
      const headings = within(panel).getAllByRole('heading');
      expect(headings.map(({ textContent }) => textContent)).toEqual(titles);
      expect(idsIn(panel)).toEqual(ids);
      const sections = within(panel).getAllByRole('region');
      expect(sections.map((section) => idsIn(section).length)).toEqual(titles.length === 2 ? [1, 5] : [5]);
    },
  );

  it('opens for a type and closes by the same button [PANEL-2] [PANEL-4]', async () => {
    await openPanel('Text');
    expect(screen.getByRole('heading', { name: 'Text input node' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Text AI model node' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Text', expanded: true })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Text' }));
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });

  it.each([
    ['Text', 'textPrompt', 'Text input node'],
    ['Image', 'imageUpload', 'Image input node'],
  ] as const)('names the input entry for %s as its heading [PANEL-4]', async (type, id, name) => {
    const panel = await openPanel(type);
    expect(entry(panel, id)).toHaveAccessibleName(name);
    expect(within(panel).getByRole('region', { name })).toContainElement(entry(panel, id));
  });

  it('goes over to another type [PANEL-2]', async () => {
    await openPanel('Text');
    const panel = await openPanel('Audio');
    expect(
      within(panel)
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual(['Audio AI model node']);
    expect(entry(panel, 'Play.ht')).toBeVisible();
  });

  it('filters by any part of a name, whatever its case [PANEL-7]', async () => {
    const panel = await openPanel('Image');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search image AI' }), 'FLaSH');
    expect(idsIn(panel)).toEqual(['Gemini-2.5-flash']);
  });

  it('takes a search literally and says when nothing matches [PANEL-7]', async () => {
    const panel = await openPanel('Image');
    await userEvent.type(screen.getByRole('searchbox'), '2.*');
    expect(panel.querySelector('[data-palette]')).toBeNull();
    expect(within(panel).getByRole('status')).toHaveTextContent('Nothing matches “2.*”.');
  });

  it('closes by its own button, and the focus goes back to where it was opened', async () => {
    const panel = await openPanel('Image');
    await userEvent.click(within(panel).getByRole('button', { name: 'Close panel' }));
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Image' })).toHaveFocus();
  });

  it('closes by Escape', async () => {
    await openPanel('Text');
    await userEvent.type(screen.getByRole('searchbox'), '{Escape}');
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Text' })).toHaveFocus();
  });

  it('closes by Escape right after it was opened, when the focus is still beside it', async () => {
    await openPanel('Text');
    expect(screen.getByRole('button', { name: 'Text' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });
});

describe('dragging from the panel', () => {
  it('is given up by Escape, which leaves the panel open', async () => {
    const panel = await openPanel('Text');
    const from = entry(panel, 'textPrompt');
    from.focus();
    fireEvent.pointerDown(from, { pointerId: 1, button: 0, clientX: 100, clientY: 200 });
    fireEvent.pointerMove(from, { pointerId: 1, clientX: 500, clientY: 300 });
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
    editor.engine.viewport.setCamera({ x: 100, y: 50, zoom: 0.5 });
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
    fireEvent.pointerMove(from, { pointerId: 1, clientX: 500, clientY: 300 });
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
      const items = modelItems(type);
      expect(items.map(({ isAvailable }) => isAvailable)).toEqual(modelsOf(type).map(({ available }) => available));
      for (const item of items) {
        expect(judgeDrop({ ...item, isAvailable: true }, i18next.t)).toBeNull();
        expect(judgeDrop({ ...item, isAvailable: false }, i18next.t)).toMatchObject({ variant: 'info' });
      }
    },
  );
});

describe('a finger', () => {
  it('adds in the middle by one tap, and not again by the second tap of two', async () => {
    const panel = await openPanel('Text');
    tap(entry(panel, 'textPrompt'));
    tap(entry(panel, 'textPrompt'), 2);
    expect(nodes().map(({ position }) => position)).toEqual([{ x: 390, y: 255 }]);
    expect(panel).toBeInTheDocument();
  });

  it('scrolls the list by a quick swipe down', async () => {
    const panel = await openPanel('Text');
    const from = entry(panel, 'textPrompt');
    fireEvent.pointerDown(from, { ...finger, clientX: 100, clientY: 200 });
    expect(mayScroll(from)).toBe(true);
    fireEvent.pointerMove(from, { ...finger, clientX: 105, clientY: 260 });
    expect(screen.getAllByText('Text input node')).toHaveLength(2);
    fireEvent.pointerMove(from, { ...finger, clientX: 600, clientY: 300 });
    fireEvent.pointerUp(from, { ...finger, clientX: 600, clientY: 300 });
    expect(nodes()).toEqual([]);
  });

  it('takes hold of an entry by a short rest, and drags it straight down', async () => {
    beNarrow();
    const panel = await openPanel('Text');
    const from = entry(panel, 'textPrompt');
    fireEvent.pointerDown(from, { ...finger, clientX: 100, clientY: 200 });
    await vi.waitFor(() => expect(screen.getAllByText('Text input node')).toHaveLength(3));
    expect(mayScroll(from)).toBe(false);
    fireEvent.pointerMove(from, { ...finger, clientX: 100, clientY: 500 });
    fireEvent.pointerUp(from, { ...finger, clientX: 100, clientY: 500 });
    expect(nodes().map(({ position }) => position)).toEqual([{ x: 30, y: 450 }]);
    expect(mayScroll(from)).toBe(true);
  });

  it('that rested and let go has tapped', async () => {
    beNarrow();
    const panel = await openPanel('Text');
    const from = entry(panel, 'textPrompt');
    fireEvent.pointerDown(from, { ...finger, clientX: 100, clientY: 200 });
    await vi.waitFor(() => expect(screen.getAllByText('Text input node')).toHaveLength(3));
    fireEvent.pointerUp(from, { ...finger, clientX: 103, clientY: 200 });
    expect(nodes()).toEqual([]);
    fireEvent.click(from, { detail: 1 });
    expect(nodes()).toHaveLength(1);
  });

  it('is told how it is done', async () => {
    const wide = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(wide(query), { matches: query === '(pointer: coarse)' }),
    );
    const panel = await openPanel('Text');
    expect(within(panel).getByText(/^Tap it to add it in the middle/)).toBeVisible();
  });
});

describe('a narrow window', () => {
  beforeEach(beNarrow);

  it('closes the panel over a node that was added, and goes on to the canvas', async () => {
    tap(entry(await openPanel('Text'), 'textPrompt'));
    expect(nodes()).toHaveLength(1);
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.getByTestId('stage')).toHaveFocus();
  });

  it('closes the panel after a drop', async () => {
    drag(entry(await openPanel('Image'), 'imageUpload'), 300, 400, 'touch');
    expect(nodes().map(({ position }) => position)).toEqual([{ x: 225, y: 345 }]);
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });

  it('keeps the panel when the model is not there yet', async () => {
    const panel = await openPanel('Image');
    tap(entry(panel, 'DALL-E 4'));
    expect(await screen.findByText('This model is coming soon ✨')).toBeVisible();
    expect(panel).toBeInTheDocument();
  });
});

describe('the keyboard', () => {
  it('adds at the centre of the view by Enter, and the next one beside it [DROP-2]', async () => {
    const panel = await openPanel('Text');
    entry(panel, 'textPrompt').focus();
    await userEvent.keyboard('{Enter}{Enter}');
    expect(nodes().map(({ position }) => position)).toEqual([
      { x: 390, y: 255 },
      { x: 420, y: 285 },
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
