import assert from 'node:assert/strict';
import { afterEach, describe, expect, it } from 'vitest';
import { ko } from '../../src/i18n/ko';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { browser, setUpApp } from './support/setUpApp';
import { server, setUpTextModel } from './support/setUpTextModel';

const IMPROVED = '노을 진 강가의 작은 집, 물안개와 부드러운 빛';
const DESCRIBED = '낮은 언덕 사이로 흐르는 강을 그린 수채화.';

let opened: OpenedPage;

setUpApp();
// The engine answers a picture with a description, and words with better ones.
setUpTextModel((asked, response) => {
  const content = asked.includes('image_url') ? DESCRIBED : IMPROVED;
  const body = { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
afterEach(async () => {
  assert.deepEqual(opened.faults, []);
  await opened.context.close();
});

describe('the text model of the server', () => {
  it('improves a text and describes a picture; both are taken or left [WRITE-8] [WRITE-9]', async () => {
    opened = await openPage(browser);
    const { page } = opened;
    const person = new Person(page, server.url, 'ko');
    await person.enter('김물길');
    await person.openMade('글', {
      nodes: [
        { id: 'idea', type: 'textPrompt', position: { x: 400, y: 0 }, data: { value: '강가의 집' } },
        { id: 'art', type: 'image', position: { x: 800, y: 0 }, data: { model: null, data: null } },
      ],
      edges: [pipe('idea', 'art')],
      viewport: { x: 60, y: 60, zoom: 1 },
    });
    const offered = page.getByTestId('suggested-words');
    const choose = async (nodeId: string, words: string): Promise<void> => {
      const card = await person.node(nodeId).boundingBox();
      assert(card);
      await page.mouse.click(card.x + 60, card.y + 12, { button: 'right' });
      await page.getByTestId('context-menu').getByRole('menuitem', { name: words }).press('Enter');
    };
    const saidBy = async (nodeId: string): Promise<string> =>
      (await person.node(nodeId).getAttribute('aria-label')) ?? '';

    await choose('idea', ko.writing.improve);
    await offered.locator('mark', { hasText: '노을' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => offered.count()).toBe(0);
    await choose('idea', ko.writing.improve);
    await offered.getByRole('button', { name: ko.writing.use }).click();
    await expect.poll(() => saidBy('idea')).toContain(IMPROVED.slice(0, 5));
    await page.keyboard.press('Control+z');
    await expect.poll(() => saidBy('idea')).toContain('강가의 집');

    await person.run('art');
    await person.node('art').getByRole('button', { name: ko.node.enlarge }).waitFor();
    await choose('art', ko.writing.describe);
    await offered.getByText(DESCRIBED).waitFor();
    await offered.getByRole('button', { name: ko.writing.addText }).click();
    await expect.poll(() => person.nodeIds()).toHaveLength(3);
    await person.waitUntilSaved();
  });
});
