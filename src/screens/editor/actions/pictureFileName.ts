/** Enough to know it again in a folder. */
const NAME_CHARACTERS = 40;
/** What one of the usual file systems does not take, and what would hide the file. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;

/** What a downloaded picture is called: the first words of its prompt, and what it is by its address. */
export function pictureFileName(prompt: string, url: string): string {
  const line = prompt.replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/gu, ' ').trim();
  const letters = Array.from(line);
  const cut = letters.slice(0, NAME_CHARACTERS).join('');
  // Never in the middle of a word, where there is more than one.
  const words = letters.length > NAME_CHARACTERS ? cut.replace(/(?<=\S) \S*$/u, '') : cut;
  const name = words.replace(/^[. ]+|[. ]+$/gu, '') || 'mulgil';
  return `${name}.${extensionOf(url)}`;
}

function extensionOf(url: string): string {
  const type = /^data:image\/([a-z0-9]+)/u.exec(url)?.[1] ?? /\.([a-z0-9]{1,5})$/u.exec(url)?.[1] ?? 'png';
  return type === 'jpeg' ? 'jpg' : type;
}
