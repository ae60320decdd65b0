import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { composeArt } from '../../src/screens/dashboard/composeArt';
import { ModelArt } from '../../src/screens/dashboard/ModelArt';
import { GALLERIES, modelsOf } from '../../src/stores/catalogue';

describe("the models' pictures", () => {
  it('are the same every time', () => {
    for (const { type, name } of GALLERIES) expect(composeArt(type, name)).toEqual(composeArt(type, name));
  });

  it('are unlike one another, in colour and in drawing [GALLERY-7]', () => {
    const arts = GALLERIES.map(({ type, name }) => composeArt(type, name));
    expect(new Set(arts.map((art) => JSON.stringify(art.shapes))).size).toBe(GALLERIES.length);
    for (const type of ['text', 'image', 'video', 'audio'] as const) {
      const grounds = modelsOf(type, GALLERIES).map(({ name }) => composeArt(type, name).ground);
      expect(new Set(grounds).size).toBe(grounds.length);
    }
  });

  it('are drawn with numbers only, and hidden from screen readers', () => {
    for (const { type, name } of GALLERIES) {
      const { container, unmount } = render(<ModelArt type={type} name={name} />);
      expect(container.innerHTML).not.toMatch(/NaN|undefined/);
      expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
      expect(container.querySelectorAll('path').length).toBeGreaterThan(1);
      unmount();
    }
  });

  it('show one model as available, the real one [GALLERY-8]', () => {
    expect(GALLERIES.filter(({ available }) => available).map(({ name }) => name)).toEqual(['Gemini-2.5-flash']);
  });
});
