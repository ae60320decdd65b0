import i18next, { type ParseKeys } from 'i18next';

type Listener = (words: string) => void;

const listeners = new Set<Listener>();

/** Values for the blanks of a sentence. */
type Blanks = Readonly<Record<string, string | number>>;

/** Makes a screen reader say a sentence; it is not shown. */
export function say(words: string): void {
  for (const listener of listeners) listener(words);
}

/** Says a sentence in the person's language. */
export const announce = (key: ParseKeys, blanks: Blanks = {}): void => say(i18next.t(key, blanks));

/** Subscribes the live region; returns a function that stops it. */
export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
