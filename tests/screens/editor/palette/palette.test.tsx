import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { entry, idsIn, openPanel, renderCorner } from '../../support/editorCorner';

beforeEach(() => void renderCorner());

describe('the side panel', () => {
  it('has a button for text, image, video and audio [PANEL-1]', () => {
    const rail = screen.getByRole('navigation', { name: 'Node types' });
    expect(
      within(rail)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Text', 'Image', 'Video', 'Audio']);
  });

  it.each([
    [
      'Text',
      ['Text input node', 'Text AI model node'],
      ['textPrompt', 'Gemini 2.5 Flash', 'GPT-5', 'Claude 3.5 Sonnet', 'Llama 3 100B', 'Mistral Large'],
    ],
    [
      'Image',
      ['Image input node', 'Image AI model node'],
      ['imageUpload', 'Gemini-2.5-flash', 'DALL-E 4', 'Midjourney v7', 'Stable Diffusion XL', 'Adobe Firefly 2.0'],
    ],
    ['Video', ['Video AI model node'], ['Runway ML', 'Synthesia', 'SkyReels', 'Descript', 'Kaiber']],
    ['Audio', ['Audio AI model node'], ['ElevenLabs', 'Murf AI', 'Resemble AI', 'Descript', 'Play.ht']],
  ] as const)(
    'lists for %s all there is, under its headings [PANEL-4] [PANEL-5] [PANEL-6]',
    async (type, titles, ids) => {
      const panel = await openPanel(type);
      const headings = within(panel).getAllByRole('heading');
      expect(headings.map(({ textContent }) => textContent)).toEqual(titles);
      expect(idsIn(panel)).toEqual(ids);
      const sections = within(panel).getAllByRole('region');
      expect(sections.map((section) => idsIn(section).length)).toEqual(titles.length === 2 ? [1, 5] : [5]);
    },
  );

  it('opens for a type and closes by the same button [PANEL-2] [PANEL-4]', async () => {
    await openPanel('Text');
    expect(screen.getByRole('heading', { name: 'Text input node' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Text AI model node' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Text', expanded: true })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Text' }));
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });

  it.each([
    ['Text', 'textPrompt', 'Text input node'],
    ['Image', 'imageUpload', 'Image input node'],
  ] as const)('names the input entry for %s as its heading [PANEL-4]', async (type, id, name) => {
    const panel = await openPanel(type);
    expect(entry(panel, id)).toHaveAccessibleName(name);
    expect(within(panel).getByRole('region', { name })).toContainElement(entry(panel, id));
  });

  it('goes over to another type [PANEL-2]', async () => {
    await openPanel('Text');
    const panel = await openPanel('Audio');
    expect(
      within(panel)
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual(['Audio AI model node']);
    expect(entry(panel, 'Play.ht')).toBeVisible();
  });

  it('filters by any part of a name, whatever its case [PANEL-7]', async () => {
    const panel = await openPanel('Image');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search image AI' }), 'FLaSH');
    expect(idsIn(panel)).toEqual(['Gemini-2.5-flash']);
  });

  it('takes a search literally and says when nothing matches [PANEL-7]', async () => {
    const panel = await openPanel('Image');
    await userEvent.type(screen.getByRole('searchbox'), '2.*');
    expect(panel.querySelector('[data-palette]')).toBeNull();
    expect(within(panel).getByRole('status')).toHaveTextContent('Nothing matches “2.*”.');
  });

  it('closes by its own button, and the focus goes back to where it was opened', async () => {
    const panel = await openPanel('Image');
    const close = within(panel).getByRole('button', { name: 'Close' });
    expect(close).toHaveAttribute('title', 'Close (Esc)');
    expect(close).toHaveAttribute('aria-keyshortcuts', 'Escape');
    await userEvent.click(close);
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Image' })).toHaveFocus();
  });

  it('closes by Escape', async () => {
    await openPanel('Text');
    await userEvent.type(screen.getByRole('searchbox'), '{Escape}');
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Text' })).toHaveFocus();
  });

  it('takes the focus as it opens, and closes by Escape there and from the rail [PANEL-9]', async () => {
    expect(await openPanel('Text')).toHaveFocus();
    expect(await openPanel('Image')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    const rail = screen.getByRole('button', { name: 'Image' });
    expect(rail).toHaveFocus();
    await openPanel('Image');
    act(() => rail.focus());
    const pageKey = vi.fn<() => void>();
    window.addEventListener('keydown', pageKey);
    onTestFinished(() => window.removeEventListener('keydown', pageKey));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    // The next one is meant for what is open elsewhere.
    expect(pageKey).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(pageKey).toHaveBeenCalledOnce();
  });
});
