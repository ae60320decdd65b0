import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../../src/api/contract';
import { startI18n } from '../../../../src/i18n/startI18n';
import { pictureFileName } from '../../../../src/screens/editor/pictures/pictureFileName';
import { PictureOverlay } from '../../../../src/screens/editor/pictures/PictureOverlay';
import { PictureViewer, pictureOrigin } from '../../../../src/screens/editor/pictures/PictureViewer';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import { Desk } from '../../../stores/support/Desk';
import { canvas } from '../../../stores/support/snapshots';

const { stores } = new Desk();
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <StoresProvider stores={stores}>{children}</StoresProvider>
);

const nothing = (): void => undefined;

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
      'AI로 만듦 · m-1 · US$0.039',
      'Made with AI · m-1 · $0.039',
    ],
    [
      'its model, and that nobody knows the cost, where no price is known',
      { provider: 'openai', model: 'flux', costMicros: null },
      'AI로 만듦 · flux · 비용 알 수 없음',
      'Made with AI · flux · cost unknown',
    ],
    [
      'that nobody made it',
      { provider: 'offline', model: 'offline-preview' },
      '오프라인 미리보기 · 무료',
      'Offline preview · free',
    ],
    ['nothing of a job of an older version', {}, null, null],
  ])('is %s [ENGINE-6]', (_what, over, korean, english) => {
    expect(pictureOrigin(job(over), startI18n('ko'))).toBe(korean);
    expect(pictureOrigin(job(over), startI18n('en'))).toBe(english);
  });

  it('is shown beside it quietly, and to screen readers', () => {
    startI18n('en');
    const props = { url: '/files/a.png', title: 'Image', onClose: () => undefined };
    const { rerender } = render(<PictureOverlay {...props} />, { wrapper });
    expect(screen.getByRole('dialog')).not.toHaveAccessibleDescription();
    rerender(<PictureOverlay {...props} origin="flux · $0.039" />);
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('flux · $0.039');
  });

  it('says who has signed it, also of an uploaded one [SIGNED-3]', async () => {
    startI18n('ko');
    const desk = new Desk();
    const photo = { id: 'photo', type: 'imageUpload', position: { x: 0, y: 0 }, data: { value: '/files/a.png' } };
    desk.projects.put(7, canvas([photo]));
    desk.signers.set('/files/a.png', '한 화실');
    const { flow } = await desk.edit(7);
    render(
      <StoresProvider stores={desk.stores}>
        <PictureViewer flow={flow} pid={7} nodeId="photo" onShow={nothing} onAskOrigin={nothing} onClose={nothing} />
      </StoresProvider>,
    );
    await vi.waitFor(() => expect(screen.getByRole('dialog')).toHaveAccessibleDescription('서명자: 한 화실'));
  });
});

const finger = (dialog: HTMLElement, from: number, to: number, y = 300): void => {
  const pointer = { pointerId: 7, pointerType: 'touch', isPrimary: true };
  fireEvent.pointerDown(dialog, { ...pointer, clientX: from, clientY: 300 });
  fireEvent.pointerUp(dialog, { ...pointer, clientX: to, clientY: y });
};

describe('the other pictures, from an enlarged one', () => {
  const onGo = vi.fn<(index: number) => void>();
  const show = (index: number, count = 3): HTMLElement => {
    render(
      <PictureOverlay
        url="/files/a.png"
        title="Image"
        place={{ index, count }}
        onGo={onGo}
        onClose={() => undefined}
      />,
      { wrapper },
    );
    return screen.getByRole('dialog');
  };
  beforeEach(() => {
    startI18n('en');
    onGo.mockReset();
  });

  it('are gone to by buttons and arrow keys, not beyond the first and the last [OVERLAY-5]', async () => {
    show(1);
    expect(screen.getByRole('status')).toHaveTextContent('Picture of Image 2 / 3');
    await userEvent.click(screen.getByRole('button', { name: 'Next picture' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous picture' }));
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}');
    expect(onGo.mock.calls).toEqual([[2], [0], [2], [0]]);
  });

  it('end where there are no more, and have no buttons where there is only one [OVERLAY-5]', async () => {
    show(2);
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(screen.getByRole('button', { name: 'Next picture' }));
    expect(screen.getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled', 'true');
    expect(onGo).not.toHaveBeenCalled();
  });

  it('are reached by a swipe, to the left for the next; not by a short one, nor one up or down [OVERLAY-5]', () => {
    const dialog = show(1);
    finger(dialog, 300, 200);
    finger(dialog, 200, 300);
    finger(dialog, 200, 230);
    finger(dialog, 200, 300, 500);
    expect(onGo.mock.calls).toEqual([[2], [0]]);
  });
});

describe('the prompt of an enlarged picture', () => {
  it('is below it on a line, and whole on request [OVERLAY-4]', async () => {
    startI18n('en');
    const prompt = 'a cat asleep on a sunny wall in a village by the sea\nstyle: watercolour';
    render(<PictureOverlay url="/files/a.png" title="Image" prompt={prompt} onClose={() => undefined} />, { wrapper });
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/a cat asleep .* watercolour/s);
    const whole = screen.getByRole('button', { name: 'Whole prompt' });
    expect(whole).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(whole);
    expect(whole).toHaveAttribute('aria-expanded', 'true');
  });
});

describe('an enlarged picture whose node others delete', () => {
  it('is closed for good', async () => {
    const desk = new Desk();
    const photo = { id: 'photo', type: 'imageUpload', position: { x: 0, y: 0 }, data: { value: '/files/a.png' } };
    desk.projects.put(7, canvas([photo]));
    const { editor, flow } = await desk.edit(7);
    const onClose = vi.fn<() => void>();
    render(
      <StoresProvider stores={desk.stores}>
        <PictureViewer flow={flow} pid={7} nodeId="photo" onShow={nothing} onAskOrigin={nothing} onClose={onClose} />
      </StoresProvider>,
    );
    act(() => editor.merge([{ type: 'setData', id: 'photo', data: { value: '' } }]));
    expect(onClose).not.toHaveBeenCalled();
    act(() => editor.merge([{ type: 'removeNode', id: 'photo' }]));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('the file name of a downloaded picture', () => {
  it.each([
    ['a cat asleep on a sunny wall in a village by the sea', '/files/0a.png', 'a cat asleep on a sunny wall in a.png'],
    ['노을 지는 바닷가의\n하얀 고양이', '/files/0a.webp', '노을 지는 바닷가의 하얀 고양이.webp'],
    ['style: oil/water? "yes" <b>..', 'data:image/jpeg;base64,AA', 'style oil water yes b.jpg'],
    ['가'.repeat(60), '/files/0a.avif', `${'가'.repeat(40)}.avif`],
    ['../..', 'https://example.com/picture', 'mulgil.png'],
    ['', '/files/0a.gif', 'mulgil.gif'],
  ])('is made of the first words of its prompt, example %# [OVERLAY-6]', (prompt, url, name) => {
    expect(pictureFileName(prompt, url)).toBe(name);
  });
});
