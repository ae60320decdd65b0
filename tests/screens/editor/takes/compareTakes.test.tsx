import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Take } from '../../../../src/api/contractTakes';
import TakesStrip from '../../../../src/screens/editor/takes/TakesStrip';
import { differingWords, wordsIn } from '../../../../src/ui/words/MarkedWords';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { LiveRegion } from '../../../../src/ui/live/LiveRegion';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas } from '../../../stores/support/snapshots';
import { said } from '../../support/openLayer';

let desk: Desk;
let open: OpenEditor;

const asked = (content: string, model = 'flux') => ({
  recipe: { model, settings: {}, items: [{ type: 'text_prompt' as const, content }] },
});

async function begin(count = 2, last: Partial<Take> = {}): Promise<void> {
  desk = new Desk();
  desk.projects.put(7, canvas([art('art', '/files/1.png')]));
  desk.takes.put('art', '/files/0.png', asked('a small cat asleep on a wall'));
  if (count > 1) desk.takes.put('art', '/files/1.png', { ...asked('a large cat asleep on the wall', 'sdxl'), ...last });
  for (let number = 2; number < count; number++) desk.takes.put('art', `/files/${number}.png`);
  open = await desk.edit(7);
  const strip = (
    <StoresProvider stores={desk.stores}>
      <TakesStrip flow={open.flow} takes={open.takes} nodeId="art" onBegun={() => undefined} onFold={() => undefined} />
      <LiveRegion />
    </StoresProvider>
  );
  render(strip);
}

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

async function compare(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: /^Compare/ }));
  return screen.findByRole('dialog', { name: /^Compare/ });
}
const deleteElsewhere = (number: number): void =>
  open.takes
    .of('art')
    .filter(({ url }) => url === `/files/${number}.png`)
    .forEach((take) => open.takes.hear(take, true));
const shown = (): unknown => open.editor.document.node('art')?.data.value;
const marked = (text: string, other: string): string[] => {
  const pieces = wordsIn(text);
  return [...differingWords(pieces, wordsIn(other))].map((index) => pieces[index] ?? '');
};

describe('comparing takes', () => {
  it('marks word by word what differs in what made them [COMPARE-2]', async () => {
    expect(marked('a small cat on a wall', 'a large cat on the wall')).toEqual(['small', 'a']);
    expect(marked('새벽 강가의 작은 배', '새벽 강가의 배')).toEqual(['작은']);
    expect(marked('the same', 'the same')).toEqual([]);
    expect(marked('one two', '')).toEqual(['one', 'two']);
    await begin();
    const dialog = await compare();
    const words = Array.from(dialog.querySelectorAll('mark'), ({ textContent }) => textContent);
    expect(words).toEqual(['large', 'the', 'sdxl', 'small', 'a', 'flux']);
  });

  it('says of an unknown model or cost what is unknown [COMPARE-2]', async () => {
    await begin(2, { recipe: null, model: null, costMicros: null });
    const dialog = within(await compare());
    expect(dialog.getByText('Cost Unknown')).toBeVisible();
    expect(dialog.getByText('Model Unknown')).toBeVisible();
    expect(dialog.getByText('Cost $0.039')).toBeVisible();
  });

  it('needs two, and says so of a single one', async () => {
    await begin(1);
    const button = screen.getByRole('button', { name: 'Compare takes' });
    expect(button).toHaveAccessibleDescription('A comparison needs two takes.');
  });

  it('is zoomed and panned in all pictures alike, by wheel and keys, and never beyond them [COMPARE-1]', async () => {
    await begin(4);
    const dialog = await compare();
    const looks = (): Set<string> =>
      new Set(Array.from(dialog.querySelectorAll<HTMLElement>('[style*="scale"]'), ({ style }) => style.transform));
    expect(dialog.querySelectorAll('[style*="scale"]')).toHaveLength(4);
    await userEvent.keyboard('+{ArrowLeft}');
    expect(looks()).toEqual(new Set(['translate(10%, 0%) scale(1.25)']));
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(looks()).toEqual(new Set(['translate(12.5%, 0%) scale(1.25)']));
    await userEvent.keyboard('f');
    expect(looks()).toEqual(new Set(['translate(0%, 0%) scale(1)']));
    const pane = dialog.querySelector('[style*="scale"]')?.parentElement;
    if (!pane) throw new Error('no pane');
    pane.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
    fireEvent.wheel(pane, { deltaY: -500, clientX: 50, clientY: 50 });
    expect(looks().size).toBe(1);
    expect([...looks()][0]).toMatch(/scale\(2\.1/);
  });

  it('two are laid over one another: by a wipe and by their difference [COMPARE-1]', async () => {
    await begin();
    const dialog = within(await compare());
    await userEvent.click(dialog.getByRole('button', { name: 'Wipe' }));
    const share = dialog.getByRole('slider', { name: 'Visible share of the first picture' });
    fireEvent.change(share, { target: { value: '30' } });
    expect(share).toHaveValue('30');
    await userEvent.click(dialog.getByRole('button', { name: 'Difference' }));
    expect(dialog.getByRole('button', { name: 'Difference' })).toHaveAttribute('aria-pressed', 'true');
    expect(dialog.queryByRole('slider')).not.toBeInTheDocument();
  });

  it('the number of one chooses it, and Escape goes back to the strip [COMPARE-3]', async () => {
    await begin();
    await compare();
    await userEvent.keyboard('2');
    expect(shown()).toBe('/files/0.png');
    await userEvent.click(screen.getByRole('button', { name: 'Choose take 1 of the comparison' }));
    expect(shown()).toBe('/files/1.png');
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByTestId('takes-strip')).toBeVisible();
  });

  it('a choice is undone and redone there, and nothing older, which is out of sight [COMPARE-4]', async () => {
    await begin();
    act(() => open.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 300, y: 300 } }]));
    const dialog = within(await compare());
    const isOff = (name: string) => dialog.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
    expect([isOff('Undo'), isOff('Redo')]).toEqual([true, true]);
    await userEvent.keyboard('2');
    expect(shown()).toBe('/files/0.png');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(shown()).toBe('/files/1.png');
    expect([isOff('Undo'), isOff('Redo')]).toEqual([true, false]);
    await userEvent.keyboard('{Control>}zz{/Control}');
    expect(open.editor.document.node('art')?.position).toEqual({ x: 300, y: 300 });
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(shown()).toBe('/files/0.png');
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(shown()).toBe('/files/1.png');
  });

  it('undoes nothing else when the canvas changes behind it: a result that came, or another step [COMPARE-4]', async () => {
    await begin();
    const move = (x: number) => open.editor.apply([{ type: 'moveNode', id: 'art', position: { x, y: 0 } }]);
    act(() => move(300));
    const dialog = within(await compare());
    const isOff = (name: string) => dialog.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
    await userEvent.keyboard('2');
    act(() => open.editor.merge([{ type: 'setData', id: 'art', data: { value: '/files/came.png' } }]));
    await userEvent.keyboard('{Control>}z{/Control}');
    expect([shown(), open.editor.document.node('art')?.position.x]).toEqual(['/files/came.png', 300]);

    await userEvent.keyboard('1');
    act(() => move(500));
    await userEvent.keyboard('{Control>}z{/Control}');
    expect([shown(), open.editor.document.node('art')?.position.x]).toEqual(['/files/1.png', 500]);
    expect(isOff('Redo')).toBe(true);
  });

  it('shows one alone as chosen, where several have the same bytes [COMPARE-3]', async () => {
    await begin();
    desk.takes.put('art', '/files/1.png');
    await act(() => open.takes.load());
    const dialog = within(await compare());
    const pressed = () => dialog.getAllByRole('button', { pressed: true }).map((button) => button.textContent);
    expect(pressed()).toEqual(['1Chosen']);
    await userEvent.keyboard('2');
    expect(pressed()).toEqual(['2Chosen']);
    expect(shown()).toBe('/files/1.png');
  });

  it('keeps its takes and their numbers while others come and go, and shows what becomes of them [COMPARE-3]', async () => {
    await begin(9);
    const dialog = await compare();
    desk.takes.put('art', '/files/new.png');
    await act(() => open.takes.load());
    expect(screen.getByTestId('takes-strip')).toHaveTextContent('10 takes');
    await userEvent.keyboard('9');
    expect(shown()).toBe('/files/0.png');
    await userEvent.keyboard('2');
    expect(shown()).toBe('/files/7.png');
    act(() => deleteElsewhere(8));
    expect(dialog.querySelectorAll('li')).toHaveLength(8);
    expect(within(dialog).getByRole('button', { pressed: true })).toHaveTextContent('2Chosen');
    await userEvent.keyboard('1');
    expect(shown()).toBe('/files/7.png');
    await userEvent.keyboard('3');
    expect(shown()).toBe('/files/6.png');
    // One alone is compared with nothing.
    act(() => [0, 1, 2, 3, 4, 5, 6].forEach(deleteElsewhere));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('takes the marked ones, or the newest nine that are not rejected [COMPARE-3]', async () => {
    await begin(12);
    expect((await compare()).querySelectorAll('li')).toHaveLength(9);
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    act(() => screen.getByRole('option', { selected: true }).focus());
    await userEvent.keyboard('c');
    expect(document.activeElement).toHaveAccessibleName(/In the comparison/);
    await vi.waitFor(() => expect(said()).toBe('Added to the comparison.'));
    await userEvent.keyboard('c');
    await vi.waitFor(() => expect(said()).toBe('Removed from the comparison.'));
    expect(document.activeElement).not.toHaveAccessibleName(/In the comparison/);
    await userEvent.keyboard('c{ArrowRight}c');
    expect(screen.getByRole('button', { name: 'Compare 2 takes' })).toBeVisible();
    expect((await compare()).querySelectorAll('li')).toHaveLength(2);
  });
});
