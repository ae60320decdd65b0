import i18next, { type ParseKeys } from 'i18next';

type Listener = (words: string) => void;

const listeners = new Set<Listener>();

/** What fills the blanks of a sentence. */
type Blanks = Readonly<Record<string, string | number>>;

/** Has a screen reader say something, in the person's language; seen by nobody. */
export function announce(key: ParseKeys, blanks: Blanks = {}): void {
  const words = i18next.t(key, blanks);
  for (const listener of listeners) listener(words);
}

/** For the live region; answers the way to stop. */
export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
