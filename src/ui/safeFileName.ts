/** Long enough to recognise the file in a folder. */
const NAME_CHARACTERS = 40;
/** Characters that a common file system refuses, or that would hide the file. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;
/** Names of devices on Windows, which are no file names there, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/iu;

/** The first of these words, in a form that every file system takes as a name without extension; '' when none are left. */
export function safeFileName(words: string, most = NAME_CHARACTERS): string {
  const line = words.replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/gu, ' ').trim();
  const letters = Array.from(line);
  const cut = letters.slice(0, most).join('');
  // The cut is never in the middle of a word, unless there is only one.
  const whole = letters.length > most ? cut.replace(/(?<=\S) \S*$/u, '') : cut;
  const name = whole.replace(/^[. ]+|[. ]+$/gu, '');
  return DEVICE.test(name) ? `_${name}` : name;
}
