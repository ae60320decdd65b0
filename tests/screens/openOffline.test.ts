import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOffline } from '../../src/serviceWorker/openOffline';

const register = vi.fn<(path: string) => Promise<void>>(() => Promise.resolve());
const SCRIPT = 'https://mulgil.example/assets/index-abc.js';

beforeEach(() => {
  vi.useFakeTimers();
  register.mockClear();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: {} });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'locks');
  vi.useRealTimers();
});

it('the app is downloaded for later once a person’s hands have rested, and once only [BROWSER-7]', () => {
  const held: string[] = [];
  openOffline(SCRIPT, (name) => held.push(name));
  expect(held).toEqual(['/assets/index-abc.js']);

  for (const input of [fireEvent.pointerDown, fireEvent.pointerMove, fireEvent.wheel, fireEvent.keyDown]) {
    vi.advanceTimersByTime(2900);
    input(document.body);
  }
  vi.advanceTimersByTime(2900);
  expect(register).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js');

  fireEvent.pointerMove(document.body);
  vi.advanceTimersByTime(60_000);
  expect(register).toHaveBeenCalledOnce();
});
