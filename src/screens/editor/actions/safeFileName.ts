/** Enough to know it again in a folder. */
const NAME_CHARACTERS = 40;
/** What one of the usual file systems does not take, and what would hide the file. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;

/** The first of these words as every file system takes them for a name without its ending; empty where none are left. */
export function safeFileName(words: string, most = NAME_CHARACTERS): string {
  const line = words.replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/gu, ' ').trim();
  const letters = Array.from(line);
  const cut = letters.slice(0, most).join('');
  // Never in the middle of a word, where there is more than one.
  const whole = letters.length > most ? cut.replace(/(?<=\S) \S*$/u, '') : cut;
  return whole.replace(/^[. ]+|[. ]+$/gu, '');
}
