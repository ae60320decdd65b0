import { blobOf, piecesOf } from '../../../api/blobOf';

/** Characters: a longer text is not given to the store as it is. */
const LONG = 1024 * 1024;
const TYPE = 'text/plain;charset=utf-8';

/** It travels to the store in steps, for which a page that goes has no time. */
export const isLongText = (text: string): boolean => text.length > LONG;

/** What is neither an object of its own kind nor a list, which would be long. */
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The value with what `map` makes of its members, and of theirs. */
async function mapMembers(value: unknown, map: (member: unknown) => unknown): Promise<unknown> {
  if (!isRecord(value)) return map(value);
  const members = Object.entries(value).map(async ([key, member]) => [key, await mapMembers(member, map)] as const);
  return Object.fromEntries(await Promise.all(members));
}

/**
 * The value with its long texts as Blobs: itself, members, and those of records within it. IndexedDB clones a value on the page's thread, but
 * of a Blob only the name; the text is made bytes a piece a task, and once where it stands there twice.
 */
export function withBlobs(value: unknown): Promise<unknown> {
  // A list: to be a key, a text would be read through.
  const made: { readonly text: string; readonly blob: Promise<Blob> }[] = [];
  const toBlob = (text: string): Promise<Blob> => {
    const one = made.find((other) => other.text === text) ?? { text, blob: blobOf(piecesOf(text), TYPE) };
    made.push(one);
    return one.blob;
  };
  return mapMembers(value, (member) => (typeof member === 'string' && isLongText(member) ? toBlob(member) : member));
}

/** The value as it was before `withBlobs`. */
export const withTexts = (value: unknown): Promise<unknown> =>
  mapMembers(value, (member) => (member instanceof Blob && member.type === TYPE ? member.text() : member));
