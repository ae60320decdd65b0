import { PLACES, type Editor } from '../engine';
import type { Action } from './Action';

/** Keeps where one looks under a number, from 1 to 9. */
export const KEEP_PLACE_ACTIONS: readonly Action<Editor>[] = PLACES.map((place) => ({
  id: `place.keep${place}`,
  words: 'places.keep',
  chords: [{ key: String(place), primary: true, alt: true }],
  detail: () => ({ words: 'places.keepAs', count: place }),
  whyNot: () => null,
  run: ({ bookmarks }) => bookmarks.keep(place),
}));

/** Goes to what was kept under a number. */
export const GO_TO_PLACE_ACTIONS: readonly Action<Editor>[] = PLACES.map((place) => ({
  id: `place.goTo${place}`,
  words: 'places.goTo',
  chords: [{ key: String(place), alt: true }],
  detail: () => ({ words: 'places.goToNumber', count: place }),
  whyNot: ({ bookmarks }) => (bookmarks.of(place) ? null : 'places.missing'),
  run: ({ bookmarks }) => bookmarks.goTo(place),
}));
