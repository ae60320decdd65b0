import { describe, expect, it } from 'vitest';
import { allActions, ARRANGE_ACTIONS, menuActions, type ActionTargets, type SheetTarget } from '../../src/actions';
import { openActionTargets as open } from '../support/actionTargets';

const idsOf = (targets: ActionTargets, of: 'selection' | 'pane'): string[] =>
  menuActions(targets, of)
    .flat()
    .map(({ id }) => id);

describe('the menu of', () => {
  it("one node has its card's actions and those of any selection [MENU-2]", () => {
    const { canvas, targets, done } = open();
    canvas.select('art');
    const ids = idsOf(targets, 'selection');
    expect(ids).toEqual(
      expect.arrayContaining(['node.run', 'run.upTo', 'run.from', 'clipboard.copy', 'canvas.remove']),
    );
    expect(ids).not.toContain('node.convert');
    menuActions(targets, 'selection')
      .flat()
      .find(({ id }) => id === 'node.run')
      ?.run(null);
    expect(done).toEqual(['run art']);
  });

  it('one node says in its own words what Enter does to it, once [MENU-2]', () => {
    const { canvas, targets } = open();
    canvas.engine.apply([
      { type: 'addNode', node: { id: 'photo', type: 'imageUpload', position: { x: 0, y: 300 }, data: {} } },
      { type: 'addNode', node: { id: 'clip', type: 'video', position: { x: 0, y: 600 }, data: {} } },
    ]);
    const entered = (id: string, given: ActionTargets = targets) => {
      canvas.select(id);
      const all = [menuActions(given, 'selection').flat(), allActions(given)];
      return all.map((actions) =>
        actions
          .filter(({ chords }) => chords.some(({ key, primary }) => key === 'Enter' && !primary))
          .map(({ words, whyNot }) => whyNot(null) ?? words),
      );
    };
    expect(entered('idea')).toEqual([['action.edit'], ['action.edit']]);
    expect(entered('photo')).toEqual([['node.upload'], ['node.upload']]);
    expect(entered('art')).toEqual([['node.run'], ['node.run']]);
    const atWork: ActionTargets = {
      ...targets,
      nodeOf: (id) => {
        const target = targets.nodeOf(id);
        return target && { ...target, work: 'running' };
      },
    };
    expect(entered('art', atWork)).toEqual([['node.stop'], ['node.stop']]);
    // At its card Enter would run it again, on the canvas it enlarges the picture: no one key is told.
    canvas.engine.apply([{ type: 'setData', id: 'art', data: { value: '/files/a.png' } }]);
    expect(entered('art')).toEqual([[], []]);
    expect(idsOf(targets, 'selection').filter((id) => id === 'node.enlarge')).toHaveLength(1);
    expect(entered('clip'), 'it has nothing to open').toEqual([[], []]);
  });

  it('the list that is searched has the search, the settings, the account, the name of the project, what can be added and the past [FIND-2]', () => {
    const { targets, done } = open();
    const pressed = (id: string): void => {
      allActions(targets)
        .find((action) => action.id === id)
        ?.run(null);
    };
    for (const id of ['find', 'add', 'history']) pressed(`workspace.${id}`);
    expect(done.splice(0)).toEqual(['find', 'add', 'history']);
    for (const id of ['korean', 'english', 'themeLight', 'themeDark', 'themeSystem']) pressed(`settings.${id}`);
    expect(done.splice(0)).toEqual(['language ko', 'language en', 'theme light', 'theme dark', 'theme system']);
    for (const id of ['tokens', 'signOut', 'signOutEverywhere']) pressed(`account.${id}`);
    expect(done.splice(0)).toEqual(['account tokens', 'account signOut', 'account everywhere']);
    pressed('project.rename');
    expect(done).toEqual(['rename']);
  });

  it('the actions of the account say to a visitor that they are not signed in [FIND-2]', () => {
    const { targets, done } = open();
    const asked = { ...targets, account: { ...targets.account, isSignedIn: false } };
    const entries = allActions(asked).filter(({ id }) => id.startsWith('account.'));
    expect(entries.map(({ whyNot }) => whyNot(null))).toEqual(Array.from({ length: 3 }, () => 'action.notSignedIn'));
    expect(done).toEqual([]);
  });

  it('one sheet has its own actions, which the command bar finds, too [SHEET-10]', () => {
    const { canvas, targets, done } = open();
    const sheet = { hasPictures: true, failed: [], imageId: 'art' } as unknown as SheetTarget['sheet'];
    const target: SheetTarget = {
      sheet,
      runs: { planning: { ask: () => undefined }, withFailedSources: (nodeId) => [nodeId] },
      exports: { progress: null, save: async (form) => void done.push(`export ${form}`) },
    };
    const withSheet: ActionTargets = { ...targets, sheetOf: (nodeId) => (nodeId === 'art' ? target : null) };
    canvas.select('idea');
    expect(idsOf(withSheet, 'selection').filter((id) => id.startsWith('sheet.'))).toEqual([]);
    canvas.select('art');
    for (const actions of [menuActions(withSheet, 'selection').flat(), allActions(withSheet)]) {
      const own = actions.filter(({ id }) => id.startsWith('sheet.'));
      expect(own.map(({ id, whyNot }) => [id, whyNot(null)])).toEqual([
        ['sheet.runMissing', null],
        ['sheet.runFailed', 'sheet.nothingFailed'],
        ['sheet.swap', null],
        ['sheet.exportPicture', null],
        ['sheet.exportZip', null],
      ]);
      for (const action of own.slice(3)) action.run(null);
    }
    expect(done).toEqual(['export picture', 'export zip', 'export picture', 'export zip']);
  });

  it('a text or a picture has what the text model can write of it, and says where none is set up [WRITE-7]', () => {
    const { canvas, targets, done } = open();
    const offered = () =>
      menuActions(targets, 'selection')
        .flat()
        .filter(({ id }) => id.startsWith('writing.'));
    canvas.select('idea');
    expect(offered()).toEqual([]);
    canvas.engine.apply([{ type: 'setData', id: 'idea', data: { value: '  강가 ' } }]);
    const [improve] = offered();
    expect(improve).toMatchObject({ id: 'writing.improve' });
    improve?.run(null);
    canvas.select('art');
    canvas.engine.apply([{ type: 'setData', id: 'art', data: { value: 'https://elsewhere.example/a.png' } }]);
    expect(offered()).toEqual([]);
    canvas.engine.apply([{ type: 'setData', id: 'art', data: { value: '/files/a.png' } }]);
    offered()[0]?.run(null);
    expect(done).toEqual(['improve idea', 'describe art']);

    const without: ActionTargets = { ...targets, writing: { ...targets.writing, isOffered: false } };
    const reasons = allActions(without).filter(({ id }) => id.startsWith('writing.'));
    expect(reasons.map(({ id, whyNot }) => [id, whyNot(null)])).toEqual([
      ['writing.improve', 'writing.needsText'],
      ['writing.describe', 'writing.noModel'],
    ]);
    for (const action of reasons) action.run(null);
    expect(done).toHaveLength(2);
  });

  it('several nodes has what is done to all of them [MENU-2]', () => {
    const { canvas, targets } = open();
    canvas.select('art', 'idea');
    const ids = idsOf(targets, 'selection');
    expect(ids).toEqual(
      expect.arrayContaining(['run.selection', 'clipboard.duplicate', 'canvas.deselect', 'canvas.remove']),
    );
    expect(ids.filter((id) => id.startsWith('node.'))).toEqual([]);
  });

  it('a node says which mode it is in, and why it cannot be in one [MENU-2] [MODE-7]', () => {
    const { canvas, targets } = open();
    const mode = (name: string) => {
      const entry = menuActions(targets, 'selection')
        .flat()
        .find(({ id }) => id === `canvas.${name}`);
      return { isOn: entry?.isOn?.(null), whyNot: entry?.whyNot(null), run: () => entry?.run(null) };
    };
    canvas.select('art');
    expect(mode('freeze')).toMatchObject({ isOn: false, whyNot: null });
    mode('freeze').run();
    expect(mode('freeze').isOn).toBe(true);
    expect(mode('mute').isOn).toBe(false);
    canvas.select('idea');
    expect([mode('mute'), mode('bypass'), mode('freeze')].map(({ whyNot }) => whyNot)).toEqual([
      null,
      'mode.noneBypasses',
      'mode.noneFreezes',
    ]);
    mode('bypass').run();
    expect(canvas.node('idea').data.mode).toBeUndefined();
  });

  it('several nodes leads on to how they are arranged, where each entry does what its key does [ARRANGE-4]', () => {
    const { canvas, targets, done } = open();
    canvas.select('art', 'idea');
    menuActions(targets, 'selection')
      .flat()
      .find(({ id }) => id === 'workspace.arrange')
      ?.run(null);
    expect(done).toEqual(['arrange']);
    const entries = menuActions(targets, 'arrange').flat();
    expect(entries.map(({ id }) => id)).toEqual([
      ...Object.values(ARRANGE_ACTIONS).map(({ id }) => id),
      'arrange.tidy',
    ]);
    expect(entries.find(({ id }) => id === 'arrange.distributeAcross')?.whyNot(null)).toBe('arrange.needsThree');
    entries.find(({ id }) => id === 'arrange.alignLeft')?.run(null);
    expect(canvas.node('art').position).toEqual({ x: 0, y: 0 });
    entries.find(({ id }) => id === 'arrange.tidy')?.run(null);
    expect(done).toEqual(['arrange', 'tidy idea art']);
    canvas.select('art');
    expect(idsOf(targets, 'selection')).not.toContain('workspace.arrange');
  });

  it('an edge removes it [MENU-2]', () => {
    const { canvas, targets } = open();
    canvas.engine.select({ edges: new Set(['idea-art']) });
    const entries = menuActions(targets, 'selection').flat();
    entries.find(({ id }) => id === 'canvas.remove')?.run(null);
    expect(canvas.edges).toEqual([]);
  });

  it('the pane pastes, undoes and selects, and says why it cannot [MENU-2]', () => {
    const { targets } = open();
    const entries = menuActions(targets, 'pane').flat();
    expect(entries.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'workspace.commandBar',
        'workspace.add',
        'clipboard.paste',
        'canvas.undo',
        'canvas.selectAll',
        'run.all',
      ]),
    );
    expect(entries.find(({ id }) => id === 'canvas.undo')?.whyNot(null)).toBe('toolbar.nothingToUndo');
  });
});

it('the command bar lists every action once, those of the selected node too [FIND-2]', () => {
  const { canvas, targets } = open();
  canvas.select('idea');
  const ids = allActions(targets).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['node.convert', 'canvas.fit', 'clipboard.paste', 'run.all']));
});

it('the command bar lists the bookmarks, and a way to keep each of nine [MARK-1]', () => {
  const { canvas, targets } = open();
  canvas.engine.bookmarks.keep(4);
  const ids = allActions(targets).flatMap(({ id }) => (id.startsWith('bookmark.') ? [id] : []));
  expect(ids).toHaveLength(10);
  expect(ids[0]).toBe('bookmark.goTo4');
});
