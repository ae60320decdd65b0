import assert from 'node:assert/strict';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { expectGood } from './support/expectGood';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

let opened: OpenedPage;

setUpApp();
afterEach(async () => {
  assert.deepEqual(opened.faults, []);
  await opened.context.close();
});

const photo = async (id: string, row: number, background: string) => {
  const bytes = await sharp({ create: { width: 96, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const value = `data:image/png;base64,${bytes.toString('base64')}`;
  return { id, type: 'imageUpload', position: { x: 0, y: 240 * row }, data: { value } };
};

it.each(languages('ko'))(
  'a text mentions a picture and another text, and the request has their number and words, in %s [MENTION-1] [MENTION-9]',
  async (language) => {
    opened = await openPage(browser, { hasTouch: true });
    const { page } = opened;
    const person = new Person(page, server.url, language);
    const { words } = person;
    await person.enter('가온');
    const pid = await person.openMade('Mentions', {
      nodes: [
        await photo('one', 0, '#0a8f5b'),
        await photo('two', 1, '#2f6bff'),
        { id: 'style', type: 'text', position: { x: 300, y: 330 }, data: { name: '화풍', value: 'in oil' } },
        { id: 'idea', type: 'textPrompt', position: { x: 300, y: 0 }, data: { value: '' } },
        { id: 'art', type: 'image', position: { x: 660, y: 60 }, data: {} },
      ],
      edges: [pipe('idea', 'art'), pipe('style', 'art'), pipe('one', 'art', 'image'), pipe('two', 'art', 'image')],
      viewport: { x: 60, y: 60, zoom: 1 },
    });
    await person.node('idea').focus();
    await page.keyboard.press('Enter');
    const field = page.locator('textarea');
    await page.keyboard.type('the cat of @2');
    const list = page.getByRole('listbox', { name: words.mention.list });
    await list.waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' @ㅎㅍ');
    await expectGood(page, 'the list of mentions');
    await list.getByRole('option', { name: '화풍' }).tap();
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => field.inputValue()).toBe('the cat of @2 @화풍');
    await page.keyboard.press('Escape');
    await person.waitUntilSaved();

    await person.node('art').getByRole('button', { name: words.node.run, exact: true }).press('Enter');
    const recipes = async (): Promise<string> => {
      const answer = await page.context().request.get(`${server.url}/projects/${pid}/takes?nodeId=art`);
      return JSON.stringify(await answer.json());
    };
    await expect.poll(recipes).toContain('the cat of image 2 in oil');
    await person.waitUntilSaved();
  },
);
