import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useCallback, useRef } from 'react';
import { beforeEach, vi } from 'vitest';
import { useDropZone } from '../../../src/screens/editor/palette/useDropZone';
import { Library, LibraryButton } from '../../../src/screens/library/Library';
import { StoresProvider } from '../../../src/screens/StoresContext';
import type { OpenEditor } from '../../../src/stores/EditorSession';
import { LiveRegion } from '../../../src/ui/live/LiveRegion';
import { Desk } from '../../stores/support/Desk';
import { art, canvas, pipe, prompt } from '../../stores/support/snapshots';

/** The desk of the running test, whose library `setUpLibrary` has opened. */
export let desk: Desk;
export let open: OpenEditor;
/** The nodes that were visited. */
export let way: string[];

export const list = () => screen.findByRole('listbox', { name: 'Pictures' });
export const options = () => within(screen.getByRole('listbox', { name: 'Pictures' })).getAllByRole('option');
export const ratings = () => open.library.takes.map(({ rating }) => rating);
export const key = async (element: HTMLElement, name: string, rest: object = {}): Promise<void> =>
  act(async () => {
    fireEvent.keyDown(element, { key: name, ...rest });
    await desk.clock.pass(50);
  });

/** The canvas' place in the window. */
export const AREA = new DOMRect(70, 56, 1000, 700);

function Corner() {
  const area = useRef<HTMLDivElement | null>(null);
  const zone = useDropZone(
    open.editor,
    area,
    useCallback(() => undefined, []),
    { names: null, canWrite: null },
  );
  return (
    <div
      ref={(element) => {
        area.current = element;
        if (element) element.getBoundingClientRect = () => AREA;
      }}
    >
      <LibraryButton library={open.library} />
      <Library library={open.library} flow={open.flow} pid={7} zone={zone} onGoTo={(nodeId) => way.push(nodeId)} />
    </div>
  );
}

/** Opens, for each test of the file, the library of a project with three pictures. */
export function setUpLibrary(): void {
  beforeEach(async () => {
    way = [];
    vi.spyOn(console, 'warn').mockReturnValue();
    // In jsdom nothing has a size by itself.
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(330);
    desk = new Desk();
    desk.projects.put(7, canvas([prompt('idea'), art('art')], [pipe('idea', 'art')]));
    for (const name of ['one', 'two', 'three']) desk.takes.put('art', `/files/${name}.png`);
    open = await desk.edit(7);
    render(
      <StoresProvider stores={desk.stores}>
        <Corner />
        <LiveRegion />
      </StoresProvider>,
    );
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Library' }));
      await desk.clock.pass(100);
    });
  });
}
