import { vi } from 'vitest';

/** Returns a function for the longest text that this thread has parsed or written as JSON since. */
export function longestJson(): () => number {
  const [parse, stringify] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')];
  return () => {
    const texts = [...parse.mock.calls.map(([text]) => text), ...stringify.mock.results.map(({ value }) => value)];
    vi.restoreAllMocks();
    return Math.max(0, ...texts.map((text: unknown) => (typeof text === 'string' ? text.length : 0)));
  };
}
