import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DropLight } from '../../../../src/screens/editor/stage/DropLight';
import { forgetDraggedItem, writeDraggedItem } from '../../../../src/screens/editor/stage/draggedItem';
import { useStageDrops } from '../../../../src/screens/editor/stage/useStageDrops';
import type { Vector } from '../../../../src/engine';
import { TestEditor } from '../../../support/TestEditor';

const chooseFiles = vi.fn<(nodeId: string, files: readonly File[]) => Promise<void>>();
const addFiles = vi.fn<(files: readonly File[], at: Vector) => Promise<void>>();
const uploads = { chooseFiles, addFiles };
const paste = vi.fn<(form: { html: string; plain: string }, at: Vector) => void>();
const clipboard = { paste };
let editor: TestEditor;

function Stage() {
  const area = useRef<HTMLDivElement | null>(null);
  const drops = useStageDrops(editor.engine, area, uploads, clipboard);
  return (
    <div
      ref={(element) => {
        area.current = element;
        if (element) element.getBoundingClientRect = () => new DOMRect(70, 56, 1000, 700);
      }}
      {...drops.handlers}
    >
      <div data-stage="" data-testid="stage" />
      <textarea aria-label="field" />
      <DropLight flow={editor.flow} place={drops.place} />
    </div>
  );
}

interface Carried {
  readonly item?: unknown;
  readonly text?: string;
  readonly files?: readonly File[];
  readonly words?: string;
}

/** Sends a drag event of the browser to a point of the stage; returns whether no handler claimed it. jsdom has no DragEvent. */
const dragging = (
  type: 'dragover' | 'dragleave' | 'drop',
  { item, text, files, words = '' }: Carried,
  x: number,
  y: number,
  over: Element = screen.getByTestId('stage'),
): boolean => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 70 + x, clientY: 56 + y });
  const isItem = item !== undefined || text !== undefined;
  const dataTransfer = {
    types: files ? ['Files'] : isItem ? ['reactflow-item'] : words === '' ? ['text/html'] : ['text/plain', 'text/html'],
    files: files ?? [],
    getData: (key: string) => {
      if (key === 'text/plain') return words;
      return isItem && key === 'reactflow-item' ? (text ?? JSON.stringify(item)) : '';
    },
  };
  return fireEvent(over, Object.assign(event, { dataTransfer }));
};
/** The same over the rail, and whether the browser may still have it. */
const beside = (carried: Carried): boolean[] =>
  (['dragover', 'drop'] as const).map((type) => dragging(type, carried, -60, 20, document.body));
const drop = (carried: Carried, x: number, y: number): boolean => dragging('drop', carried, x, y);

const MOOD = { id: 'g0', name: 'mood', value: ['calm', 'warm'], parentId: 'group' };
const PLACE = { id: 'g1', name: 'place', value: 'beach', parentId: 'group' };
const namesIn = (id: string): unknown =>
  (editor.engine.document.node(id)?.data.categories as { name: string }[] | undefined)?.map(({ name }) => name);

const lights = () => document.querySelectorAll('[data-viewport-layer] > div');

beforeEach(() => {
  chooseFiles.mockClear();
  addFiles.mockClear();
  paste.mockClear();
  editor = TestEditor.with({
    group: { type: 'category', at: [0, 0], data: { categories: [MOOD, PLACE] } },
    other: {
      type: 'category',
      at: [600, 0],
      data: { categories: [{ id: 'o0', name: 'style', value: 'ink', parentId: 'other' }] },
    },
    photo: { type: 'imageUpload', at: [300, 400] },
  });
  render(<Stage />);
});

/** The minimap and its controls on this stage. */
const CORNER = { x: 782, y: 490, width: 202, height: 194 };

describe('over the minimap', () => {
  it('files and rows land beside it, not under it [DROP-10]', () => {
    editor.engine.view.coverBy(() => CORNER);
    drop({ item: PLACE }, 900, 600);
    expect(editor.at('g1')).toEqual([510, 600]);
    const photo = new File(['x'], 'a.png', { type: 'image/png' });
    drop({ files: [photo] }, 900, 600);
    expect(addFiles).toHaveBeenCalledExactlyOnceWith([photo], { x: 510, y: 480 });
  });

  it.each([
    { of: 'dropped over it', files: 2, x: 900, y: 600, lands: { x: 225, y: 480 } },
    { of: 'that would reach under it', files: 3, x: 200, y: 560, lands: { x: 195, y: 270 } },
    { of: 'of which the first already would', files: 2, x: 760, y: 560, lands: { x: 750, y: 270 } },
    { of: 'that ends before it', files: 2, x: 200, y: 560, lands: { x: 200, y: 560 } },
    { of: 'above it', files: 3, x: 200, y: 100, lands: { x: 200, y: 100 } },
    { of: 'of one, whose corner is where it was dropped', files: 1, x: 700, y: 560, lands: { x: 700, y: 560 } },
  ])('a row of $files pictures $of is seen [DROP-10]', ({ files, x, y, lands }) => {
    editor.engine.view.coverBy(() => CORNER);
    const photos = Array.from({ length: files }, (_, index) => new File(['x'], `${index}.png`, { type: 'image/png' }));
    drop({ files: photos }, x, y);
    expect(addFiles).toHaveBeenCalledExactlyOnceWith(photos, lands);
  });

  it('a row ends before it where there is no room above it [DROP-10]', () => {
    editor.engine.view.coverBy(() => ({ ...CORNER, y: 150, height: 534 }));
    const photos = [1, 2, 3].map((index) => new File(['x'], `${index}.png`, { type: 'image/png' }));
    drop({ files: photos }, 200, 300);
    expect(addFiles).toHaveBeenCalledExactlyOnceWith(photos, { x: -60, y: 300 });
  });
});

describe('a row of a category, dropped on the stage', () => {
  it('becomes a node where it falls [CAT-6] [CAT-8]', () => {
    drop({ item: MOOD }, 322, 98);
    expect(namesIn('group')).toEqual(['place']);
    expect(editor.engine.document.node('g0')).toEqual({
      id: 'g0',
      type: 'categoryItem',
      position: { x: 315, y: 105 },
      data: { name: 'mood', value: ['calm', 'warm'] },
    });
  });

  it('takes its category with it when it was the last', () => {
    drop({ item: MOOD }, 322, 98);
    drop({ item: PLACE }, 322, 300);
    expect(editor.engine.document.node('group')).toBeUndefined();
  });

  it('moves into another category, as one step', () => {
    drop({ item: PLACE }, 650, 60);
    expect(namesIn('group')).toEqual(['mood']);
    expect(editor.engine.document.node('other')?.data.categories).toEqual([
      { id: 'o0', name: 'style', value: 'ink', parentId: 'other' },
      { ...PLACE, parentId: 'other' },
    ]);
    editor.engine.undo();
    expect(namesIn('group')).toEqual(['mood', 'place']);
    expect(namesIn('other')).toEqual(['style']);
  });

  it('goes to its place among the others over its own category, which shows it between them [CAT-13]', () => {
    const data = { setData: vi.fn<(key: string, text: string) => void>(), effectAllowed: 'all' };
    writeDraggedItem(data as unknown as DataTransfer, PLACE);
    dragging('dragover', { item: PLACE }, 100, 60);
    expect(lights()).toHaveLength(1);
    expect(document.querySelector('[data-slot]')).toHaveStyle({ top: '50px', width: '229px' });
    drop({ item: PLACE }, 100, 60);
    forgetDraggedItem();
    expect(namesIn('group')).toEqual(['place', 'mood']);
    expect(lights()).toHaveLength(0);
    drop({ item: PLACE }, 100, 60);
    expect(namesIn('group'), 'there it is already').toEqual(['place', 'mood']);
    editor.engine.undo();
    expect(namesIn('group')).toEqual(['mood', 'place']);
  });

  it('is found by its id when the payload does not name its category', () => {
    drop({ item: { id: 'g1' } }, 322, 98);
    expect(editor.engine.document.node('g1')?.type).toBe('categoryItem');
  });

  it.each([
    ['an item of no category', JSON.stringify({ id: 'nobody', parentId: 'group' })],
    ['an item of a category that is gone', JSON.stringify({ id: 'x', name: 'x', value: '', parentId: 'gone' })],
    ['something else', '"hello"'],
    ['no JSON', '<b>hello</b>'],
  ])('changes nothing with %s [DROP-4]', (_what, text) => {
    drop({ text }, 322, 98);
    expect(editor.engine.document.allNodes()).toHaveLength(3);
    expect(namesIn('group')).toEqual(['mood', 'place']);
  });

  it('lights up the category under it', () => {
    expect(dragging('dragover', { item: PLACE }, 650, 60)).toBe(false);
    expect(lights()).toHaveLength(1);
    expect(lights()[0]).toHaveStyle({ left: '600px', width: '245px', height: '160px' });
    dragging('dragover', { item: PLACE }, 322, 98);
    expect(lights()).toHaveLength(0);
  });

  it('pulls the view along at the edge of the stage, and lands where the view has come to', () => {
    dragging('dragover', { item: PLACE }, 500, 98);
    dragging('dragover', { item: PLACE }, 995, 98);
    editor.wait(60);
    const { x } = editor.viewport;
    expect(x).toBeLessThan(-500);
    drop({ item: PLACE }, 995, 98);
    expect(Math.abs(editor.at('g1')[0] - (995 - x))).toBeLessThanOrEqual(7.5);
    expect([editor.engine.wantsTicks, editor.viewport.x]).toEqual([false, x]);
  });

  it('leaves the view where it is away from the edge, over the panel, and as a file that comes in from outside', () => {
    dragging('dragover', { item: PLACE }, 500, 98);
    expect(editor.engine.wantsTicks).toBe(false);
    dragging('dragover', { item: PLACE }, 5, 98);
    expect(editor.engine.wantsTicks).toBe(true);
    dragging('dragleave', { item: PLACE }, -5, 98);
    expect(editor.engine.wantsTicks).toBe(false);
    dragging('dragover', { files: [new File(['x'], 'cat.png', { type: 'image/png' })] }, 5, 98);
    expect(editor.engine.wantsTicks).toBe(false);
  });
});

describe('picture files, dropped on the stage', () => {
  const photo = new File(['x'], 'cat.png', { type: 'image/png' });
  const other = new File(['y'], 'dog.png', { type: 'image/png' });

  it('go to the picture input under them', () => {
    expect(drop({ files: [photo, other] }, 350, 500)).toBe(false);
    expect(chooseFiles).toHaveBeenCalledExactlyOnceWith('photo', [photo, other]);
  });

  it('go to new picture inputs elsewhere, which come when they have been read', () => {
    drop({ files: [photo, other] }, 700, 500);
    expect(addFiles).toHaveBeenCalledExactlyOnceWith([photo, other], { x: 700, y: 500 });
    expect(editor.engine.document.allNodes()).toHaveLength(3);
  });
});

describe('words and addresses, dropped on the stage', () => {
  const words = 'https://example.org/a boat';

  it('become what they become when pasted, with the corner where they fall [DROP-11]', () => {
    expect(dragging('dragover', { words }, 700, 500)).toBe(false);
    expect(drop({ words }, 700, 500)).toBe(false);
    const { width, height } = editor.engine.document.kinds.newSizeOf('textPrompt');
    const at = { x: 700 + width / 2, y: 500 + height / 2 };
    expect(paste).toHaveBeenCalledExactlyOnceWith({ html: '', plain: words }, at);
  });

  it('are left to a field, and what has no words to the browser [DROP-4]', () => {
    const field = screen.getByLabelText('field');
    expect([dragging('dragover', { words }, 9, 9, field), dragging('drop', { words }, 9, 9, field)]).toEqual([
      true,
      true,
    ]);
    expect([dragging('dragover', {}, 322, 98), drop({}, 322, 98)]).toEqual([true, true]);
    expect(paste).not.toHaveBeenCalled();
  });
});

describe('what is dragged beside the stage', () => {
  const files = [new File(['x'], 'cat.png', { type: 'image/png' })];

  it('is held back when it is a file, which the browser would open in place of the app [DROP-12]', () => {
    expect(beside({ files })).toEqual([false, false]);
    expect(beside({ words: 'a boat' })).toEqual([true, true]);
    expect(addFiles).not.toHaveBeenCalled();
    cleanup();
    expect(beside({ files })).toEqual([true, true]);
  });
});
