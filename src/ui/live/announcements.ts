/** A space that is not read: without it the same words twice in a row are no change, and no change is not read. */
const SILENT_SPACE = '\u00a0';

let said = '';
const listeners = new Set<() => void>();

/** Says something to those who hear the page; see LiveRegion. */
export function announce(words: string): void {
  said = said === words ? words + SILENT_SPACE : words;
  for (const listener of listeners) listener();
}

export const lastAnnouncement = (): string => said;

export function subscribeAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
