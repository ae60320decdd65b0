import { blobOf, piecesOf } from '../../../api/blobOf';

/** Characters; a longer text is stored as a Blob. */
const LONG = 1024 * 1024;
const TYPE = 'text/plain;charset=utf-8';

/** A long text travels to the store in steps, for which a closing page has no time. */
export const isLongText = (text: string): boolean => text.length > LONG;

/** True for a plain object: no class of its own, and no list, which could be long. */
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A copy of the value with `map` applied to its members, and to theirs. */
async function mapMembers(value: unknown, map: (member: unknown) => unknown): Promise<unknown> {
  if (!isRecord(value)) return map(value);
  const members = Object.entries(value).map(async ([key, member]) => [key, await mapMembers(member, map)] as const);
  return Object.fromEntries(await Promise.all(members));
}

/**
 * The value with its long texts as Blobs: itself, its members, and those of records within it. IndexedDB clones a value
 * on the page's thread, but only the name of a Blob; each text is converted a piece a task, and only once when it
 * occurs twice.
 */
export function withBlobs(value: unknown): Promise<unknown> {
  // This is a list, since a Map would read a long text from end to end to use it as a key.
  const made: { readonly text: string; readonly blob: Promise<Blob> }[] = [];
  const toBlob = (text: string): Promise<Blob> => {
    const one = made.find((other) => other.text === text) ?? { text, blob: blobOf(piecesOf(text), TYPE) };
    made.push(one);
    return one.blob;
  };
  return mapMembers(value, (member) => (typeof member === 'string' && isLongText(member) ? toBlob(member) : member));
}

/** Reverses `withBlobs`. */
export const withTexts = (value: unknown): Promise<unknown> =>
  mapMembers(value, (member) => (member instanceof Blob && member.type === TYPE ? member.text() : member));
