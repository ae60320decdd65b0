import i18next, { type ParseKeys } from 'i18next';

type Listener = (words: string) => void;

const listeners = new Set<Listener>();

/** Values for the blanks of a sentence. */
type Blanks = Readonly<Record<string, string | number>>;

/** Makes a screen reader say a sentence in the person's language; it is not shown. */
export function announce(key: ParseKeys, blanks: Blanks = {}): void {
  const words = i18next.t(key, blanks);
  for (const listener of listeners) listener(words);
}

/** Subscribes the live region; returns a function that stops it. */
export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
