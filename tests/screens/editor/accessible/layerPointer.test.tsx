import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { pipe, TestEditor } from '../../../support/TestEditor';
import { buttonOf, flow, openLayer } from '../../support/openLayer';

describe('the pointer on the layer', () => {
  it("drags a row by its grip, which carries the row's JSON [CAT-7]", () => {
    const item = { id: 'g1', name: 'place', value: ['beach', 'pier'], parentId: 'group' };
    openLayer(TestEditor.with({ group: { type: 'category', at: [0, 0], data: { categories: [item] } } }));
    const grip = screen.getByRole('button', { name: 'Move item place out of the category' });
    expect([grip.draggable, grip.dataset.itemId]).toEqual([true, 'g1']);
    const carried = new Map<string, string>();
    const dataTransfer = { setData: (key: string, text: string) => carried.set(key, text) };
    fireEvent.dragStart(grip, { dataTransfer });
    expect([...carried.keys()]).toEqual(['reactflow-item']);
    expect(JSON.parse(carried.get('reactflow-item') ?? '')).toEqual(item);
  });

  it('deletes a selected pipe by its own button', async () => {
    const canvas = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
      pipe('idea', 'art'),
    ]);
    const editor = openLayer(canvas);
    expect(screen.queryByRole('button', { name: 'Delete connection' })).not.toBeInTheDocument();
    act(() => editor.engine.select({ edges: new Set(['idea-art']) }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete connection' }));
    expect(editor.engine.document.allEdges()).toEqual([]);
    expect(editor.engine.document.allNodes()).toHaveLength(2);
  });

  it('takes a finger without a reported release for lifted when the next touch comes', () => {
    const editor = openLayer(flow());
    const upload = buttonOf('Image input', 'Upload a file');
    const finger = { pointerType: 'touch', clientX: 100, clientY: 320 };
    fireEvent.pointerDown(upload, { ...finger, pointerId: 1, isPrimary: true });
    fireEvent.pointerDown(upload, { ...finger, pointerId: 2, clientX: 200 });
    expect(editor.state).toBe('select.pinching');

    fireEvent.pointerDown(upload, { ...finger, pointerId: 3, isPrimary: true });
    expect(editor.state).toBe('select.idle');
    fireEvent.pointerDown(upload, { ...finger, pointerId: 4, clientX: 200 });
    fireEvent.pointerUp(upload, { ...finger, pointerId: 4, clientX: 200 });
    expect(editor.state).toBe('select.panning');
    fireEvent.pointerUp(upload, { ...finger, pointerId: 3 });
    expect(editor.state).toBe('select.idle');
  });

  it('drags a row by a pen on its grip, whatever rests on the buttons beside it', () => {
    const item = { id: 'g1', name: 'place', value: 'beach', parentId: 'group' };
    const editor = openLayer(
      TestEditor.with({
        group: { type: 'category', at: [0, 0], data: { categories: [item, { ...item, id: 'g2', name: 'mood' }] } },
        idea: { type: 'textPrompt', at: [0, 400] },
      }),
    );
    const grip = screen.getByRole('button', { name: 'Move item place out of the category' });
    const { x, y } = editor.grip('group', 'g1');
    const pen = { pointerType: 'pen', pointerId: 7, isPrimary: true, button: 0 };
    fireEvent.pointerDown(grip, { ...pen, clientX: x, clientY: y });
    expect([editor.state, grip.draggable]).toEqual(['select.pressing', false]);
    fireEvent.pointerMove(grip, { ...pen, clientX: 400, clientY: 100 });
    const palm = { pointerType: 'touch', pointerId: 8, isPrimary: true, clientX: 100, clientY: 580 };
    const convert = screen.getByRole('button', { name: 'Convert to category' });
    fireEvent.pointerDown(convert, palm);
    fireEvent.pointerUp(convert, palm);
    expect(editor.state).toBe('select.draggingRow');
    fireEvent.pointerUp(grip, { ...pen, clientX: 500, clientY: 105 });
    expect([editor.state, editor.at('g1'), grip.draggable]).toEqual(['select.idle', [495, 105], true]);
  });

  it('presses with one finger, and pinches as soon as a second one comes [ACCESS-6]', () => {
    const editor = openLayer(flow());
    const upload = buttonOf('Image input', 'Upload a file');
    fireEvent.pointerDown(upload, { pointerId: 1, pointerType: 'touch', clientX: 100, clientY: 320 });
    expect(editor.state).toBe('select.idle');
    fireEvent.pointerDown(upload, { pointerId: 2, pointerType: 'touch', clientX: 200, clientY: 320 });
    expect(editor.state).toBe('select.pinching');
    fireEvent.pointerMove(upload, { pointerId: 2, pointerType: 'touch', clientX: 300, clientY: 320 });
    expect(editor.engine.view.viewport.zoom).toBeCloseTo(2);
    fireEvent.pointerUp(upload, { pointerId: 2, pointerType: 'touch', clientX: 300, clientY: 320 });
    fireEvent.pointerUp(upload, { pointerId: 1, pointerType: 'touch', clientX: 100, clientY: 320 });
    expect(editor.state).toBe('select.idle');
  });

  it('leaves the pointer to a card that lies over a button', () => {
    const editor = openLayer(
      TestEditor.with({
        art: { type: 'image', at: [0, 0], data: { model: 'Gemini-2.5-flash' } },
        above: { type: 'textPrompt', at: [150, 0] },
      }),
    );
    const run = buttonOf(/^Image, /, 'Run');
    expect(run.className).toMatch(/covered/);
    act(() => editor.engine.select({ nodes: new Set(['art']) }));
    expect(run.className).not.toMatch(/covered/);
  });
});
