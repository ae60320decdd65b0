import { act, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { OpeningFailed } from '../../../src/screens/editor/OpeningScreens';

const tryAgain = vi.fn<() => void>();
const show = (isOfflineTooLong: boolean) =>
  render(
    <Router>
      <OpeningFailed isOfflineTooLong={isOfflineTooLong} onTryAgain={tryAgain} />
    </Router>,
  );

afterEach(() => i18next.changeLanguage('en'));

describe('a project that could not be opened', () => {
  it.each([
    ['en', 'This device has not reached the server for more than 30 days'],
    ['ko', '이 기기가 30일 넘게 서버에 접속하지 않아'],
  ])(
    'says that the device was away for too long, and tries again when asked: %s [FORGET-6]',
    async (language, words) => {
      await act(() => i18next.changeLanguage(language));
      show(true);
      expect(screen.getByRole('alert')).toHaveTextContent(words);
      fireEvent.click(screen.getByRole('button'));
      expect(tryAgain).toHaveBeenCalled();
    },
  );

  it('says that there is no copy where there is none', () => {
    show(false);
    expect(screen.getByRole('alert')).toHaveTextContent('there is no copy on this device');
  });
});
