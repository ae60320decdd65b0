import { isJsonObject } from './diff/sameValue';

/** Characters written in one go: a few milliseconds, and less than a store takes without a pause. */
const PIECE = 1024 * 1024;
const TYPE = 'text/plain;charset=utf-8';

/** Unlike a timer, not held back in a hidden page. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
    port2.postMessage(null);
  });

async function toBlob(text: string): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let start = 0; start < text.length;) {
    const last = text.charCodeAt(start + PIECE - 1);
    // A piece that ended within a character would lose it.
    const end = start + PIECE - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    pieces.push(new Blob([text.slice(start, end)]));
    start = end;
    await nextTask();
  }
  return new Blob(pieces, { type: TYPE });
}

async function mapMembers(value: unknown, map: (member: unknown) => Promise<unknown>): Promise<unknown> {
  if (!isJsonObject(value)) return value;
  const members = await Promise.all(
    Object.entries(value).map(async ([key, member]) => [key, await map(member)] as const),
  );
  return Object.fromEntries(members);
}

/**
 * The record with its long texts as Blobs. IndexedDB clones a value on the page's thread, but of a Blob only the name; the
 * text is made bytes a piece a task.
 */
export const withBlobs = (record: unknown): Promise<unknown> =>
  mapMembers(record, async (member) => (typeof member === 'string' && member.length > PIECE ? toBlob(member) : member));

/** The record as it was before `withBlobs`. */
export const withTexts = (record: unknown): Promise<unknown> =>
  mapMembers(record, async (member) => (member instanceof Blob && member.type === TYPE ? member.text() : member));
