import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { boxOf, Person } from '../support/Person';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it.each(languages('ko'))(
  'frames and notes a flow by mouse and keys, in %s [FRAME-5] [FRAME-7] [FOLD-2] [NOTE-1]',
  async (language) => {
    const { page, context, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);
    const canvas = new OpenCanvas(page);
    const { words } = person;
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    await person.enter(`Frame ${language}`);
    await person.openMade('Framed');
    const idea = await person.dragFromPanel('text', 'textPrompt', { x: 700, y: 260 });
    await person.write(idea, '강 위의 달');

    // Ctrl+G puts a frame around it, and its title is written at once.
    await page.keyboard.press('Control+g');
    const title = page.getByRole('textbox', { name: words.node.title, exact: true });
    await title.fill('밤 풍경');
    await page.keyboard.press('Enter');
    const frame = group(words.node.named.replace('{{kind}}', words.node.frame).replace('{{title}}', '밤 풍경'));
    await frame.waitFor();
    const frameId = (await frame.getAttribute('data-node-id')) ?? '';
    const violet = page.getByTestId('selection-bar').getByRole('button', { name: words.frames.violet, exact: true });
    await violet.click();
    await expect.poll(() => violet.getAttribute('aria-pressed')).toBe('true');

    // Dragged by its title bar, the frame takes the card along; a drag from its inside pans.
    const before = await canvas.at(idea);
    const bar = await canvas.grabOf(frameId);
    await page.mouse.move(bar.x + 60, bar.y);
    await page.mouse.down();
    await page.mouse.move(bar.x + 150, bar.y + 45, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => canvas.at(idea)).toEqual([before[0] + 90, before[1] + 45]);

    // A note added by the command bar waits for its text.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByTestId('command-bar').getByRole('combobox').fill(words.frames.note);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: words.node.value, exact: true }).fill('더 따뜻하게');
    await page.keyboard.press('Escape');
    await group(words.node.named.replace('{{kind}}', words.node.note).replace('{{title}}', '더 따뜻하게')).waitFor();
    await person.waitUntilSaved();

    // Folded by a key, the frame is one card in the idea's place; the button in its bar unfolds it.
    await frame.focus();
    await page.keyboard.press('Control+Shift+g');
    await expect.poll(() => person.node(idea).count()).toBe(0);
    const unfold = page.getByTestId('selection-bar').getByRole('button', { name: words.frames.fold });
    await unfold.click();
    await expect.poll(() => person.node(idea).count()).toBe(1);
    await person.waitUntilSaved();

    // Everything is there after a reload.
    await page.reload();
    await frame.waitFor();
    expect((await boxOf(frame)).width).toBeGreaterThan(200);
    expect(await page.locator('[data-node-id]').count()).toBe(3);
    expect(faults).toEqual([]);
    await context.close();
  },
);
