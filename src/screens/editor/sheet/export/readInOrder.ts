/** Reads each item and yields the results in order, with `atOnce` readings at a time. */
export async function* readInOrder<Item, Read>(
  items: Iterable<Item>,
  atOnce: number,
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read, void, undefined> {
  const ahead: Promise<Read>[] = [];
  for (const item of items) {
    const reading = read(item);
    // The consumer gets the failure with `await`; until then it must not count as unhandled.
    reading.catch(() => undefined);
    ahead.push(reading);
    const first = ahead.length >= atOnce ? ahead.shift() : undefined;
    if (first) yield await first;
  }
  for (const reading of ahead) yield await reading;
}
