import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import SignIn from '../../src/screens/signIn/SignIn';
import { StoresProvider } from '../../src/screens/StoresContext';
import { createApi } from '../../src/api';
import { createStores } from '../../src/stores/RootStore';
import { PREVIEW_MODEL } from '../support/previewModel';

/** `signIn` null: the ways to sign in are unknown. */
const openPage = (
  base = '',
  signIn: 'google' | 'local' | null = 'google',
): ReturnType<typeof vi.fn<(url: string) => void>> => {
  const leaveTo = vi.fn<(url: string) => void>();
  const stores = createStores({
    api: createApi(base),
    notify: () => undefined,
    announce: () => undefined,
    alert: () => undefined,
    readPicture: async (file) => file,
  });
  vi.spyOn(stores.api.capabilities, 'read').mockImplementation(async () => {
    if (signIn === null) throw new Error('no line');
    return { signIn, image: 'offline', analyze: 'offline', write: null, models: [PREVIEW_MODEL] };
  });
  render(
    <StoresProvider stores={stores}>
      <SignIn leaveTo={leaveTo} />
    </StoresProvider>,
  );
  return leaveTo;
};

beforeEach(() => {
  window.history.replaceState(null, '', '/signin');
});

describe('the sign-in page', () => {
  it('invites in its own words [LOGIN-1]', () => {
    openPage();
    const headline = 'Log in to discover all the features and plans we offer!';
    expect(screen.getByRole('heading', { level: 1, name: headline })).toBeVisible();
    expect(screen.getByText('No account? Create one')).toBeVisible();
  });

  it('invites in Korean', async () => {
    startI18n('ko');
    openPage();
    expect(screen.getByRole('heading', { name: '로그인하고 모든 기능과 요금제를 만나 보세요!' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Google로 로그인' })).toBeVisible();
    expect(screen.getByText('계정이 없으신가요? 새로 만들기')).toBeVisible();
  });

  it('is decorated by a drawing that screen readers pass over [LOGIN-4]', () => {
    openPage();
    expect(document.querySelector('canvas')).toHaveAttribute('aria-hidden', 'true');
  });

  it('leaves for Google by way of the host, to come back to where the person is [LOGIN-2]', async () => {
    const leaveTo = openPage('https://api.mulgil.test');
    await userEvent.click(await screen.findByRole('button', { name: 'Log in with Google' }));
    const origin = encodeURIComponent(window.location.origin);
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith(
      `https://api.mulgil.test/auth/login/google?redirect=${origin}&lng=en`,
    );
  });

  it.each([
    ['blocked', 'en', 'This account is blocked here. Please ask the person who runs this server.'],
    ['blocked', 'ko', '이 계정은 사용이 중지되었어요. 운영자에게 문의해 주세요.'],
    ['domain', 'en', 'Only accounts with a confirmed e-mail address of certain domains may join here.'],
    ['domain', 'ko', '정해진 도메인의 이메일 주소가 확인된 계정만 가입할 수 있어요.'],
    ['full', 'en', 'There is no room for another member here.'],
    ['full', 'ko', '회원 정원이 다 차서 가입할 수 없어요.'],
  ] as const)('says why somebody was not let in: %s, in %s [JOIN-1] [JOIN-2] [JOIN-3]', (refusal, language, words) => {
    startI18n(language);
    window.history.replaceState(null, '', `/signin?refused=${refusal}`);
    openPage();
    expect(screen.getByRole('alert')).toHaveTextContent(words);
  });

  it('says nothing about a reason that it does not know', () => {
    window.history.replaceState(null, '', '/signin?refused=<b>you</b>');
    openPage();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says so to a person who cancelled at Google, and to nobody else', async () => {
    openPage();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    cleanup();
    window.history.replaceState(null, '', '/signin?cancelled');
    openPage();
    expect(screen.getByRole('status')).toHaveTextContent('Sign-in was cancelled. You can log in any time.');
    expect(await screen.findByRole('button', { name: 'Log in with Google' })).toBeVisible();
  });

  it('speaks of a name where there is no Google, and leaves by the same way [LOGIN-6]', async () => {
    const leaveTo = openPage('', 'local');
    await userEvent.click(await screen.findByRole('button', { name: 'Start with a name' }));
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith(
      `/auth/login/google?redirect=${encodeURIComponent(window.location.origin)}&lng=en`,
    );
    expect(screen.getByText('On this computer a name is enough. No account, no password.')).toBeVisible();
    expect(document.body).not.toHaveTextContent(/google/i);
    cleanup();
    openPage('', null);
    expect(await screen.findByRole('button', { name: 'Log in with Google' })).toBeVisible();
  });

  it.each([
    ['/main/7', '/main/7'],
    ['//evil.example', ''],
    ['https://evil.example/main/7', ''],
    ['/main/7/../../auth/logout', ''],
    ['/main/7?x=1', ''],
    ['\\\\evil.example', ''],
    ['javascript:alert(1)', ''],
  ])('asked for by way of %s leads back to %j on this origin [LOGIN-7]', async (next, path) => {
    window.history.replaceState(null, '', `/signin?${new URLSearchParams({ next }).toString()}`);
    const leaveTo = openPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Log in with Google' }));
    const url = leaveTo.mock.lastCall?.[0] ?? '';
    expect(new URLSearchParams(url.split('?')[1]).get('redirect')).toBe(window.location.origin + path);
  });

  it('does nothing at the line for those without an account [LOGIN-3]', async () => {
    const leaveTo = openPage();
    const line = screen.getByText('No account? Create one');
    expect(line.closest('a, button')).toBeNull();
    await userEvent.click(line);
    expect(leaveTo).not.toHaveBeenCalled();
    expect(window.location.pathname).toBe('/signin');
  });
});
