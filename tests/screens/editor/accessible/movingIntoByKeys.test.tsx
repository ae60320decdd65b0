import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { categoryItems } from '../../../../src/engine';
import { pipe, TestEditor } from '../../../support/TestEditor';
import { openLayer, said } from '../../support/openLayer';

const row = (id: string, name: string, parentId: string) => ({ id, name, value: 'sea', parentId });

let editor: TestEditor;

beforeEach(() => {
  editor = openLayer(
    TestEditor.with(
      {
        moods: {
          type: 'category',
          at: [0, 0],
          data: { categories: [row('calm', 'calm', 'moods'), row('glad', 'glad', 'moods')] },
        },
        places: { type: 'category', at: [450, 0], data: { categories: [row('seoul', 'Seoul', 'places')] } },
        far: { type: 'category', at: [0, 5000], data: { categories: [row('old', 'old', 'far')] } },
        loose: { type: 'categoryItem', at: [450, 300], data: { name: 'colour', value: 'red' } },
        note: { type: 'text', at: [450, 450], data: { name: 'light', value: 'dawn' } },
        art: { type: 'image', at: [900, 300] },
      },
      [pipe('loose', 'art')],
    ),
  );
});

const rowsOf = (name: string): string[] => categoryItems(editor.node(name)).map(({ id }) => id);
const focused = (): HTMLElement => document.activeElement as HTMLElement;
const grip = (name: string): HTMLElement =>
  screen.getByRole('button', { name: `Move item ${name} out of the category` });
const group = (nodeId: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-node-id="${nodeId}"]`);
  if (!found) throw new Error(`no ${nodeId}`);
  return found;
};
const carry = (arrow: string) => userEvent.keyboard(`{Control>}{Shift>}{${arrow}}{/Shift}{/Control}`);

describe('a row moved by keys', () => {
  it('goes from its grip into the next category that way, and back, with the focus', async () => {
    act(() => grip('calm').focus());
    await carry('ArrowRight');
    expect([rowsOf('moods'), rowsOf('places')]).toEqual([['glad'], ['seoul', 'calm']]);
    expect(grip('calm')).toHaveFocus();
    expect(group('places')).toContainElement(focused());
    expect(editor.selected).toEqual(['places']);
    expect(said()).toBe('calm is now the last item of Category, Seoul.');
    await carry('ArrowLeft');
    expect([rowsOf('moods'), rowsOf('places')]).toEqual([['glad', 'calm'], ['seoul']]);
    expect(editor.undo().undo().nodes.length).toBe(6);
    expect(rowsOf('moods')).toEqual(['calm', 'glad']);
  });

  it('finds a category that lies out of view, and the view goes with it', async () => {
    act(() => grip('glad').focus());
    await carry('ArrowDown');
    expect(rowsOf('far')).toEqual(['old', 'glad']);
    expect(grip('glad')).toHaveFocus();
    expect(editor.viewport.y).toBeLessThan(-4000);
  });

  it('takes its category away when it was the last one', async () => {
    act(() => grip('Seoul').focus());
    await carry('ArrowLeft');
    expect([editor.nodes.includes('places'), rowsOf('moods')]).toEqual([false, ['calm', 'glad', 'seoul']]);
    expect(grip('Seoul')).toHaveFocus();
  });

  it('stays where it is when no category lies that way, and says so', async () => {
    act(() => grip('calm').focus());
    await carry('ArrowUp');
    expect([rowsOf('moods'), said()]).toEqual([
      ['calm', 'glad'],
      'There is no category in that direction that accepts it.',
    ]);
    expect(grip('calm')).toHaveFocus();
  });

  it('is followed out of its category by Enter, and goes into another one from there', async () => {
    act(() => grip('glad').focus());
    await userEvent.keyboard('{Enter}');
    expect(group('glad')).toHaveFocus();
    await carry('ArrowRight');
    expect([rowsOf('moods'), rowsOf('places')]).toEqual([['calm'], ['seoul', 'glad']]);
    expect(grip('glad')).toHaveFocus();
  });
});

describe('nodes moved by keys', () => {
  it('become rows, and their pipes go', async () => {
    act(() => group('loose').focus());
    await carry('ArrowUp');
    expect([rowsOf('places'), editor.edges, editor.nodes.includes('loose')]).toEqual([['seoul', 'loose'], [], false]);
    expect(grip('colour')).toHaveFocus();
    expect(editor.undo().edges).toEqual(['loose-art']);
  });

  it('go together when several are selected', async () => {
    act(() => group('loose').focus());
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    act(() => group('note').focus());
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await carry('ArrowUp');
    expect(rowsOf('places')).toEqual(['seoul', 'loose', 'note']);
  });

  it('stay when a category takes not all of them', async () => {
    act(() => void editor.select('loose', 'art'));
    act(() => group('loose').focus());
    await carry('ArrowUp');
    expect(rowsOf('places')).toEqual(['seoul']);
    expect(said()).toBe('There is no category in that direction that accepts it.');
  });

  it('hear of no category when they are of a kind that none takes, as a frame that is resized', async () => {
    act(() => void editor.engine.addNode('frame', null, { x: 900, y: 0 }));
    const frame = screen.getByRole('group', { name: 'Frame' });
    act(() => frame.focus());
    expect(said()).toBe('Frame added.');
    await carry('ArrowLeft');
    act(() => group('art').focus());
    await carry('ArrowLeft');
    expect(said()).toBe('Frame added.');
  });

  it('are not carried from a button of theirs', async () => {
    act(() => group('loose').focus());
    act(() => within(group('loose')).getByRole('button', { name: 'text output' }).focus());
    await carry('ArrowUp');
    expect(rowsOf('places')).toEqual(['seoul']);
  });
});

describe('rows and nodes moved by the mouse', () => {
  it('are announced as those moved by keys are [CAT-12]', () => {
    act(() => void editor.drag('loose', 'places'));
    expect(rowsOf('places')).toEqual(['seoul', 'loose']);
    expect(said()).toBe('colour is now the last item of Category, Seoul.');
    act(() => void editor.drag('note', 'moods'));
    expect(rowsOf('moods')).toEqual(['calm', 'glad', 'note']);
    expect(said()).toBe('light is now the last item of Category, calm, glad.');
    act(() => editor.engine.moveRowInto('places', 'seoul', 'moods'));
    expect(said()).toBe('Seoul is now the last item of Category, calm, glad, light.');
    act(() => editor.engine.moveRow('moods', 'seoul', 0));
    expect(said()).toBe('Seoul is now item 1 of 4.');
    act(() => editor.engine.moveRowInto('places', 'loose', 'moods'));
    expect([editor.nodes.includes('places'), said()]).toEqual([
      false,
      'colour is now the last item of Category, Seoul, calm, glad, light.',
    ]);
  });
});
