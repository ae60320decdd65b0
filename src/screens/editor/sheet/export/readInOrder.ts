/** Browsers allow six connections to a host, and the canvas needs some. */
const READ_AT_ONCE = 4;

/** Reads each item, some at a time, and yields the results in order. */
export async function* readInOrder<Item, Read>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read, void, undefined> {
  const ahead: Promise<Read>[] = [];
  for (const item of items) {
    const reading = read(item);
    // The consumer gets the failure with `await`; until then it must not count as unhandled.
    reading.catch(() => undefined);
    ahead.push(reading);
    const first = ahead.length >= READ_AT_ONCE ? ahead.shift() : undefined;
    if (first) yield await first;
  }
  for (const reading of ahead) yield await reading;
}
