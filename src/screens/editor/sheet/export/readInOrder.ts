/** What `read` gives for each of these, in their order; so many are read at the same time. */
export async function* readInOrder<Item, Read>(
  items: Iterable<Item>,
  atOnce: number,
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read, void, undefined> {
  const ahead: Promise<Read>[] = [];
  for (const item of items) {
    const reading = read(item);
    // Whoever takes it hears of its failure; until then it is nobody's.
    reading.catch(() => undefined);
    ahead.push(reading);
    const first = ahead.length >= atOnce ? ahead.shift() : undefined;
    if (first) yield await first;
  }
  for (const reading of ahead) yield await reading;
}
