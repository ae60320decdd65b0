import { describe, expect, it } from 'vitest';
import { PATCH_MAX_BYTES } from '../../../src/api/contract';
import { moveInput } from '../../../src/engine';
import { Desk } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';
import { art, canvas, pipe, prompt, retype, typed } from '../support/snapshots';

setUpDesk();

const copies = (): unknown[] =>
  [...desk.projects.stored].filter(([pid]) => pid !== 7).map(([, { snapshot }]) => snapshot?.nodes[0]?.data.value);

const orderOf = (edges: readonly { readonly id: string }[] = []): string[] => edges.map(({ id }) => id);

/** The second tab's work is based on an older revision than the first one's, and both crash. */
async function leaveOlderWork(): Promise<Desk> {
  const first = await desk.edit(7);
  const other = new Desk({ beside: desk });
  const second = await other.edit(7);
  other.network.set(false);
  second.editor.apply(typed('of the second tab'));
  await desk.clock.pass(1500);
  first.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
  await desk.clock.pass(4000);
  expect(desk.serverNode('art')?.position.x).toBe(900);
  desk.projects.outage = 'network';
  other.kill();
  desk.kill();
  return new Desk({ beside: desk });
}

/** The first tab crashes with unsent work; the second one, which is returned, stays open. */
async function leaveFirstTab(): Promise<Desk> {
  const { editor } = await desk.edit(7);
  const other = new Desk({ beside: desk });
  await other.edit(7);
  desk.network.set(false);
  editor.apply(typed('of the first tab'));
  await desk.clock.pass(1500);
  desk.kill();
  return other;
}

describe('unsent work of a tab that is gone', () => {
  it('is taken over by the tab that opened without the server, as soon as that answers [LOAD-14]', async () => {
    const again = await leaveOlderWork();
    await again.edit(7);
    desk.projects.outage = null;
    await desk.clock.pass(45_000);
    expect([desk.serverText, again.openedText, again.stores.save.state]).toEqual([
      'of the second tab',
      'of the second tab',
      'saved',
    ]);
    expect(desk.serverNode('art')?.position.x).toBe(900);
    expect(copies()).toEqual([]);
  });

  it('becomes a copy where somebody else wrote something else meanwhile, once [LOAD-14]', async () => {
    const again = await leaveOlderWork();
    await again.edit(7);
    desk.projects.editElsewhere(7, retype('of another device'));
    desk.projects.outage = null;
    await desk.clock.pass(45_000);
    expect([desk.serverText, again.openedText, again.stores.save.state]).toEqual([
      'of another device',
      'of another device',
      'copyKept',
    ]);
    expect(copies()).toEqual(['of the second tab']);
  });

  it('becomes a project of its own when the project was deleted meanwhile, and the tab says so [LOAD-14]', async () => {
    const again = await leaveOlderWork();
    await again.edit(7);
    desk.projects.stored.delete(7);
    desk.projects.outage = null;
    await desk.clock.pass(45_000);
    expect(copies()).toEqual(['of the second tab']);
    expect(again.stores.save.state).toBe('copyKept');
  });

  it('of the first tab is sent while the second one is open, and shown there [LOAD-14]', async () => {
    const other = await leaveFirstTab();
    await desk.clock.pass(45_000);
    expect([desk.serverText, other.openedText, other.stores.save.state]).toEqual([
      'of the first tab',
      'of the first tab',
      'saved',
    ]);
    expect(copies()).toEqual([]);
  });

  it('is no conflict with the save that tab had sent, and that this one has not heard of [LOAD-14]', async () => {
    await desk.edit(7);
    const other = new Desk({ beside: desk });
    const { editor } = await other.edit(7);
    desk.projects.lose('PATCH 7', 1);
    editor.apply(typed('a'));
    await desk.clock.passUntil(() => desk.serverText === 'a');
    editor.apply(typed('ab'));
    await desk.clock.pass(450);
    other.kill();
    await desk.clock.pass(95_000);
    expect([desk.serverText, desk.openedText, desk.stores.save.state]).toEqual(['ab', 'ab', 'saved']);
    expect(copies()).toEqual([]);
  });

  it('whose save was too long for a patch keeps nothing else back [LOAD-14]', async () => {
    const first = await desk.edit(7);
    const other = new Desk({ beside: desk });
    const { editor } = await other.edit(7);
    desk.projects.hold('POST 7');
    editor.apply([{ type: 'addNode', node: prompt('long', 'x'.repeat(PATCH_MAX_BYTES)) }]);
    await desk.clock.passUntil(() => desk.projects.calls.includes('POST 7'));
    first.editor.apply(typed('of the first tab'));
    await desk.clock.passUntil(() => desk.serverText === 'of the first tab');
    other.kill();
    await desk.clock.pass(95_000);
    expect(desk.stores.save.state).toBe('saved');
    expect(desk.serverNode('long')?.data.value).toHaveLength(PATCH_MAX_BYTES);
    expect(copies()).toEqual([]);
  });

  it('of the first tab becomes a copy where somebody else wrote something else, and the second one says so [MERGE-5]', async () => {
    const other = await leaveFirstTab();
    desk.projects.editElsewhere(7, retype('of another device'));
    await desk.clock.pass(45_000);
    expect([desk.serverText, copies()]).toEqual(['of another device', ['of the first tab']]);
    expect(other.stores.save.state).toBe('copyKept');
  });

  it('keeps the order of the inputs that it gave a node [LOAD-14]', async () => {
    const pipes = [pipe('idea', 'art'), pipe('style', 'art')];
    desk.projects.put(7, canvas([prompt('idea'), prompt('style'), art('art')], pipes));
    const { editor: first } = await desk.edit(7);
    const other = new Desk({ beside: desk });
    const { editor } = await other.edit(7);
    other.network.set(false);
    editor.apply(moveInput(editor.document, 'style-art', 0));
    expect(orderOf(editor.document.edgesInto('art'))).toEqual(['style-art', 'idea-art']);
    await desk.clock.pass(1500);
    other.kill();
    await desk.clock.pass(45_000);
    expect(orderOf(first.document.edgesInto('art'))).toEqual(['style-art', 'idea-art']);
    expect(orderOf(desk.projects.snapshotOf(7)?.edges)).toEqual(['style-art', 'idea-art']);
  });

  it('of the second tab is shown as the project opens without the server, though its last save had no answer [LOAD-14]', async () => {
    await desk.edit(7);
    const other = new Desk({ beside: desk });
    const { editor } = await other.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('of the second tab'));
    await desk.clock.pass(3000);
    desk.kill();
    other.kill();
    const again = new Desk({ beside: desk });
    await again.edit(7);
    expect(again.openedText).toBe('of the second tab');
    desk.projects.outage = null;
    await desk.clock.pass(60_000);
    expect([desk.serverText, again.openedText, copies()]).toEqual(['of the second tab', 'of the second tab', []]);
  });

  it('of the third tab is taken over by the second one while only that is open [LOAD-14]', async () => {
    await desk.edit(7);
    const [second, third] = [new Desk({ beside: desk }), new Desk({ beside: desk })];
    await second.edit(7);
    const { editor } = await third.edit(7);
    await desk.stores.closeProject();
    third.network.set(false);
    editor.apply(typed('of the third tab'));
    await desk.clock.pass(1500);
    third.kill();
    await desk.clock.pass(45_000);
    expect([desk.serverText, second.openedText, second.stores.save.state]).toEqual([
      'of the third tab',
      'of the third tab',
      'saved',
    ]);
    expect(copies()).toEqual([]);
  });

  it('of the second tab is taken over by the first one while that is open [LOAD-14]', async () => {
    await desk.edit(7);
    const other = new Desk({ beside: desk });
    const { editor } = await other.edit(7);
    other.network.set(false);
    editor.apply(typed('of the second tab'));
    await desk.clock.pass(1500);
    other.kill();
    await desk.clock.pass(45_000);
    expect([desk.serverText, desk.openedText, desk.stores.save.state]).toEqual([
      'of the second tab',
      'of the second tab',
      'saved',
    ]);
    expect(copies()).toEqual([]);
  });
});
