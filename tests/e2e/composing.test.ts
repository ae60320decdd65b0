import type { CDPSession } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { boxOf } from '../support/Person';
import { canvas, context, page, person, press, setUpCanvas } from './support/setUpCanvas';

const LONG = '새벽 강가의 작은 배, 물안개와 은빛 물결. '.repeat(8);

setUpCanvas({
  hasTouch: false,
  flow: {
    nodes: [
      { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '' } },
      { id: 'note', type: 'textPrompt', position: { x: 300, y: 0 }, data: { value: LONG } },
    ],
    edges: [],
    viewport: { x: 60, y: 60, zoom: 1 },
  },
});

let ime: CDPSession;
beforeEach(async () => {
  ime = await context.newCDPSession(page);
});

/** A key that the system has given to its IME: pages get only its code 229. */
async function keyOfIme(code: string): Promise<void> {
  const key = { key: 'Process', code, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
  await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
}

/** Types a syllable as a Korean keyboard does: each key alters the composition. */
async function compose(...steps: readonly (readonly [code: string, text: string])[]): Promise<void> {
  for (const [code, text] of steps) {
    await keyOfIme(code);
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Process', code });
  }
}
const commit = (text: string): Promise<unknown> => ime.send('Input.insertText', { text });

const HAN = [
  ['KeyG', 'ㅎ'],
  ['KeyK', '하'],
  ['KeyS', '한'],
] as const;
const GANG = [
  ['KeyR', 'ㄱ'],
  ['KeyK', '가'],
  ['KeyD', '강'],
] as const;

const field = () => page.getByRole('textbox', { name: person.words.node.value });
const grip = () => page.getByRole('slider', { name: person.words.node.fieldSize });
const valueOf = async (id: string): Promise<string> => {
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
  await canvas.node(id).press('Enter');
  return field().inputValue();
};

describe('Korean, as an IME writes it', () => {
  it('begins to write on a selected text card without losing its first syllable [TEXT-2]', async () => {
    await canvas.node('idea').focus();
    await compose(...HAN);
    await field().waitFor();
    expect(await field().inputValue()).toBe('한');
    await commit('한');
    await compose(...GANG);
    await commit('강');
    expect(await field().inputValue()).toBe('한강');
    expect(await valueOf('idea')).toBe('한강');
  });

  it('is one syllable at a time in the large field, and no key of it means anything to the canvas [TEXT-7]', async () => {
    await canvas.node('note').focus();
    await press('Enter');
    await grip().waitFor();
    await compose(...HAN);
    // Keys that delete, close, open and zoom elsewhere belong to the IME here.
    for (const code of ['Backspace', 'Delete', 'Escape', 'Enter', 'NumpadAdd', 'Tab', 'Digit0']) await keyOfIme(code);
    expect(await field().inputValue()).toBe(`${LONG}한`);
    await commit('한');
    await compose(...GANG);
    await commit('강');
    await press('Enter');
    expect(await field().inputValue()).toBe(`${LONG}한강\n`);
    expect([await canvas.node('note').count(), (await canvas.viewport()).zoom]).toEqual([1, 1]);
    expect(await valueOf('note')).toBe(`${LONG}한강\n`);
  });

  it('grows into the large field in the middle of a syllable, and nothing of it is lost [TEXT-7]', async () => {
    await canvas.node('idea').focus();
    await press('Enter');
    await page.keyboard.insertText('가'.repeat(100));
    await compose(...HAN);
    await commit('한');
    await grip().waitFor();
    await compose(...GANG);
    await commit('강');
    expect(await field().inputValue()).toBe(`${'가'.repeat(100)}한강`);
  });
});

it('a large field is pulled at its corner, and resized by keys, in the place where it is [TEXT-6]', async () => {
  await canvas.node('note').focus();
  await press('Enter');
  await grip().waitFor();
  const before = await boxOf(field());
  const corner = { x: before.x + before.width - 8, y: before.y + before.height - 8 };
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(corner.x + 60, corner.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => boxOf(field())).toEqual({ ...before, width: before.width + 60, height: before.height + 40 });
  await press('Tab');
  await press('ArrowLeft');
  await press('Shift+ArrowUp');
  await expect.poll(() => boxOf(field())).toEqual({ ...before, width: before.width + 40, height: before.height - 60 });
  await press('Enter');
  await page.keyboard.insertText('!');
  expect(await field().inputValue()).toBe(`${LONG}!`);
  await page.reload();
  await canvas.node('note').waitFor();
  await canvas.node('note').focus();
  await press('Enter');
  await expect.poll(async () => (await boxOf(field())).width).toBe(before.width + 40);
});
