import i18next, { type ParseKeys } from 'i18next';

type Listener = (words: string) => void;

const listeners = new Set<Listener>();

/** Has a screen reader say something, in the person's language; seen by nobody. */
export function announce(key: ParseKeys): void {
  const words = i18next.t(key);
  for (const listener of listeners) listener(words);
}

/** For the live region; answers the way to stop. */
export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
