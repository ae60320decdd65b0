import { afterEach, describe, expect, it } from 'vitest';
import { boxOf } from '../support/Person';
import { canvas, context, expectRest, page, person, press, setUpCanvas } from './support/setUpCanvas';

setUpCanvas();
afterEach(expectRest);

describe('by keyboard alone', () => {
  it('walks to any node with the view, gathers several, moves them, and takes it back on a Korean keyboard [ACCESS-14] [ACCESS-15] [ACCESS-17]', async () => {
    await canvas.stage.focus();
    await press('Control+ArrowRight');
    await expect.poll(() => canvas.focused()).toBe('art');
    await press('Control+ArrowRight');
    await expect.poll(() => canvas.focused()).toBe('far');
    expect(await canvas.selected()).toEqual(['far']);
    const [stage, card] = await Promise.all([boxOf(canvas.stage), boxOf(canvas.node('far'))]);
    expect(card.x).toBeGreaterThan(stage.x);
    expect(card.y + card.height).toBeLessThan(stage.y + stage.height);

    await press('Control+ArrowLeft');
    await expect.poll(() => canvas.focused()).toBe('photo');
    await press('Shift+Enter');
    await press('Control+ArrowUp');
    await expect.poll(() => canvas.focused()).toBe('idea');
    expect(await canvas.selected()).toEqual(['photo']);
    await press('Shift+Enter');
    expect(await canvas.selected()).toEqual(['idea', 'photo']);
    await press('ArrowRight');
    await press('Shift+ArrowDown');
    await expect.poll(() => canvas.at('idea')).toEqual([15, 75]);
    expect(await canvas.at('photo')).toEqual([15, 375]);

    const session = await context.newCDPSession(page);
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ㅋ', code: 'KeyZ', modifiers: 2 });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'ㅋ', code: 'KeyZ', modifiers: 2 });
    await expect.poll(() => canvas.at('photo')).toEqual([0, 300]);
    expect(await canvas.at('idea')).toEqual([0, 0]);

    // The keys mean what has the focus when nothing is selected, and those after a copy the copy.
    await press('Escape');
    await press('Control+d');
    await expect.poll(() => canvas.focused()).toMatch(/^textPrompt/);
    await press('Delete');
    await expect.poll(() => page.locator('[data-node-id^="textPrompt"]').count()).toBe(0);
    expect(await canvas.node('idea').count()).toBe(1);
  });

  it('reaches a pipe from its node, deletes it, and edits and deletes the node', async () => {
    await canvas.node('idea').focus();
    const pipe = page.locator('[data-edge-id="idea-art"]');
    for (let tabs = 0; tabs < 9 && (await canvas.focused()) !== 'idea-art'; tabs++) await press('Tab');
    expect(await canvas.focused()).toBe('idea-art');
    expect(await canvas.selected()).toEqual(['idea-art']);
    await press('Delete');
    await expect.poll(() => pipe.count()).toBe(0);
    expect(await canvas.focused()).toBe('idea');
    await press('Control+z');
    await pipe.waitFor();

    await press('Enter');
    const field = page.locator('textarea');
    await field.waitFor();
    await page.keyboard.type(' 위의 달');
    await press('Escape');
    await field.waitFor({ state: 'detached' });
    await page
      .getByRole('group', { name: /새벽 강 위의 달/ })
      .first()
      .waitFor();
    expect(await canvas.focused()).toBe('idea');
    await press('Delete');
    await canvas.node('idea').waitFor({ state: 'detached' });
    expect(await pipe.count()).toBe(0);
  });

  it('zooms and fits by the keys that the controls name, and pans by the arrows', async () => {
    const percent = page.getByTestId('zoom-percent');
    const { words } = person;
    const fit = page.getByRole('button', { name: words.canvas.fit });
    expect(await fit.getAttribute('aria-keyshortcuts')).toBe('Shift+1 Alt+Shift+1');
    expect(await fit.getAttribute('title')).toContain('(Shift+1)');
    expect(await percent.getAttribute('aria-keyshortcuts')).toBe('Shift+0 Control+0');

    await canvas.stage.focus();
    await press('Shift+Digit1');
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeLessThan(0.4);
    // The canvas takes these keys from its controls, too.
    await fit.focus();
    await press('Shift+Digit0');
    await expect.poll(() => percent.textContent()).toBe('100%');
    await press('Control+Equal');
    await expect.poll(() => percent.textContent()).toBe('120%');
    await press('Control+Minus');
    await press('Control+Digit0');
    await expect.poll(() => percent.textContent()).toBe('100%');

    await canvas.stage.focus();
    const before = await canvas.viewport();
    await press('ArrowRight');
    await expect.poll(() => canvas.viewport()).toEqual({ ...before, x: before.x - 60 });

    await press('Control+ArrowRight');
    await expect.poll(() => canvas.selected()).toHaveLength(1);
    await press('Alt+Shift+Digit2');
    const [id = ''] = await canvas.selected();
    const [x, y] = await canvas.at(id);
    const middle = await canvas.onScreen(x + 110, y + 97.5);
    const stage = await boxOf(canvas.stage);
    expect(Math.abs(middle.x - stage.x - stage.width / 2)).toBeLessThan(20);
    // The tools and the line above them cover the foot of the stage.
    const { y: foot } = await boxOf(page.getByTestId('status-line'));
    expect(Math.abs(middle.y - (stage.y + foot) / 2)).toBeLessThan(1);
  });
});
