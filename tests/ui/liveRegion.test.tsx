import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { announce } from '../../src/ui/live/announce';
import { LiveRegion } from '../../src/ui/live/LiveRegion';

afterEach(async () => void (await startI18n('en').changeLanguage('en')));

it('a switch of the language clears what was said in the language before', async () => {
  render(<LiveRegion />);
  act(() => announce('live.deleted'));
  const region = screen.getByTestId('announcements');
  expect(region).toHaveTextContent('Deleted.');
  await act(async () => void (await startI18n('en').changeLanguage('ko')));
  expect(region).toBeEmptyDOMElement();
  act(() => announce('live.deleted'));
  expect(region).toHaveTextContent('삭제');
});
