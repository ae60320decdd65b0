import { expect, it } from 'vitest';
import { focusBack } from '../../src/ui/focusBack';

const frame = (): Promise<number> => new Promise((resolve) => void requestAnimationFrame(resolve));

it.each([
  ['takes the focus that nothing has', false],
  ['leaves the focus in a field in which the person has gone on', true],
])('%s', async (_what, hasGoneOn) => {
  const button = document.body.appendChild(document.createElement('button'));
  const field = document.body.appendChild(document.createElement('input'));
  focusBack({ current: button });
  if (hasGoneOn) field.focus();
  await frame();
  await frame();
  expect(document.activeElement).toBe(hasGoneOn ? field : button);
  button.remove();
  field.remove();
});
