import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback, useRef, useState } from 'react';
import { toast } from 'react-toastify/unstyled';
import { Rail } from '../../../src/screens/editor/palette/Rail';
import { SidePanel } from '../../../src/screens/editor/palette/SidePanel';
import type { DropZone } from '../../../src/screens/editor/palette/followDrag';
import { useDropZone } from '../../../src/screens/editor/palette/useDropZone';
import { SaveStore } from '../../../src/stores/sync/SaveStore';
import { PanelStore } from '../../../src/stores/PanelStore';
import { Toasts } from '../../../src/ui/toasts/Toasts';
import { TestEditor } from '../../support/TestEditor';

/** The stage's place in the window: right of the rail, under the top bar. */
const STAGE = new DOMRect(70, 56, 1000, 700);
const PANEL = new DOMRect(70, 56, 300, 700);

interface EditorCornerProps {
  readonly editor: TestEditor;
  readonly panel: PanelStore;
  readonly models: DropZone['models'];
}

function EditorCorner({ editor, panel, models }: EditorCornerProps) {
  const area = useRef<HTMLDivElement | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const focusNode = useCallback((nodeId: string | null): void => {
    area.current?.querySelector<HTMLElement>('[data-stage]')?.focus();
    setFocused(nodeId);
  }, []);
  const zone = useDropZone(editor.engine, area, focusNode, models);
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
        <div data-stage="" data-testid="stage" tabIndex={0} />
      </div>
      <output data-testid="focused">{focused}</output>
      <Toasts />
    </>
  );
}

/** Renders the rail, its panel and an empty stage; dropped entries are in the returned editor. `names`: of the server's models. */
export function renderCorner(names: ReadonlySet<string> | null = null, canWrite: boolean | null = null): TestEditor {
  const editor = TestEditor.with({});
  render(<EditorCorner editor={editor} panel={new PanelStore()} models={{ names, canWrite }} />);
  return editor;
}

/** Toasts outlive the rendered tree. */
export function dismissToasts(): void {
  toast.clearWaitingQueue();
  toast.dismiss();
}

export const openPanel = async (type: 'Text' | 'Image' | 'Video' | 'Audio'): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: type }));
  const panel = screen.getByRole('complementary', { name: 'Node palette' });
  panel.getBoundingClientRect = () => PANEL;
  return panel;
};

export const entry = (panel: HTMLElement, id: string): HTMLElement => {
  const found = panel.querySelector<HTMLElement>(`[data-palette="${id}"]`);
  if (!found) throw new Error(`${id} is not in the palette`);
  return found;
};

export const drag = (from: HTMLElement, x: number, y: number, pointerType = 'mouse'): void => {
  const pointer = { pointerId: 1, pointerType, button: 0, buttons: 1 };
  fireEvent.pointerDown(from, { ...pointer, clientX: 100, clientY: 200 });
  fireEvent.pointerMove(from, { ...pointer, clientX: 140, clientY: 210 });
  fireEvent.pointerMove(from, { ...pointer, clientX: x, clientY: y });
  fireEvent.pointerUp(from, { ...pointer, buttons: 0, clientX: x, clientY: y });
};

export const idsIn = (panel: HTMLElement): (string | undefined)[] =>
  Array.from(panel.querySelectorAll<HTMLElement>('[data-palette]'), ({ dataset }) => dataset.palette);
