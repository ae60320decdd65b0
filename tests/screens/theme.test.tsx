import { readFileSync } from 'node:fs';
import { act, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseTheme } from '../../src/theme/themeChoice';
import { useColourMode } from '../../src/theme/useColourMode';
import { startI18n } from '../../src/i18n/startI18n';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();
const root = document.documentElement;

/** The script that index.html runs before the first paint. */
const beforeFirstPaint = (): void => {
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of ours, as the browser runs it
  new Function(readFileSync('public/theme.js', 'utf8'))();
};

const scheme = document.createElement('meta');
scheme.name = 'color-scheme';
scheme.content = 'light dark';

beforeEach(() => {
  host.current.member = MINA;
  document.head.append(scheme);
});

const full = (): never => {
  throw new DOMException('closed', 'SecurityError');
};

afterEach(() => {
  vi.restoreAllMocks();
  chooseTheme('system');
  scheme.remove();
});

async function openMenu(account: string): Promise<void> {
  openApp('/');
  await userEvent.click(await screen.findByRole('button', { name: account }));
}

describe('the theme', () => {
  it.each([
    ['en', 'Account of Mina', 'Theme', ['Same as system', 'Light', 'Dark']],
    ['ko', 'Mina님의 계정', '테마', ['시스템 설정에 맞춤', '밝게', '어둡게']],
  ] as const)('is chosen in the account menu in %s, and all that is painted follows [THEME-1]', async (...given) => {
    const [lng, account, name, [system, light, dark]] = given;
    startI18n(lng);
    const { result } = renderHook(useColourMode);
    await openMenu(account);
    expect(screen.getByRole('group', { name })).toBeVisible();
    expect(screen.getByRole('button', { name: system })).toHaveAttribute('aria-pressed', 'true');

    await userEvent.click(screen.getByRole('button', { name: dark }));
    expect([root.dataset.theme, scheme.content, result.current]).toEqual(['dark', 'dark', 'dark']);
    expect(screen.getByRole('button', { name: dark })).toHaveAttribute('aria-pressed', 'true');

    await userEvent.click(screen.getByRole('button', { name: light }));
    expect([root.dataset.theme, scheme.content, result.current]).toEqual(['light', 'light', 'light']);

    await userEvent.click(screen.getByRole('button', { name: system }));
    expect([root.dataset.theme, scheme.content]).toEqual([undefined, 'light dark']);
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('is there before the first paint of the next page [THEME-2]', () => {
    chooseTheme('dark');
    delete root.dataset.theme;
    scheme.content = 'light dark';
    beforeFirstPaint();
    expect([root.dataset.theme, scheme.content]).toEqual(['dark', 'dark']);

    chooseTheme('system');
    beforeFirstPaint();
    expect([root.dataset.theme, scheme.content]).toEqual([undefined, 'light dark']);
  });

  it('follows what is chosen in another tab [THEME-1]', () => {
    const { result } = renderHook(useColourMode);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })));
    expect(result.current).toBe('dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: null })));
    expect([result.current, root.dataset.theme]).toEqual(['light', undefined]);
  });

  it('lasts as long as the page where the browser keeps nothing [THEME-2]', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(full);
    const { result } = renderHook(useColourMode);
    act(() => chooseTheme('dark'));
    expect(result.current).toBe('dark');
    delete root.dataset.theme;
    beforeFirstPaint();
    expect(root.dataset.theme).toBeUndefined();
  });
});
