import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { bindAction, RUN_ACTIONS, type BoundAction, type RunAction, type RunTarget } from '../../../../src/actions';
import { SelectionBar } from '../../../../src/screens/editor/selection/SelectionBar';
import { useActionKeys } from '../../../../src/screens/editor/tool/useActionKeys';
import { Toasts } from '../../../../src/ui/toasts/Toasts';
import { pipe, TestEditor } from '../../../support/TestEditor';

let editor: TestEditor;
let target: RunTarget;
let actions: readonly BoundAction[];
let asked: string[];
let failed: string[];

function Canvas() {
  useActionKeys(actions);
  return (
    <>
      <SelectionBar target={target} onClosed={() => undefined} onStop={() => undefined} onArrange={() => undefined} />
      <input aria-label="elsewhere" />
      <Toasts />
    </>
  );
}

const key = (name: string, code: string, rest: object = {}): boolean =>
  fireEvent.keyDown(document.body, { key: name, code, ctrlKey: true, ...rest });

const reasons = (...names: string[]): unknown[] => {
  act(() => void editor.select(...names));
  return [RUN_ACTIONS.upTo.whyNot(target), RUN_ACTIONS.from.whyNot(target)];
};

beforeEach(() => {
  asked = [];
  failed = [];
  editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 200] },
      first: { type: 'image', at: [300, 200] },
      second: { type: 'image', at: [600, 200] },
      alone: { type: 'image', at: [600, 500] },
    },
    [pipe('idea', 'first'), pipe('first', 'second')],
  );
  const runs = {
    get failed() {
      return failed;
    },
    failedCells: [],
    planning: {
      ask: (scope: string, chosen: Iterable<string>, isFresh: boolean) =>
        void asked.push([scope, ...chosen, isFresh ? 'anew' : ''].join(' ').trim()),
    },
  };
  target = { flow: editor.flow, runs };
  actions = Object.values<RunAction>(RUN_ACTIONS).map((action) => bindAction(action, target));
  editor.engine.subscribe((event) => {
    if (event.type === 'action') asked.push(`${event.action} ${event.nodeId}`);
  });
  render(<Canvas />);
});

describe('the keys that run several nodes [SCOPE-2]', () => {
  it('run the selection, up to it, from it, everything and the failed ones; everything again with Shift', () => {
    act(() => void editor.select('first', 'second'));
    failed = ['second'];
    key('Enter', 'Enter');
    key('[', 'BracketLeft');
    key(']', 'BracketRight');
    key('e', 'KeyE');
    key('j', 'KeyJ');
    key('{', 'BracketLeft', { shiftKey: true });
    expect(asked).toEqual([
      'selection first second',
      'upTo first second',
      'from first second',
      'all',
      'failed second',
      'upTo first second anew',
    ]);
  });

  it('are those of the place on a Korean keyboard, and nobody’s in a field', () => {
    key('ㄷ', 'KeyE');
    expect(asked).toEqual(['all']);
    fireEvent.keyDown(screen.getByLabelText('elsewhere'), { key: 'e', code: 'KeyE', ctrlKey: true });
    expect(asked).toHaveLength(1);
  });

  it('press the Run button of one node alone', () => {
    act(() => void editor.select('first', 'idea'));
    key('Enter', 'Enter');
    expect(asked).toEqual(['run first']);
  });

  it('say why they cannot', async () => {
    key('[', 'BracketLeft');
    key('j', 'KeyJ');
    expect(asked).toEqual([]);
    expect(await screen.findByText('Nothing is selected.')).toBeInTheDocument();
    expect(RUN_ACTIONS.failed.whyNot(target)).toBe('runs.noneFailed');
  });

  it('say so where nothing before or after the selection can run', () => {
    act(
      () =>
        void editor.merge(
          { type: 'addNode', node: { id: 'words', type: 'note', position: { x: 0, y: 900 }, data: {} } },
          { type: 'addNode', node: { id: 'strange', type: 'hologram', position: { x: 300, y: 900 }, data: {} } },
        ),
    );
    expect(reasons('words')).toEqual(['runs.nothing', 'runs.nothing']);
    expect(reasons('strange')).toEqual(['runs.nothing', 'runs.nothing']);
    expect(reasons('idea')).toEqual(['runs.nothing', null]);
    expect(reasons('words', 'second')).toEqual([null, null]);
  });
});

describe('one image node among others [SCOPE-3]', () => {
  it('has a bar that runs the nodes before it and after it; a node without connections has none', () => {
    act(() => void editor.select('second'));
    fireEvent.click(screen.getByRole('button', { name: 'Run up to here' }));
    fireEvent.click(screen.getByRole('button', { name: 'Run from here' }), { shiftKey: true });
    expect(asked).toEqual(['upTo second', 'from second anew']);
    act(() => void editor.select('alone'));
    expect(screen.queryByRole('toolbar')).toBeNull();
  });
});
