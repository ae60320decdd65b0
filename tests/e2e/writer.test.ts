import assert from 'node:assert/strict';
import { afterEach, describe, expect, it } from 'vitest';
import { ko } from '../../src/i18n/ko';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { browser, setUpApp } from './support/setUpApp';
import { server, setUpTextModel } from './support/setUpTextModel';

const PIECES = ['노을 진 강가의 ', '작은 집, ', '물안개와 부드러운 빛'];
const WRITTEN = PIECES.join('');

/** Lets the last words of the first text come. */
let letGo: () => void = () => undefined;
let count = 0;
let opened: OpenedPage;

setUpApp();
setUpTextModel((_asked, response) => {
  const number = (count += 1);
  const tell = (content: string, finish_reason: string | null = null): unknown =>
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  tell(PIECES[0] ?? '');
  const end = (): void => {
    tell(PIECES.slice(1).join(''));
    tell(number === 1 ? '' : ` ${number}`, 'stop');
    response.end('data: [DONE]\n\n');
  };
  if (number === 1) letGo = end;
  else end();
});
afterEach(async () => {
  assert.deepEqual(opened.faults, []);
  await opened.context.close();
});

describe('a writer', () => {
  it('writes what its input text asks for, feeds a picture with it and keeps its takes [WRITER-11] [WRITER-12]', async () => {
    opened = await openPage(browser);
    const { page } = opened;
    page.setDefaultTimeout(8_000);
    count = 0;
    const person = new Person(page, server.url, 'ko');
    await person.enter('김물길');
    await person.openMade('글', {
      nodes: [
        { id: 'idea', type: 'textPrompt', position: { x: 400, y: 0 }, data: { value: '강가의 집을 그릴 글을 써 줘' } },
        { id: 'pen', type: 'writer', position: { x: 720, y: 0 }, data: { model: null, data: null } },
        { id: 'art', type: 'image', position: { x: 1040, y: 0 }, data: { model: null, data: null } },
      ],
      edges: [pipe('idea', 'pen'), pipe('pen', 'art')],
      viewport: { x: -140, y: 120, zoom: 1 },
    });
    const pen = person.node('pen');
    const saidBy = async (): Promise<string> => (await pen.getAttribute('aria-label')) ?? '';

    await pen.getByRole('button', { name: ko.node.run, exact: true }).press('Enter');
    await expect.poll(() => pen.getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => count).toBe(1);
    letGo();
    await expect.poll(saidBy).toContain('노을 진');

    // The pen's text can be read and copied where it is, and nothing overwrites it.
    await pen.focus();
    await page.keyboard.press('Enter');
    const words = page.getByRole('textbox', { name: ko.node.value });
    await expect.poll(() => words.inputValue()).toBe(WRITTEN);
    await page.keyboard.type('x');
    expect(await words.inputValue()).toBe(WRITTEN);
    await page.keyboard.press('Escape');

    await person.run('art');
    await person.node('art').getByRole('button', { name: ko.node.enlarge }).waitFor();

    await person.run('pen');
    await expect.poll(saidBy).toContain('노을 진');
    await pen.getByRole('button', { name: ko.takes.show }).click();
    const strip = page.getByTestId('takes-strip');
    await expect.poll(() => strip.getByRole('option').count()).toBe(2);
    await strip.getByRole('option').last().click();
    await strip.getByTestId('take-text').getByText(WRITTEN, { exact: true }).waitFor();
    await strip.getByRole('button', { name: ko.writing.addText }).click();
    await expect.poll(() => person.nodeIds()).toHaveLength(4);
    await person.waitUntilSaved();

    // The text model is offered beside the models that are still to come.
    await page.locator('[data-rail="text"]').click();
    await page.locator('[data-palette="writer"]').waitFor();
  });
});
