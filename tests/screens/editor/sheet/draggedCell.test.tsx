import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useDropZone } from '../../../../src/screens/editor/palette/useDropZone';
import { OpenSheet } from '../../../../src/screens/editor/sheet/OpenSheet';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import { SheetExports } from '../../../../src/stores/cells/SheetExports';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas, list, pipe } from '../../../stores/support/snapshots';

/** The canvas' place in the window, which the sheet covers, and that of the cell. */
const AREA = new DOMRect(70, 56, 1000, 700);
const CELL = new DOMRect(200, 200, 132, 132);

let desk: Desk;
let open: OpenEditor;
/** The node that has the focus once the sheet has closed. */
let left: string | undefined;

const focusNode = (): void => undefined;

function Stage() {
  const area = useRef<HTMLDivElement | null>(null);
  const [nodeId, setNodeId] = useState<string | null>('table');
  const zone = useDropZone(open.editor, area, focusNode, { names: null, canWrite: null });
  const [exports] = useState(() => new SheetExports(() => Promise.resolve()));
  const close = (branchId?: string): void => {
    left = branchId;
    setNodeId(null);
  };
  return (
    <div
      ref={(element) => {
        area.current = element;
        if (element) element.getBoundingClientRect = () => AREA;
      }}
    >
      <OpenSheet open={open} exports={exports} nodeId={nodeId} zone={zone} onClose={close} />
    </div>
  );
}

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  // In jsdom nothing has a size by itself.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  left = undefined;
  desk = new Desk();
  const table = { id: 'table', type: 'sheet', position: { x: 900, y: 0 }, data: {} };
  desk.projects.put(
    7,
    canvas([list('a', 'who', 'cat, dog'), art('one'), table], [pipe('a', 'one'), pipe('one', 'table', 'image')]),
  );
  desk.takes.put('one', '/files/cat.png', {
    cell: { a: 'cat' },
    recipe: {
      model: 'wide',
      settings: { aspectRatio: '16:9' },
      items: [
        { type: 'text_prompt', content: 'asleep' },
        { type: 'category_prompt', key: 'who', value: ['cat'] },
      ],
    },
  });
  open = await desk.edit(7);
  render(
    <StoresProvider stores={desk.stores}>
      <Stage />
    </StoresProvider>,
  );
  await screen.findByTestId('sheet-grid');
});

const cell = (name: RegExp): HTMLElement => {
  const found = screen.getByRole('gridcell', { name });
  found.getBoundingClientRect = () => CELL;
  return found;
};
const at = (pointerType: string, x: number, y: number, buttons = 1) =>
  ({ pointerId: 3, pointerType, button: 0, buttons, clientX: x, clientY: y }) as const;
const nodes = (): number => open.editor.document.nodeCount;
const makesWay = (): boolean => screen.getByTestId('sheet-panel').hasAttribute('data-makes-way');
const ghosts = (): number => document.querySelectorAll('img[src="/files/cat.png?size=256"]').length - 1;

describe('a cell that is dragged out of its sheet', () => {
  // A finger or a pen holds the picture once it has rested.
  it.each([
    ['mouse', 0],
    ['pen', 1],
    ['touch', 1],
  ])('by %s is a new branch where it is dropped [SHEET-16]', async (by, resting) => {
    const cat = cell(/^cat, Picture/);
    fireEvent.pointerDown(cat, at(by, 210, 210));
    await expect.poll(ghosts).toBe(resting);
    fireEvent.pointerMove(cat, at(by, 600, 320));
    expect([ghosts(), makesWay()]).toEqual([1, true]);
    fireEvent.pointerMove(cat, at(by, 670, 356));
    fireEvent.pointerUp(cat, at(by, 670, 356, 0));
    expect(screen.queryByTestId('sheet-panel')).toBeNull();
    const [words, who, image] = open.editor.document.allNodes().slice(-3);
    expect(words).toMatchObject({ type: 'textPrompt', position: { x: 255, y: 300 }, data: { value: 'asleep' } });
    expect(who).toMatchObject({ type: 'categoryItem', data: { name: 'who', value: 'cat' } });
    expect(image).toMatchObject({
      type: 'image',
      position: { x: 600, y: 300 },
      data: { model: 'wide', settings: { aspectRatio: '16:9' }, value: '/files/cat.png' },
    });
    expect(open.editor.document.edgesInto(image?.id ?? '').map(({ source }) => source)).toEqual([words?.id, who?.id]);
    expect(left).toBe(image?.id);
    act(() => open.editor.undo());
    expect(nodes()).toBe(3);
  });

  it('is none after Escape, beside the canvas, and when it stays in its cell; one without a picture is not dragged [SHEET-16]', () => {
    const cat = cell(/^cat, Picture/);
    fireEvent.pointerDown(cat, at('mouse', 210, 210));
    fireEvent.pointerMove(cat, at('mouse', 600, 320));
    fireEvent.keyDown(cat, { key: 'Escape' });
    fireEvent.pointerUp(cat, at('mouse', 600, 320, 0));
    expect([ghosts(), makesWay()]).toEqual([0, false]);
    for (const [x, y] of [
      [30, 30],
      [230, 240],
    ] as const) {
      fireEvent.pointerDown(cat, at('mouse', 210, 210));
      fireEvent.pointerMove(cat, at('mouse', x, y));
      expect(makesWay()).toBe(false);
      fireEvent.pointerUp(cat, at('mouse', x, y, 0));
    }
    const dog = cell(/^dog/);
    fireEvent.pointerDown(dog, at('mouse', 210, 210));
    fireEvent.pointerMove(dog, at('mouse', 600, 320));
    expect(makesWay()).toBe(false);
    fireEvent.pointerUp(dog, at('mouse', 600, 320, 0));
    expect(nodes()).toBe(3);
    fireEvent.click(dog);
    expect(dog).toHaveAttribute('aria-selected', 'true');
  });

  it('is made active by a press that slips in it, and is no branch just outside of it [SHEET-16]', () => {
    const cat = cell(/^cat, Picture/);
    const dog = cell(/^dog/);
    fireEvent.click(dog);
    fireEvent.pointerDown(cat, at('mouse', 210, 210));
    fireEvent.pointerMove(cat, at('mouse', 222, 214));
    fireEvent.pointerUp(cat, at('mouse', 222, 214, 0));
    fireEvent.click(cat, { detail: 1, clientX: 222, clientY: 214 });
    expect(cat).toHaveAttribute('aria-selected', 'true');

    fireEvent.click(dog);
    fireEvent.pointerDown(cat, at('mouse', 325, 210));
    fireEvent.pointerMove(cat, at('mouse', 340, 210));
    expect(makesWay()).toBe(false);
    fireEvent.pointerUp(cat, at('mouse', 340, 210, 0));
    fireEvent.click(cat, { detail: 1, clientX: 340, clientY: 210 });
    expect(nodes()).toBe(3);
    expect(cat).toHaveAttribute('aria-selected', 'false');
  });

  it('is scrolled by a quick finger, whichever way it goes [SHEET-16]', () => {
    const cat = cell(/^cat, Picture/);
    for (const [x, y] of [
      [600, 215],
      [215, 600],
    ] as const) {
      fireEvent.pointerDown(cat, at('touch', 210, 210));
      fireEvent.pointerMove(cat, at('touch', x, y));
      expect(fireEvent(cat, new Event('touchmove', { bubbles: true, cancelable: true }))).toBe(true);
      fireEvent.pointerUp(cat, at('touch', x, y, 0));
    }
    expect(nodes()).toBe(3);
  });
});
