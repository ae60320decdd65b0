import { type Alert, FAILURE_NOTICE_MS, type Notify } from './Notice';
import { isPictureFile, readDataUrl } from './pictures';
import type { ReadPicture } from './ports';

/** A picture that may go up, and how the node shows it until it has. */
export interface ChosenPicture {
  readonly picture: Blob;
  readonly name: string;
  readonly value: string;
}

interface ReadingDeps {
  readonly alert: Alert;
  readonly notify: Notify;
  readonly readPicture: ReadPicture;
  /** Notes how many more files are being read. */
  readonly count: (change: number) => void;
}

/** Reads files one by one, so that only one is decoded at a time; tells what cannot be taken. */
export async function readChosenPictures(
  files: readonly File[],
  { alert, notify, readPicture, count }: ReadingDeps,
): Promise<readonly ChosenPicture[]> {
  const pictures = files.filter(isPictureFile);
  if (pictures.length < files.length) alert('node.invalidFile');
  const chosen: ChosenPicture[] = [];
  const unreadable: string[] = [];
  let isTooLarge = false;
  count(pictures.length);
  for (const file of pictures) {
    const picture = await readPicture(file).catch(() => 'unreadable' as const);
    // A file may be gone or changed since it was chosen.
    const value = picture instanceof Blob ? await readDataUrl(picture).catch(() => null) : null;
    count(-1);
    if (picture === 'tooLarge') isTooLarge = true;
    else if (picture === 'unreadable' || value === null) unreadable.push(file.name);
    else chosen.push({ picture, name: file.name, value });
  }
  const failed = { variant: 'destructive', durationMs: FAILURE_NOTICE_MS } as const;
  if (unreadable.length > 0) {
    const words = { titleKey: 'node.unreadableTitle', descriptionKey: 'node.unreadable' } as const;
    notify({ ...failed, ...words, message: unreadable.join(', ') });
  }
  if (isTooLarge) notify({ ...failed, titleKey: 'node.fileTooLarge' });
  return chosen;
}
