import type { ImageModel } from '../../../../src/api/contractModels';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SettingsOfNode } from '../../../../src/screens/editor/settings/SettingsOfNode';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import { useUnfolded } from '../../../../src/screens/editor/view/useUnfolded';
import { referencesOf } from '../../../../src/engine';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { ModelsStore } from '../../../../src/stores/generation/ModelsStore';
import { LiveRegion } from '../../../../src/ui/live/LiveRegion';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas, pipe, prompt } from '../../../stores/support/snapshots';
import { PREVIEW_MODEL } from '../../../support/previewModel';

const WIDE: ImageModel = {
  name: 'wide-image-2',
  engine: 'openai',
  aspectRatios: ['1:1', '3:2'],
  countMax: 4,
  picturesMax: 1,
  canEdit: true,
  costMicros: 40_000,
};
const MODELS = [PREVIEW_MODEL, WIDE];

let desk: Desk;
let open: OpenEditor;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  const lost = {
    ...art('lost'),
    data: { model: 'wide-image-1', data: null, settings: { aspectRatio: '16:9', style: 7 } },
  };
  const given = art('given');
  const photos = ['cat', 'hat', 'sea'].map((id, row) => ({
    ...art(id, `/files/${id}.png`),
    position: { x: -500, y: 300 * row },
  }));
  desk.projects.put(
    7,
    canvas(
      [prompt('idea'), art('art'), lost, given, ...photos],
      [pipe('idea', 'art'), ...photos.map(({ id }) => pipe(id, 'given', 'image'))],
    ),
  );
  open = await desk.edit(7);
});

function Corner({ of }: { readonly of: string }) {
  const unfolded = useUnfolded(open.editor);
  return (
    <StoresProvider stores={desk.stores}>
      <button type="button" onClick={() => unfolded.show('settings', of)}>
        press
      </button>
      <SettingsOfNode
        flow={open.flow}
        models={
          new ModelsStore({
            data: { signIn: 'local', image: 'offline', analyze: 'offline', write: null, models: MODELS },
          })
        }
        unfolded={unfolded}
        onClosed={() => undefined}
      />
      <LiveRegion />
    </StoresProvider>
  );
}

async function unfold(of: string): Promise<HTMLElement> {
  render(<Corner of={of} />);
  await userEvent.click(screen.getByRole('button', { name: 'press' }));
  return screen.findByTestId('node-settings');
}

const inFrame = (id: string, x: number) => ({ ...art(id, `/files/${id}.png`), position: { x, y: 3060 } });
const orderOfRequest = () => referencesOf(open.editor.document, 'given').map(({ nodeId }) => nodeId);
const data = (id: string) => open.editor.document.node(id)?.data;
const choices = (panel: HTMLElement, group: string) =>
  within(within(panel).getByRole('group', { name: group }))
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);

describe('the settings of an image node', () => {
  it('offer what its model makes and takes, and nothing else [MODEL-7]', async () => {
    const panel = await unfold('art');
    expect(panel).toHaveFocus();
    expect(choices(panel, 'Shape')).toEqual(['Auto', ...PREVIEW_MODEL.aspectRatios]);
    expect(within(panel).queryByRole('group', { name: 'Pictures' })).toBeNull();
    expect(panel).toHaveTextContent('Accepts words and up to 14 pictures · Free');

    await userEvent.click(within(panel).getByRole('radio', { name: '16:9' }));
    expect(data('art')?.settings).toEqual({ aspectRatio: '16:9' });
    await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'Model' }), 'wide-image-2');
    // A shape that the new model does not make is removed with the change, and returns with the undo of both.
    expect(data('art')).toMatchObject({ model: 'wide-image-2', data: null });
    expect(data('art')).not.toHaveProperty('settings');
    expect(choices(panel, 'Shape')).toEqual(['Auto', '1:1', '3:2']);
    expect(choices(panel, 'Pictures')).toEqual(['1', '2', '3', '4']);
    expect(panel).toHaveTextContent('Accepts words and one picture · About $0.04 a picture');

    await userEvent.click(within(panel).getByRole('radio', { name: '3' }));
    await userEvent.click(within(panel).getByRole('radio', { name: '3:2' }));
    expect(data('art')?.settings).toEqual({ count: 3, aspectRatio: '3:2' });
    await userEvent.click(within(panel).getByRole('radio', { name: 'Auto' }));
    expect(data('art')?.settings).toEqual({ count: 3 });
    for (let step = 0; step < 4; step += 1) await userEvent.keyboard('{Control>}z{/Control}');
    expect(data('art')).toMatchObject({ model: 'Gemini-2.5-flash', settings: { aspectRatio: '16:9' } });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByTestId('node-settings')).toBeNull();
  });

  it('number the pictures that go with it, and reorder them by keys; what the model does not take is grey and says so [REFER-2]', async () => {
    const panel = await unfold('given');
    const pictures = () =>
      within(within(panel).getByRole('region', { name: 'Pictures sent with it' }))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));
    expect(pictures()).toHaveLength(3);
    expect(pictures()[1]).toMatch(/^Picture 2: /);
    within(panel)
      .getByRole('button', { name: /^Picture 1/ })
      .focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Alt>}{ArrowLeft}{/Alt}');
    expect(orderOfRequest()).toEqual(['cat', 'sea', 'hat']);
    expect(within(panel).getByRole('button', { name: /^Picture 2/ })).toHaveFocus();
    expect(await screen.findByText('Now picture 2 of 3.')).toBeInTheDocument();
    act(() => open.editor.undo());
    expect(orderOfRequest()).toEqual(['cat', 'hat', 'sea']);

    await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'Model' }), 'wide-image-2');
    expect(pictures().map((name) => name?.endsWith('not used by this model'))).toEqual([false, true, true]);
    expect(within(panel).getByRole('status')).toHaveTextContent(/^This model accepts one picture\./);
  });

  it('keep their pictures within reach of Tab when fewer are left than before [REFER-2]', async () => {
    const panel = within(await unfold('given'));
    const pictures = () => panel.getAllByRole('button', { name: /^Picture/ });
    pictures()[0]?.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(pictures().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
    act(() => open.editor.merge([{ type: 'removeNode', id: 'sea' }]));
    expect(pictures().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
    act(() => open.editor.merge([{ type: 'removeNode', id: 'hat' }]));
    expect(pictures().map(({ tabIndex }) => tabIndex)).toEqual([0]);
  });

  it('show the pictures of a frame as one, which moves as one and is grey where it does not fit [REFER-5]', async () => {
    const size = { width: 900, height: 600, title: 'Sky' };
    open.editor.apply([
      { type: 'addNode', node: { id: 'sky', type: 'frame', position: { x: 0, y: 3000 }, data: size } },
      { type: 'addNode', node: inFrame('right', 330) },
      { type: 'addNode', node: inFrame('left', 30) },
      { type: 'addEdge', edge: pipe('sky', 'given', 'image') },
    ]);
    const panel = within(await unfold('given'));
    const list = () => panel.getAllByRole('button', { name: /^Picture/ }).map(({ ariaLabel }) => ariaLabel);
    expect(list()).toHaveLength(4);
    expect(list()[3]).toBe('Picture 4–5: Frame, Sky');
    panel.getByRole('button', { name: 'Picture 4–5: Frame, Sky' }).focus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(orderOfRequest()).toEqual(['cat', 'hat', 'left', 'right', 'sea']);
    expect(list()[2]).toBe('Picture 3–4: Frame, Sky');
    expect(document.activeElement).toHaveAccessibleName('Picture 3–4: Frame, Sky');
    act(() => open.editor.apply([{ type: 'setData', id: 'given', data: { model: WIDE.name } }]));
    expect(list()).toContain('Picture 3–4: Frame, Sky, not used by this model');
    expect(panel.getByText(/accepts one picture/)).toBeVisible();
  });

  it('say which model is gone and offer the nearest, as one undoable step [MODEL-8]', async () => {
    const panel = await unfold('lost');
    expect(within(panel).getByRole('status')).toHaveTextContent('“wide-image-1” is no longer available.');
    await userEvent.click(within(panel).getByRole('button', { name: 'Use wide-image-2' }));
    // Data that another version has written there stays.
    expect(data('lost')).toMatchObject({ model: 'wide-image-2', settings: { style: 7 } });
    expect(within(panel).queryByRole('status')).toBeNull();
    expect(panel).toHaveFocus();
    expect(await screen.findByText('Model changed to wide-image-2.')).toBeInTheDocument();
    act(() => open.editor.undo());
    expect(data('lost')).toMatchObject({ model: 'wide-image-1', settings: { aspectRatio: '16:9', style: 7 } });
  });
});
