type Lifetime = 'test' | 'file';

const leftovers: Record<Lifetime, (() => Promise<void>)[]> = { test: [], file: [] };

/** Ends something that the test, or all tests of its file, leave behind. The last one ends first. */
export function endAfter(lifetime: Lifetime, end: () => Promise<void>): void {
  leftovers[lifetime].push(end);
}

export async function endAll(lifetime: Lifetime): Promise<void> {
  for (const end of leftovers[lifetime].splice(0).toReversed()) await end();
}
