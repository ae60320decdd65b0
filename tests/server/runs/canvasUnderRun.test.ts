import { describe, expect, it } from 'vitest';
import type { TakePage } from '../../../src/api/contractTakes';
import { openEngineApp } from '../generation/support/openEngineApp';
import { flow, image, prompt } from './support/flows';
import { InstantImageEngine } from './support/InstantImageEngine';
import { ended, open, start, told, valuesOf } from './support/running';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

const list = (id: string, value: string) => ({ id, type: 'categoryItem', data: { name: id, value, each: true } });

describe('the canvas of a run', () => {
  it.skipIf(sqliteIsEnough)(
    'shows the first picture of a list whose words go one by one, and keeps it while the others come [EACH-10]',
    async () => {
      const running = await open();
      const nodes = [list('subject', '강, 산'), list('style', '수채화'), image('p')];
      const pid = await running.person.create('Sheet', flow(nodes, ['subject>p', 'style>p']));
      const sheet = { ...running, pid };
      const run = async (more: object = {}) => ended(sheet, await start(sheet, { nodes: ['p'], ...more }));
      const write = (value: string) => sheet.person.patch(pid, [{ op: 'replace', path: '/nodes/0/data/value', value }]);
      const urls = async () =>
        (await sheet.person.get(`/projects/${pid}/takes`)).json<TakePage>().takes.map(({ url }) => url);
      const shown = async (): Promise<unknown> => (await sheet.person.canvas(pid)).nodes[2]?.data['value'];
      await run();
      const first = await shown();
      expect(await urls()).toContain(first);
      await write('강, 산, 바다');
      await run();
      expect(await urls()).toHaveLength(3);
      expect(await shown()).toBe(first);

      // A run of the new cell alone does not take its place either.
      await write('강, 산, 바다, 숲');
      await run({ cells: [{ nodeId: 'p', cell: { subject: '숲', style: '수채화' } }] });
      expect(await urls()).toHaveLength(4);
      expect(await shown()).toBe(first);
    },
  );

  it.skipIf(sqliteIsEnough)(
    'goes on to show the cell that it shows when that is made again, alone or among others [EACH-10]',
    async () => {
      const running = await open();
      const nodes = [list('subject', '산, 강'), list('style', '수채화'), image('p')];
      const pid = await running.person.create('Sheet', flow(nodes, ['subject>p', 'style>p']));
      const sheet = { ...running, pid };
      const cell = { subject: '강', style: '수채화' };
      const again = async (number: number, more: object = {}): Promise<void> =>
        void (await ended(sheet, await start(sheet, { nodes: ['p'], isFresh: true, number, ...more })));
      const shown = async (): Promise<unknown> => (await sheet.person.canvas(pid)).nodes[2]?.data['value'];
      const newest = async (): Promise<unknown> => {
        const { takes } = (await sheet.person.get(`/projects/${pid}/takes`)).json<TakePage>();
        return takes.find((take) => take.cell?.['subject'] === '강')?.url;
      };
      const cells = [{ nodeId: 'p', cell }];
      await again(0, { cells });
      const first = await shown();
      await again(1, { cells });
      expect([await shown(), first === (await shown())]).toEqual([await newest(), false]);
      // The other cell comes first.
      await again(2);
      expect(await shown()).toBe(await newest());
      await again(3, { cells: [{ nodeId: 'p', cell: { ...cell, subject: '산' } }] });
      expect(await shown()).toBe(await newest());
    },
  );

  it('gets nothing for a deleted node, whose take stays; the rest fails at the limit of a day [RUNNING-8]', async () => {
    const running = await open({ GENERATE_PER_DAY: '3' });
    running.painter.hold();
    const id = await start(running);
    await expect.poll(() => running.painter.asked.length).toBe(2);
    await running.person.patch(running.pid, [{ op: 'remove', path: '/nodes/2' }]);
    running.painter.release();
    expect(told(await ended(running, id))).toEqual(['a done', 'b done', 'c done', 'd limitDay']);
    expect(Object.keys(await valuesOf(running))).toEqual(['b', 'c', 'd']);
    const { takes } = (await running.person.get(`/projects/${running.pid}/takes?nodeId=a`)).json<TakePage>();
    expect(takes).toHaveLength(1);
    const { revision } = (await running.person.get(`/projects/${running.pid}`)).json<{ revision: number }>();
    const refused = await running.person.post(`/projects/${running.pid}/runs`, { nodes: ['d'], revision });
    expect(refused.json()).toMatchObject({ code: 'limitDay' });
  });

  it('goes on after a node that costs more than the whole budget of a day [RUNNING-8]', async () => {
    const painter = new InstantImageEngine();
    const abilities = { aspectRatios: [], countMax: 4, costMicros: 40_000 };
    const dear = Object.assign(painter, { name: 'gemini' as const, abilities });
    const engineApp = await openEngineApp(dear, { BUDGET_PER_DAY_USD: '0.10' });
    const nodes = [prompt('one', '강'), prompt('two', '산'), image('a', { settings: { count: 4 } }), image('b')];
    const pid = await engineApp.person.create('Dear', flow(nodes, ['one>a', 'two>b']));
    const running = { ...engineApp, painter, pid };
    const run = await ended(running, await start(running, { nodes: ['a', 'b'] }));
    expect(told(run)).toEqual(['a budget', 'b done']);
  });
});
