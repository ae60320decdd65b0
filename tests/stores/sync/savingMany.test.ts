import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Editor } from '../../../src/engine';
import { Desk } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';
import { canvas, prompt, retype, textOf, typed } from '../support/snapshots';

/** A change of all of them takes three turns to find, and three to encode. */
const MANY = 2500;

setUpDesk();

beforeEach(() => {
  const others = Array.from({ length: MANY - 1 }, (_, index) => prompt(`n${index}`));
  desk.projects.put(7, canvas([prompt('idea'), ...others]));
});

const moveAll = (editor: Editor): void =>
  editor.apply(editor.document.allNodes().map(({ id }) => ({ type: 'moveNode', id, position: { x: 15, y: 0 } })));

const isMoved = (desk: Desk): boolean =>
  desk.projects.snapshotOf(7)?.nodes.every(({ position }) => position.x === 15) === true;

const unsentHere = (): readonly unknown[] => (desk.read('flow_latest_change') as Journal).patches;

interface Journal {
  readonly revision: number;
  readonly patches: readonly { readonly op: string }[];
}

/** Runs once between two turns of work that takes several. */
function between(run: () => void): void {
  const { nextTask } = desk.clock;
  let turns = 0;
  vi.spyOn(desk.clock, 'nextTask').mockImplementation((task) =>
    nextTask(() => {
      turns += 1;
      if (turns === 2) run();
      task();
    }),
  );
}

/** Runs once as the next save reaches the server. */
function onArrival(run: () => void): void {
  const { patchCanvas } = desk.projects;
  vi.spyOn(desk.projects, 'patchCanvas').mockImplementationOnce((...call) => {
    run();
    return patchCanvas(...call);
  });
}

describe('while what was done to very many nodes is being found', () => {
  it('lets an edit join the next journal and the save', async () => {
    const { editor } = await desk.edit(7);
    moveAll(editor);
    between(() => editor.apply(typed('meanwhile')));
    await desk.clock.pass(400);
    expect(unsentHere()).toHaveLength(MANY);
    await desk.clock.pass(400);
    expect(unsentHere()).toHaveLength(MANY + 1);
    await desk.clock.pass(3000);
    expect([isMoved(desk), desk.serverText, desk.stores.save.state]).toEqual([true, 'meanwhile', 'saved']);
  });

  it('writes all of it at once when the page is hidden', async () => {
    const { editor } = await desk.edit(7);
    moveAll(editor);
    const counts: number[] = [];
    between(() => {
      counts.push(unsentHere().length);
      desk.page.turn('hidden');
      counts.push(unsentHere().length);
    });
    await desk.clock.pass(400);
    expect(counts).toEqual([0, MANY]);
  });

  it('never follows what was written as the page was hidden with an earlier state', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    moveAll(editor);
    between(() => {
      editor.apply(typed('late'));
      desk.page.turn('hidden');
    });
    await desk.clock.pass(400);
    expect(unsentHere()).toHaveLength(MANY + 1);
  });

  it('is written within a second, though a key that moves all of it is held down and each turn takes a while', async () => {
    const { editor } = await desk.edit(7);
    editor.selectAll();
    vi.spyOn(desk.clock, 'nextTask').mockImplementation((task) =>
      desk.clock.after(10, () => {
        editor.nudge({ x: 15, y: 0 });
        task();
      }),
    );
    editor.nudge({ x: 15, y: 0 });
    await desk.clock.pass(1000);
    expect(unsentHere()).toHaveLength(MANY);
  });

  it('sends all of it when the project is left', async () => {
    const { editor } = await desk.edit(7);
    moveAll(editor);
    let left: Promise<void> | undefined;
    between(() => {
      left = desk.stores.closeProject();
    });
    await desk.clock.pass(400);
    await left;
    expect(isMoved(desk)).toBe(true);
  });

  it('keeps it on top of a save that is acknowledged at that moment', async () => {
    const { editor } = await desk.edit(7);
    let answer: () => void = vi.fn();
    const { patchCanvas } = desk.projects;
    vi.spyOn(desk.projects, 'patchCanvas').mockImplementationOnce(async (...call) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return patchCanvas(...call);
    });
    editor.apply([{ type: 'addNode', node: prompt('first', 'new'), index: 0 }]);
    await desk.clock.pass(3000);
    const written = vi.spyOn(desk.storage, 'setItem');
    moveAll(editor);
    between(() => answer());
    await desk.clock.pass(400);
    expect(desk.serverNode('first')).toBeDefined();
    // The addition exists once, whatever its base revision.
    const journals = written.mock.calls.map(([, text]) => JSON.parse(text) as Journal);
    expect(journals.map(({ revision, patches }) => [revision, patches.some(({ op }) => op === 'add')])).toEqual(
      journals.map(({ revision }) => [revision, revision === 1]),
    );
    expect(desk.read('flow_latest_change')).toMatchObject({ revision: 2 });
    expect(unsentHere()).toHaveLength(MANY + 1);

    desk.kill();
    desk.projects.outage = 'network';
    const next = new Desk({ beside: desk });
    const nodes = (await next.edit(7)).editor.document.allNodes();
    expect(nodes).toHaveLength(MANY + 1);
    expect(nodes.filter(({ position }) => position.x === 15)).toHaveLength(MANY + 1);
  });

  it("puts words into a copy also when they come before it is merged with other people's saves [MERGE-5]", async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    moveAll(editor);
    onArrival(() => {
      editor.apply(typed('mine'));
      between(() => editor.apply(typed('mine, and more')));
    });
    await desk.clock.pass(10_000);
    expect([...desk.projects.stored.values()].map(({ snapshot }) => textOf(snapshot))).toEqual([
      'theirs',
      'mine, and more',
    ]);
  });

  it('sends nothing that was made for the canvas as it was before others saved, when the page is put away and taken up', async () => {
    const { editor } = await desk.edit(7);
    const theirs = prompt('theirs', 'new', 7);
    desk.projects.editElsewhere(7, [{ op: 'add', path: '/nodes/0', value: theirs }]);
    moveAll(editor);
    onArrival(() => {
      editor.apply(typed('mine'));
      between(() => desk.page.turn('closing'));
    });
    await desk.clock.pass(10_000);
    desk.page.turn('shown');
    await desk.clock.pass(10_000);
    expect(desk.projects.snapshotOf(7)?.nodes.filter(({ position }) => position.x !== 15)).toEqual([theirs]);
    expect(desk.projects.snapshotOf(7)?.nodes).toEqual(editor.document.allNodes());
    expect([editor.document.nodeCount, desk.serverText, desk.stores.save.state]).toEqual([MANY + 1, 'mine', 'saved']);
  });
});
