import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar, avatarUrl } from '../../src/ui/Avatar';

const sourceOf = (picture: string | null): string | null => {
  render(<Avatar picture={picture} alt="Your picture" size={64} />);
  return screen.getByRole('img', { name: 'Your picture' }).getAttribute('src');
};

describe('a picture URL', () => {
  it.each([
    ['https://pictures.test/a/photo=s96-c', 'https://pictures.test/a/photo=s256-c'],
    ['https://pictures.test/a/photo=s64', 'https://pictures.test/a/photo=s256'],
    ['https://pictures.test/a/photo.png', 'https://pictures.test/a/photo.png'],
    ['https://pictures.test/=s96/photo.png', 'https://pictures.test/=s96/photo.png'],
    ['https://pictures.test/photo=s96-c?x=1', 'https://pictures.test/photo=s96-c?x=1'],
  ])('%s is requested as %s [DASH-1]', (given, asked) => {
    expect(avatarUrl(given)).toBe(asked);
  });
});

describe('an avatar', () => {
  it('shows the member at 256 [DASH-1]', () => {
    expect(sourceOf('https://pictures.test/mina=s96-c')).toBe('https://pictures.test/mina=s256-c');
  });

  it('shows the default picture to people without one [DASH-2]', () => {
    expect(sourceOf(null)).toBe('/avatar.svg');
  });

  it("falls back to the default picture when the person's own does not load, and tries a new one [DASH-2]", () => {
    const { rerender } = render(<Avatar picture="https://pictures.test/gone" alt="Your picture" size={64} />);
    const picture = screen.getByRole('img', { name: 'Your picture' });
    fireEvent.error(picture);
    expect(picture).toHaveAttribute('src', '/avatar.svg');

    rerender(<Avatar picture="https://pictures.test/new" alt="Your picture" size={64} />);
    expect(picture).toHaveAttribute('src', 'https://pictures.test/new');
  });
});
