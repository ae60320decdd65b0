import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { NodeTarget, NodeWork } from '../../../src/actions';
import { canRun } from '../../../src/engine';
import OutlinePanel from '../../../src/screens/editor/outline/OutlinePanel';
import { LiveRegion } from '../../../src/ui/live/LiveRegion';
import { pipe, TestEditor } from '../../support/TestEditor';
import { NodeWorks } from './openLayer';

export const rows = [
  { id: 'r1', name: 'mood', value: 'calm', parentId: 'words' },
  { id: 'r2', name: 'light', value: 'dawn', parentId: 'words' },
];

export const desk = () =>
  TestEditor.with(
    {
      art: { type: 'image', at: [450, 0], data: { model: 'Gemini-2.5-flash' } },
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat asleep' } },
      words: { type: 'category', at: [0, 300], data: { categories: rows } },
      alone: { type: 'textPrompt', at: [0, 900], data: { value: 'a red boat' } },
    },
    [pipe('idea', 'art'), pipe('words', 'art')],
  );

/** The outline of a flow, and what its buttons and keys ask for. */
export function openOutline(canvas = desk()) {
  const { engine, flow } = canvas;
  const works = new NodeWorks();
  const asked = vi.fn<(nodeId: string) => NodeWork>((nodeId) => works.of(nodeId));
  const done: string[] = [];
  const nodeOf = (nodeId: string): NodeTarget | null => {
    const node = engine.document.node(nodeId);
    if (!node) return null;
    const [work, takes] = [asked(nodeId), 0];
    return {
      kinds: engine.document.kinds,
      node,
      work,
      takes,
      canRun: canRun(engine.document, node),
      act: (id, part) => done.push(`${part} ${id}`),
      stop: (id) => done.push(`stop ${id}`),
      remove: (id) => done.push(`remove ${id}`),
    };
  };
  render(
    <>
      <OutlinePanel
        flow={flow}
        nodeOf={nodeOf}
        reasonOf={() => null}
        onClose={() => done.push('close')}
        onLeave={(nodeId) => done.push(`leave ${nodeId}`)}
      />
      <LiveRegion />
    </>,
  );
  return { canvas, works, asked, done };
}

export const tree = (): HTMLElement => screen.getByRole('tree', { name: 'The flow as a list' });
export const lines = (): string[] =>
  within(tree())
    .getAllByRole('treeitem')
    .map((line) => line.getAttribute('aria-label') ?? '');
export const line = (name: RegExp): HTMLElement => screen.getByRole('treeitem', { name });
export const field = (): HTMLElement | null => screen.queryByRole('textbox', { name: /^Edit the text/ });
export const activeLine = (): string | null | undefined =>
  document.getElementById(tree().getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label');
export const press = async (keys: string): Promise<void> => {
  act(() => tree().focus());
  await userEvent.keyboard(keys);
};
export const selected = ({ engine }: TestEditor): string[] => [...engine.selection.nodes, ...engine.selection.edges];
