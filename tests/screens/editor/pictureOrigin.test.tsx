import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/api/contract';
import { startI18n } from '../../../src/i18n/startI18n';
import { pictureOrigin } from '../../../src/screens/editor/actions/pictureOrigin';
import { PictureOverlay } from '../../../src/screens/editor/actions/PictureOverlay';

const job = (over: Partial<Job>): Job => ({
  id: 'j1',
  nodeId: 'art',
  number: 0,
  state: 'done',
  startedAt: '2026-11-21T09:00:00.000Z',
  endedAt: '2026-11-21T09:00:09.000Z',
  url: '/files/a.png',
  message: null,
  code: null,
  retryAt: null,
  ...over,
});

describe('where an enlarged picture comes from', () => {
  it.each<[string, Partial<Job>, string | null, string | null]>([
    [
      'its model and what it cost',
      { provider: 'gemini', model: 'm-1', costMicros: 38_704 },
      'm-1 · US$0.039',
      'm-1 · $0.039',
    ],
    ['only its model where no price is known', { provider: 'openai', model: 'flux', costMicros: null }, 'flux', 'flux'],
    ['that nobody made it', { provider: 'offline', model: 'offline-preview' }, '오프라인 미리보기', 'Offline preview'],
    ['nothing of a job of an older version', {}, null, null],
  ])('is %s [ENGINE-6]', (_what, over, korean, english) => {
    expect(pictureOrigin(job(over), startI18n('ko'))).toBe(korean);
    expect(pictureOrigin(job(over), startI18n('en'))).toBe(english);
  });

  it('is said quietly beside it, and to who does not see it', () => {
    startI18n('en');
    const props = { url: '/files/a.png', title: 'Image', onClose: () => undefined };
    const { rerender } = render(<PictureOverlay {...props} />);
    expect(screen.getByRole('dialog')).not.toHaveAccessibleDescription();
    rerender(<PictureOverlay {...props} origin="flux · $0.039" />);
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('flux · $0.039');
  });
});
