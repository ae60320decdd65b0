import { act, fireEvent, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { ProjectCard } from '../../src/screens/dashboard/ProjectCard';
import { PictureOverlay } from '../../src/screens/editor/pictures/PictureOverlay';
import { TakePicture } from '../../src/screens/editor/takes/TakePicture';
import { StoresProvider } from '../../src/screens/StoresContext';
import { Desk } from '../stores/support/Desk';
import { FakeTabs } from '../stores/support/fakes';

const BOAT = '/files/boat.png';
const HOUR_MS = 3_600_000;
const project = { projectId: 7, name: 'Shore', thumbnail: BOAT, updatedAt: '2026-11-21T09:00:00.000Z' };

let desk: Desk;
let stop: () => void;
/** The pictures that were loaded out of sight, the last one last. */
let loaded: HTMLImageElement[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  startI18n('en');
  loaded = [];
  vi.stubGlobal('Image', function Image() {
    const image = document.createElement('img');
    loaded.push(image);
    return image;
  });
  desk = new Desk();
  stop = desk.stores.start();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows a picture; returns its element, null while there is a placeholder instead. */
function show(element: ReactElement): () => HTMLImageElement | null {
  const { container } = render(<StoresProvider stores={desk.stores}>{element}</StoresProvider>);
  return () => container.querySelector('img');
}

const given = (image: HTMLImageElement | null | undefined): HTMLImageElement =>
  image ?? expect.fail('there is no picture');
const fail = (image: HTMLImageElement | null | undefined): void => void fireEvent.error(given(image));
const arrive = (image: HTMLImageElement | null | undefined): void => void fireEvent.load(given(image));
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const loads = (): string[] => loaded.flatMap((image) => image.getAttribute('src') ?? []);

const places: readonly (readonly [string, string, ReactElement])[] = [
  ['of a take', `${BOAT}?size=256`, <TakePicture key="take" url={BOAT} size={256} alt="a boat" />],
  ['over the window', BOAT, <PictureOverlay key="overlay" url={BOAT} title="Image" onClose={() => undefined} />],
  ['of a project', BOAT, <ProjectCard key="project" project={project} now={new Date()} />],
];

describe.each(places)('a picture %s that could not be loaded', (_where, source, element) => {
  it('is there soon after a hiccup, and its placeholder until then [PROJ-3]', () => {
    const picture = show(element);
    fail(picture());
    expect(picture()).toBeNull();
    pass(2_000);
    expect([loads(), picture()]).toEqual([[source], null]);
    arrive(loaded.at(-1));
    expect(picture()).toHaveAttribute('src', source);
  });

  it.each([
    ['the network is', () => desk.network.set(true)],
    ['the member is, by another tab,', () => new FakeTabs(desk.tabs).tellMember('jin')],
  ])('is loaded again a few times only, and at once when %s back', (_what, comeBack) => {
    const picture = show(element);
    fail(picture());
    for (let tries = 1; tries <= 3; tries += 1) {
      pass(HOUR_MS);
      expect(loads()).toHaveLength(tries);
      fail(loaded.at(-1));
    }
    pass(HOUR_MS);
    expect(loads()).toHaveLength(3);
    act(comeBack);
    expect(loads()).toHaveLength(4);
    fail(loaded.at(-1));
    pass(2_000);
    expect(loads()).toHaveLength(5);
    arrive(loaded.at(-1));
    expect(picture()).toHaveAttribute('src', source);
  });
});
