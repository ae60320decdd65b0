import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadedReader } from '../../src/ui/pictures/loadedReader';

const file = new File(['a picture'], 'cat.png');

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a reader of pictures whose code is loaded when it is needed', () => {
  it('says that a file is unreadable while its code does not come, and reads once it comes', async () => {
    const load = vi.fn<() => Promise<{ readPicture: (picture: Blob) => Promise<Blob> }>>();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    load.mockResolvedValue({ readPicture: async (picture) => picture });
    const read = loadedReader(load);
    expect(await read(file)).toBe('unreadable');
    expect(await read(file)).toBe(file);
  });
});
