import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { observable, runInAction } from 'mobx';
import type { RefObject } from 'react';
import type { GoTo } from '../../../src/engine/konva';
import { AccessibleLayer } from '../../../src/screens/editor/accessible/AccessibleLayer';
import type { NodeWork } from '../../../src/actions';
import { AddMenuPopover } from '../../../src/screens/editor/addMenu/AddMenuPopover';
import { useEditorAnnouncements } from '../../../src/screens/editor/view/useEditorAnnouncements';
import { LiveRegion } from '../../../src/ui/live/LiveRegion';
import { TestEditor } from '../../support/TestEditor';

/** Running work, as the stores report it. */
export class NodeWorks {
  readonly #works = observable.map<string, NodeWork>();

  of(nodeId: string): NodeWork {
    return this.#works.get(nodeId) ?? 'none';
  }

  set(nodeId: string, work: NodeWork): void {
    act(() => {
      runInAction(() => this.#works.set(nodeId, work));
    });
  }
}

interface LayerOptions {
  readonly works?: NodeWorks;
  readonly onStop?: (nodeId: string) => void;
  readonly onOfferClosed?: (nodeId: string | null) => void;
  /** Receives the function that goes to any node. */
  readonly way?: RefObject<GoTo | null>;
}

interface LayerProps extends Required<LayerOptions> {
  readonly flow: TestEditor['flow'];
}

function Layer({ flow, works, onStop, onOfferClosed, way }: LayerProps) {
  useEditorAnnouncements(flow.editor);
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the stage is an application that takes keys */}
      <div data-stage="" data-testid="stage" tabIndex={0} />
      <AccessibleLayer
        flow={flow}
        workOf={(id) => works.of(id)}
        cellsOf={() => 0}
        reasonOf={() => null}
        onStop={onStop}
        goToRef={way}
      />
      <AddMenuPopover flow={flow} models={{ names: null, canWrite: null }} onClosed={onOfferClosed} />
      <LiveRegion />
    </div>
  );
}

/** A stage with its accessible layer and its add menu; returns the editor that they show. */
export function openLayer(
  canvas: TestEditor,
  {
    works = new NodeWorks(),
    onStop = () => undefined,
    onOfferClosed = () => undefined,
    way = { current: null },
  }: LayerOptions = {},
): TestEditor {
  render(<Layer flow={canvas.flow} works={works} onStop={onStop} onOfferClosed={onOfferClosed} way={way} />);
  return canvas;
}

/** A text, a picture and an upload, listed with the second in reading order first. */
export const flow = () =>
  TestEditor.with({
    art: { type: 'image', at: [450, 0], data: { model: 'Gemini-2.5-flash' } },
    idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat asleep' } },
    photo: { type: 'imageUpload', at: [0, 300], data: { value: '/files/a.png' } },
  });

export const group = (name: string | RegExp): HTMLElement => screen.getByRole('group', { name });
export const buttonOf = (node: string | RegExp, name: string): HTMLElement =>
  within(group(node)).getByRole('button', { name });
export const said = (): string => screen.getByTestId('announcements').textContent;

/** Presses a node's handle by the keyboard, which begins or ends a pipe; returns its button. */
export async function pressHandle(node: string | RegExp, handle: string): Promise<HTMLElement> {
  const button = buttonOf(node, handle);
  act(() => button.focus());
  await userEvent.keyboard('{Enter}');
  return button;
}
